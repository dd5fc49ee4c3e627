# SPDX-License-Identifier: MIT
#
# wlay_generate_header(
#     TARGET <target>           gets the header and the folder that it is in
#     SHADERS <file>...         all of them in one header
#     [OUTPUT <file>]           default: the first shader's name and `.h`
#     [PREFIX <text>]           see `wlay --help` for these
#     [STRUCTS <NAME[=C]>...]
#     [TYPES <WGSL=C>...]
#     [INCLUDES <file>...]
#     [OPTIONS <option>...])    more options of the tool
#
# Makes a header for C and C++ by `wlay --format=c`, anew whenever a shader
# changes.  A shader that is wrong fails the build with the tool's message.  The
# tool is that of this package, or the one that WLAY_TOOL names, as is needed
# where programs are built for another system.
function(wlay_generate_header)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;OUTPUT;PREFIX"
                          "SHADERS;STRUCTS;TYPES;INCLUDES;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wlay_generate_header: what is "
                            "'${arg_UNPARSED_ARGUMENTS}'?")
    elseif(NOT TARGET "${arg_TARGET}")
        message(FATAL_ERROR
                "wlay_generate_header: TARGET '${arg_TARGET}' is no target")
    elseif(NOT arg_SHADERS)
        message(FATAL_ERROR "wlay_generate_header: SHADERS is missing")
    endif()
    get_target_property(folder ${arg_TARGET} SOURCE_DIR)
    if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
        message(FATAL_ERROR "wlay_generate_header: '${arg_TARGET}' is made in "
                            "another folder, ${folder}; call it there")
    endif()

    if(WLAY_TOOL)
        set(tool ${WLAY_TOOL})
    elseif(TARGET wlay::tool)
        set(tool wlay::tool)
    else()
        message(FATAL_ERROR "wlay_generate_header: this wlay was built without "
                            "its tool; set WLAY_BUILD_TOOL=ON, or WLAY_TOOL to "
                            "where it is")
    endif()

    list(GET arg_SHADERS 0 first)
    if(NOT arg_OUTPUT)
        cmake_path(GET first FILENAME arg_OUTPUT)
        string(APPEND arg_OUTPUT ".h")
    endif()
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/wlay/${arg_TARGET})
    cmake_path(ABSOLUTE_PATH arg_OUTPUT BASE_DIRECTORY ${folder} NORMALIZE
               OUTPUT_VARIABLE output)
    cmake_path(GET output PARENT_PATH output_folder)

    set(options "")
    if(arg_PREFIX)
        list(APPEND options --prefix=${arg_PREFIX})
    endif()
    foreach(struct IN LISTS arg_STRUCTS)
        list(APPEND options --struct=${struct})
    endforeach()
    foreach(type IN LISTS arg_TYPES)
        list(APPEND options --type=${type})
    endforeach()
    foreach(include IN LISTS arg_INCLUDES)
        list(APPEND options --include=${include})
    endforeach()
    set(shaders "")
    foreach(shader IN LISTS arg_SHADERS)
        cmake_path(ABSOLUTE_PATH shader NORMALIZE)
        list(APPEND shaders ${shader})
    endforeach()

    # Relative names, so that the header is the same wherever the project is.
    set(names "")
    foreach(shader IN LISTS shaders)
        cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR "${shader}" inside)
        if(inside)
            cmake_path(RELATIVE_PATH shader
                       BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        endif()
        list(APPEND names ${shader})
    endforeach()
    add_custom_command(
        OUTPUT ${output}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${output_folder}
        COMMAND ${tool} --format=c ${options} ${arg_OPTIONS}
                --output=${output} -- ${names}
        DEPENDS ${shaders}
        WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
        COMMENT "Generating ${arg_OUTPUT}"
        VERBATIM)
    target_sources(${arg_TARGET} PRIVATE ${output})
    target_include_directories(${arg_TARGET} PRIVATE ${output_folder})
endfunction()
