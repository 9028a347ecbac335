# A room is a top-level folder and its targets. Dependencies point one way, from the rooms late in
# this list to the early ones, and the build enforces it twice:
#   * clgauge_room() refuses a dependency on a later room when CMake configures;
#   * a room's headers can be included (as "room/file.h") only by targets that link it, because each
#     room has an include folder of its own (a link in the build tree).
set(CLGAUGE_ROOM_ORDER base collector device db lens microbench model kernels service cli)

function(_clgauge_rank room out)
  list(FIND CLGAUGE_ROOM_ORDER "${room}" rank)
  if(rank EQUAL -1)
    message(FATAL_ERROR "'${room}' is not in CLGAUGE_ROOM_ORDER (cmake/Rooms.cmake)")
  endif()
  set(${out} ${rank} PARENT_SCOPE)
endfunction()

# The room that the current folder belongs to.
function(_clgauge_current_room out)
  file(RELATIVE_PATH relative "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REGEX REPLACE "/.*" "" room "${relative}")
  set(${out} "${room}" PARENT_SCOPE)
endfunction()

# clgauge_room(NAME [COMPUTES] SOURCES file... [DEPENDS clgauge-target...] [LINKS external-target...])
# Adds the static library clgauge_NAME. Its files must also compile as one (CMAKE_UNITY_BUILD, which
# quickstart and check use to build in half the time): internals of two files have two names. COMPUTES
# says that its own code is where time goes. DEPENDS are other targets of the project without their
# prefix; they and their headers are passed on. LINKS are third-party and stay private.
function(clgauge_room name)
  cmake_parse_arguments(ARG "COMPUTES" "" "SOURCES;DEPENDS;LINKS" ${ARGN})
  _clgauge_current_room(room)
  _clgauge_rank("${room}" rank)
  set(include_root "${PROJECT_BINARY_DIR}/rooms/${room}")
  file(MAKE_DIRECTORY "${include_root}")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${room}" "${include_root}/${room}" SYMBOLIC)

  add_library(clgauge_${name} STATIC ${ARG_SOURCES})
  set_target_properties(clgauge_${name} PROPERTIES CLGAUGE_ROOM "${room}")
  target_include_directories(clgauge_${name} PUBLIC "${include_root}")
  target_link_libraries(clgauge_${name} PRIVATE clgauge_options ${ARG_LINKS})
  if(ARG_COMPUTES)
    clgauge_optimise(clgauge_${name})
  endif()
  clgauge_precompile(clgauge_${name} ROOM)
  foreach(dependency IN LISTS ARG_DEPENDS)
    if(NOT TARGET clgauge_${dependency})
      message(FATAL_ERROR "clgauge_${name} depends on clgauge_${dependency}, which does not exist "
                          "yet: rooms are added in the order of CLGAUGE_ROOM_ORDER")
    endif()
    get_target_property(other clgauge_${dependency} CLGAUGE_ROOM)
    _clgauge_rank("${other}" other_rank)
    if(other_rank GREATER rank)
      message(FATAL_ERROR "room '${room}' reaches up to room '${other}' (clgauge_${name} -> "
                          "clgauge_${dependency}): dependencies point the other way")
    endif()
    target_link_libraries(clgauge_${name} PUBLIC clgauge_${dependency})
  endforeach()
endfunction()

# For a target whose own code is where time goes.
function(clgauge_optimise target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O3)
  elseif(CMAKE_BUILD_TYPE STREQUAL "Sanitized")
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# For a target that runs for less time than the compiler would take to make it faster.
function(clgauge_leave_unoptimised target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# clgauge_test(NAME [COMPUTES] SOURCES file... DEPENDS clgauge-target... [LINKS ...] [LABELS ...]
#              [TIMEOUT s])
# One GoogleTest program, one CTest entry. COMPUTES is for the few that run long.
function(clgauge_test name)
  cmake_parse_arguments(ARG "COMPUTES" "TIMEOUT" "SOURCES;DEPENDS;LINKS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE clgauge_options GTest::gmock_main ${ARG_LINKS})
  if(NOT ARG_COMPUTES)
    clgauge_leave_unoptimised(${name})
  endif()
  clgauge_precompile(${name} TEST)
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
  target_compile_definitions(${name} PRIVATE CLGAUGE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             CLGAUGE_BINARY_DIR="${PROJECT_BINARY_DIR}")
  foreach(dependency IN LISTS ARG_DEPENDS)
    target_link_libraries(${name} PRIVATE clgauge_${dependency})
  endforeach()
  add_test(NAME ${name} COMMAND ${name})
  # Drivers' threads do not survive LeakSanitizer's way of stopping a process.
  if("device" IN_LIST ARG_LABELS)
    set(leaks ":detect_leaks=0")
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}"
    ENVIRONMENT "ASAN_OPTIONS=detect_odr_violation=0${leaks};LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp:print_suppressions=0;UBSAN_OPTIONS=print_stacktrace=1")
endfunction()
