# What makes a build fast and changes nothing else: ccache and mold where they are installed, files
# compiled together (CMAKE_UNITY_BUILD, which tools/configure asks for) and headers parsed once.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 16)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
  set(CMAKE_C_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

find_program(MOLD_PROGRAM ld.mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

# What nearly every file includes, parsed once for all rooms and once for all tests. Only together with
# CMAKE_UNITY_BUILD: in any other build a file that forgets an include is told so, and ccache can reuse
# what it kept. Only with Clang, which reads back no more than a file uses; GCC reads everything, and
# gains nothing.
set(CLGAUGE_ROOM_HEADERS <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <functional>
    <limits> <map> <memory> <mutex> <optional> <set> <span> <sstream> <string> <string_view>
    <unordered_map> <utility> <variant> <vector> <nlohmann/json.hpp>)
set(CLGAUGE_TEST_HEADERS ${CLGAUGE_ROOM_HEADERS} <fstream> <random> <gmock/gmock.h> <gtest/gtest.h>)

# clgauge_precompile(TARGET ROOM|TEST): TARGET starts from the parsed headers, which are made once for
# each set of options.
function(clgauge_precompile target kind)
  if(NOT CMAKE_UNITY_BUILD OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  # -fPIE, which CMake takes for a program, does not fit what was made for a library.
  target_compile_options(${target} PRIVATE -fPIC)
  get_target_property(options ${target} COMPILE_OPTIONS)
  string(MAKE_C_IDENTIFIER "clgauge_headers_${kind}_${options}" headers)
  if(NOT TARGET ${headers})
    set(source "${PROJECT_BINARY_DIR}/${headers}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "")
    add_library(${headers} OBJECT EXCLUDE_FROM_ALL "${source}")
    set_target_properties(${headers} PROPERTIES COMPILE_OPTIONS "${options}")
    target_link_libraries(${headers} PRIVATE nlohmann_json clgauge_options)
    if(kind STREQUAL "TEST")
      target_link_libraries(${headers} PRIVATE GTest::gmock)
    endif()
    target_precompile_headers(${headers} PRIVATE ${CLGAUGE_${kind}_HEADERS})
    if(NOT TARGET clgauge_headers)
      add_custom_target(clgauge_headers) # all of them, for clang-tidy
    endif()
    add_dependencies(clgauge_headers ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()
