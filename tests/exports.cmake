# SPDX-License-Identifier: MIT
#
# cmake -DHEADER=FILE -DLIBRARY=FILE -DNM=PROGRAM -P exports.cmake
#
# A shared library exports exactly the functions of the public header.
cmake_minimum_required(VERSION 3.21)

file(READ ${HEADER} text)
string(REGEX MATCHALL "WLAY_API[^(;]*wlay_[a-z0-9_]+\\(" declared "${text}")
list(TRANSFORM declared REPLACE ".*[^a-z0-9_](wlay_[a-z0-9_]+)\\($" "\\1")
if(NOT declared)
    message(FATAL_ERROR "${HEADER} declares nothing")
endif()

execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY}
                OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" exported "${text}")
list(TRANSFORM exported STRIP)
list(FILTER exported EXCLUDE REGEX "^_") # the linker's

list(SORT declared)
list(SORT exported)
if(NOT declared STREQUAL exported)
    set(missing ${declared})
    list(REMOVE_ITEM missing ${exported})
    list(REMOVE_ITEM exported ${declared})
    message(FATAL_ERROR
            "declared, but not exported: ${missing}\n"
            "exported, but not declared: ${exported}")
endif()
