# SPDX-License-Identifier: MIT
#
# cmake -DARCHIVE=FILE -DNM=PROGRAM -DOBJDUMP=PROGRAM -P archive.cmake
#
# What the static library is made of: no mutable data, no name outside of its
# prefix, and of the C library only the calls below.  (clang makes bcmp out of
# memcmp.)
cmake_minimum_required(VERSION 3.21)

set(allowed
    malloc free
    memchr memcmp memcpy memmove memset bcmp
    strchr strcmp strcspn strlen strncmp strpbrk strrchr strspn strstr)

function(run out)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL
                    ANY)
    string(REPLACE ";" " " text "${text}")
    string(REPLACE "\n" ";" text "${text}")
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

set(failed FALSE)
macro(complain text)
    message(NOTICE "${text}")
    set(failed TRUE)
endmacro()

# A constant that holds addresses is .data.rel.ro: it is written by the loader
# only.
set(sections 0)
run(lines ${OBJDUMP} -h ${ARCHIVE})
foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ]+\\.o): ")
        set(object ${CMAKE_MATCH_1})
    elseif(line MATCHES "^ *[0-9]+ +(\\.[^ ]+) +([0-9a-f]+) ")
        set(section ${CMAKE_MATCH_1})
        set(size ${CMAKE_MATCH_2})
        math(EXPR sections "${sections} + 1")
        if(section MATCHES "^\\.(data|bss|tdata|tbss)" AND
           NOT section MATCHES "^\\.data\\.rel\\.ro" AND
           NOT size MATCHES "^0+$")
            complain("${object}: section ${section} has 0x${size} bytes")
        endif()
    endif()
endforeach()

set(symbols 0)
run(lines ${NM} -g ${ARCHIVE})
foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ]+\\.o):")
        set(object ${CMAKE_MATCH_1})
    elseif(line MATCHES " ([A-Za-z]) ([^ ]+)$")
        set(class ${CMAKE_MATCH_1})
        set(name ${CMAKE_MATCH_2})
        math(EXPR symbols "${symbols} + 1")
        # What begins with an underscore is the compiler's.
        if(name MATCHES "^(wlay)?_")
            continue()
        elseif(NOT class STREQUAL "U")
            complain("${object}: ${name} does not begin with wlay_")
        elseif(NOT name IN_LIST allowed)
            complain("${object}: calls ${name}")
        endif()
    endif()
endforeach()

if(sections EQUAL 0 OR symbols EQUAL 0)
    message(FATAL_ERROR "could not read ${ARCHIVE}")
elseif(failed)
    message(FATAL_ERROR "the library holds what it should not")
endif()
