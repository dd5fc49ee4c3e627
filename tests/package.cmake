# SPDX-License-Identifier: MIT
#
# cmake -DSOURCE=FOLDER -DWORK=FOLDER -DOPTIONS=LIST -P package.cmake
#
# Builds wlay in WORK/build, installs it to WORK/installed and moves that to
# WORK/moved, where the package has to work; -DSTAYS=ON leaves it in its place.
cmake_minimum_required(VERSION 3.21)

file(REMOVE_RECURSE ${WORK}/installed ${WORK}/moved)

function(run)
    execute_process(COMMAND ${CMAKE_COMMAND} ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
run(-S ${SOURCE} -B ${WORK}/build ${OPTIONS}
    -DCMAKE_INSTALL_PREFIX=${WORK}/installed -DWLAY_BUILD_TESTS=OFF)
run(--build ${WORK}/build --config Debug)
run(--install ${WORK}/build --config Debug)
if(NOT STAYS)
    file(RENAME ${WORK}/installed ${WORK}/moved)
endif()
