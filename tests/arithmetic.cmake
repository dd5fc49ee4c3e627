# SPDX-License-Identifier: MIT
#
# cmake -DSRC=FOLDER [-DFILES=NAME;...] -P arithmetic.cmake
#
# Where layouts are computed, sizes are added and multiplied by wlay_add(),
# wlay_mul() and wlay_round_up() alone, which say when the result does not fit.
# Looks for a +, * or << beside something that is called as sizes are.  What may
# stay as it is stands below, as `file: the line`, with the reason why it cannot
# overflow.

cmake_minimum_required(VERSION 3.21)

# The files that make sizes, and those that answer questions of any size.
set(files layout types types_members types_split generator query_size
    query_limits query_visit path resolve uniform variable)
if(DEFINED FILES)
    set(files ${FILES})
endif()

# How sizes are called, in uint64_t or in size_t.
set(size "(size|offset|stride|align|extent|element_count|tail_count|bytes)")

set(allowed
    # The table of vectors and matrices, all of whose numbers are in the text.
    "types: (bytes) * ((n) == 3 ? 4 : (n)), flag_bits, (bytes) * (n), "
    "types: (bytes) * ((r) == 3 ? 4 : (r)), PLAIN, "
    "types: (bytes) * ((r) == 3 ? 4 : (r)) * (c), "
    "types: (bytes) * ((r) == 3 ? 4 : (r)), 0, "
    # Of a type whose size was found to be below 4 GiB: no more than that size.
    "types: elements *= type->element_count"
    "types: return elements * type->size"
    "types: return elements * type->columns * type->element->size"
    "query_visit: element, offset + element->size,"
    "query_visit: more = visit_element(w, type, i, offset + i * type->stride)"
    "query_visit: const uint64_t start = offset + m->offset"
    "query_visit: give_gap(w, WLAY_GAP_MEMBER_SIZE, m->type, start + m->type->size,"
    "query_visit: offset + size - s->padding_after, s->padding_after)"
    # That the end fits was asked before the first piece was shown.
    "query_visit: begin += array->stride * wlay_max(w->options->tail_count, 1)"
    "query_visit: return give_gap(w, WLAY_GAP_STRUCT_TAIL, type, offset + begin,"
    # The members of a split result are a scalar or a vector each.
    "types_split: wlay_round_up(type->align, members[1].offset + members[1].size,"
    # An element that was asked for by any number has been checked as a whole.
    "path: w->view.offset += member->offset"
    "path: w->view.offset += index * scalar->size"
    "path: w->view.offset += index * stride"
    # A place in the text.
    "resolve: return (wlay_string){source->text.data + expr->offset, expr->length}"
    # Of an element count below 2^32.
    "uniform: S(element->name), U((array->element_count + 3) / 4))"
)
list(TRANSFORM allowed REPLACE ", $" ",")
# What would be part of a list's syntax is replaced.
string(ASCII 1 open)
string(ASCII 2 close)
list(TRANSFORM allowed REPLACE "\\[" "${open}")
list(TRANSFORM allowed REPLACE "\\]" "${close}")

set(found 0)
set(met)
foreach(name IN LISTS files)
    file(READ ${SRC}/${name}.c text)
    string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}")
    string(REGEX REPLACE "\"(\\\\.|[^\"\\\\])*\"" "\"\"" text "${text}")
    string(REPLACE "[" "${open}" text "${text}")
    string(REPLACE "]" "${close}" text "${text}")
    string(REPLACE ";" "" text "${text}")
    string(REPLACE "\\" "" text "${text}")
    string(REPLACE "\n" ";" lines "${text}")
    foreach(line IN LISTS lines)
        if(NOT line MATCHES "[^a-z_]${size}\\)* ([+*]|<<) |[a-z_>.-]*${size} ([+*]|<<)= |[ (]([+*]|<<)=? \\(*([a-z_]+(->|\\.))*${size}([^a-z_]|$)")
            continue()
        endif()
        string(STRIP "${line}" line)
        string(REGEX REPLACE " +$" "" line "${line}")
        if("${name}: ${line}" IN_LIST allowed)
            list(APPEND met "${name}: ${line}")
            continue()
        endif()
        string(REPLACE "${open}" "[" line "${line}")
        string(REPLACE "${close}" "]" line "${line}")
        message("${name}.c: ${line}\n    wlay_add, wlay_mul and wlay_round_up "
                "say when a size does not fit")
        math(EXPR found "${found} + 1")
    endforeach()
endforeach()
if(NOT DEFINED FILES)
    list(REMOVE_ITEM allowed ${met})
    foreach(line IN LISTS allowed)
        message("not there any more, take it off the list: ${line}")
        math(EXPR found "${found} + 1")
    endforeach()
endif()
if(found GREATER 0)
    message(FATAL_ERROR "sizes are computed without a check ${found} times")
endif()
