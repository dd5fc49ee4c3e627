# SPDX-License-Identifier: MIT
#
# cmake -DPYTHON=PROGRAM -DSCRIPT=FILE -DFILE=FILE -P generated.cmake
#
# A generated file is what its script makes of the data of today.
cmake_minimum_required(VERSION 3.21)

execute_process(COMMAND ${PYTHON} ${SCRIPT} OUTPUT_VARIABLE made
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FILE} committed)
if(NOT made STREQUAL committed)
    message(FATAL_ERROR "${FILE} is out of date: run ${SCRIPT}")
endif()
