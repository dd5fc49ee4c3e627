# SPDX-License-Identifier: MIT
#
# cmake -DSRC=FOLDER -P layers.cmake
#
# Includes go one way: a file includes only from its own layer or from a lower
# one.  Each row is a layer, the lowest first; it names files without their
# ending, and * stands for any rest of a name.  Every file has to be in a row.
cmake_minimum_required(VERSION 3.21)

set(layers
    "base arena sort text unicode word scan math number nearest"
    "names names_* diag diag_*"
    "token symbol lex lex_*"
    "ast parse parse_* parser"
    "types types_*"
    "value value_* convert eval eval_* operator construct builtin builtin_*"
    "resolve* order attribute stage_io generator override layout layout_*"
    "rules rules_* variable function entry_point uniform"
    "query query_* path path_* module"
    "data data_* advice advice_* host host_* hash diff"
    "write write_* rewrite rewrite_*"
    "wlay"
    "tool/*"
    "web/*")

function(complain)
    string(CONCAT complaint ${ARGV})
    message(NOTICE "${complaint}")
    set_property(GLOBAL APPEND PROPERTY complaints ${complaint})
endfunction()

# The row of a file, counted from 0; -1 if it is in none.  A row that has the
# very name goes before one that matches it by a *.
function(find_layer name out)
    foreach(exact IN ITEMS TRUE FALSE)
        set(row 0)
        foreach(layer IN LISTS layers)
            separate_arguments(patterns UNIX_COMMAND "${layer}")
            foreach(pattern IN LISTS patterns)
                string(REPLACE "*" ".*" regex "${pattern}")
                if(name STREQUAL pattern OR
                   (NOT exact AND name MATCHES "^${regex}$"))
                    set(${out} ${row} PARENT_SCOPE)
                    return()
                endif()
            endforeach()
            math(EXPR row "${row} + 1")
        endforeach()
    endforeach()
    set(${out} -1 PARENT_SCOPE)
endfunction()

# A path as the table has it: inside of SRC, without its ending.
function(table_name path out)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${SRC})
    cmake_path(REMOVE_EXTENSION path)
    set(${out} ${path} PARENT_SCOPE)
endfunction()

function(check_include file layer include)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(ABSOLUTE_PATH include BASE_DIRECTORY ${folder} NORMALIZE
               OUTPUT_VARIABLE path)
    table_name(${path} name)
    if(name STREQUAL "../include/wlay")
        return() # the public header lies under all layers
    endif()
    find_layer(${name} other)
    if(other GREATER layer OR other EQUAL -1)
        complain("${file} includes \"${include}\", which is of a higher layer "
                 "or of none")
    endif()
endfunction()

cmake_path(ABSOLUTE_PATH SRC NORMALIZE)
file(GLOB_RECURSE files ${SRC}/*.c ${SRC}/*.h ${SRC}/*.def)
if(NOT files)
    message(FATAL_ERROR "there are no sources in ${SRC}")
endif()
foreach(file IN LISTS files)
    table_name(${file} name)
    find_layer(${name} layer)
    if(layer EQUAL -1)
        complain("${file} is in no layer: give it a place in the table of "
                 "tests/layers.cmake")
        continue()
    endif()
    file(STRINGS ${file} lines REGEX "^ *# *include *\"")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" include "${line}")
        check_include(${file} ${layer} ${include})
    endforeach()
endforeach()

get_property(complaints GLOBAL PROPERTY complaints)
list(LENGTH complaints count)
if(count GREATER 0)
    message(FATAL_ERROR "the order of the layers is broken ${count} times")
endif()
