# SPDX-License-Identifier: MIT
#
# cmake -DCC=COMPILER -DLIBRARY=FILE -P size.cmake
# cmake -DLIBRARY=FILE -DLIMIT=BYTES -P size.cmake
#
# The stripped shared library, as gcc and clang make it with -O2, stays small.
# The second form looks at a file that is there already.
cmake_minimum_required(VERSION 3.21)

cmake_path(SET root NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
if(DEFINED CC)
    math(EXPR LIMIT "256 * 1024")
    file(GLOB sources ${root}/src/*.c)
    execute_process(
        COMMAND ${CC} -std=c11 -O2 -shared -fPIC -fvisibility=hidden -s
                -DWLAY_SHARED_LIBRARY -DWLAY_IMPLEMENTATION
                ${sources} -o ${LIBRARY}
        COMMAND_ERROR_IS_FATAL ANY)
endif()

file(SIZE ${LIBRARY} size)
message(STATUS
        "the stripped shared library has ${size} bytes; the limit is ${LIMIT}")
if(size GREATER_EQUAL LIMIT)
    message(FATAL_ERROR "the library is too large")
endif()
