# One set of language rules for every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or Sanitized" FORCE)
endif()

# The work is in kernels and in other libraries: more than -O1 would only cost compile time. What
# computes by itself says so (clgauge_optimise()).
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")

set(CLGAUGE_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Woverloaded-virtual -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees overlapping copies in std::string where there are none (GCC bug 105651).
  list(APPEND CLGAUGE_WARNINGS -Wno-restrict)
endif()

add_library(clgauge_options INTERFACE)
target_compile_options(clgauge_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${CLGAUGE_WARNINGS}>)
