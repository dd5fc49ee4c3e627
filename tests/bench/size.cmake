# SPDX-License-Identifier: MIT
#
# cmake -DSOURCE=FOLDER -DWORK=FOLDER -DOPTIONS=LIST -P size.cmake
# cmake -DLIBRARY=FILE -DLIMIT=BYTES -P size.cmake
#
# The shared library without the writers, built in WORK and stripped, stays small.
# The second form looks at a file that is there already.
cmake_minimum_required(VERSION 3.21)

if(DEFINED SOURCE)
    math(EXPR LIMIT "256 * 1024")
    set(LIBRARY ${WORK}/stripped/lib/libwlay.so)
    function(run)
        execute_process(COMMAND ${CMAKE_COMMAND} ${ARGV}
                        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    endfunction()
    run(-S ${SOURCE} -B ${WORK} ${OPTIONS} -DBUILD_SHARED_LIBS=ON
        -DWLAY_WRITERS=OFF -DWLAY_BUILD_TOOL=OFF -DWLAY_BUILD_TESTS=OFF
        -DCMAKE_INSTALL_PREFIX=${WORK}/stripped -DCMAKE_INSTALL_LIBDIR=lib)
    run(--build ${WORK} --parallel 2)
    run(--install ${WORK} --strip)
    file(REAL_PATH ${LIBRARY} LIBRARY)
endif()

file(SIZE ${LIBRARY} size)
message(STATUS
        "the stripped shared library has ${size} bytes; the limit is ${LIMIT}")
if(size GREATER_EQUAL LIMIT)
    message(FATAL_ERROR "the library is too large")
endif()
