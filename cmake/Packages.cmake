# Every third-party library, found once, as one imported target each. All come from the distribution.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(spdlog REQUIRED)
find_package(SQLiteCpp REQUIRED)
find_package(Ceres REQUIRED)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(OpenCL REQUIRED IMPORTED_TARGET OpenCL)
if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  pkg_check_modules(openblas REQUIRED IMPORTED_TARGET openblas)
  pkg_check_modules(lapacke REQUIRED IMPORTED_TARGET lapacke)
endif()

find_path(NLOHMANN_JSON_INCLUDE nlohmann/json.hpp REQUIRED)
add_library(nlohmann_json INTERFACE IMPORTED)
target_include_directories(nlohmann_json SYSTEM INTERFACE "${NLOHMANN_JSON_INCLUDE}")

find_path(CLI11_INCLUDE CLI/CLI.hpp REQUIRED)
add_library(cli11 INTERFACE IMPORTED)
target_include_directories(cli11 SYSTEM INTERFACE "${CLI11_INCLUDE}")

# PoCL 3.1 loads LLVM 15 into the process; another version beside it crashes. So: 15, shared.
set(CLGAUGE_LLVM_VERSION 15 CACHE STRING "Major version of LLVM and Clang; must be PoCL's")
find_path(LLVM_INCLUDE llvm/IR/Module.h HINTS "/usr/lib/llvm-${CLGAUGE_LLVM_VERSION}/include"
          NO_DEFAULT_PATH REQUIRED)
find_library(LLVM_LIBRARY "LLVM-${CLGAUGE_LLVM_VERSION}"
             HINTS "/usr/lib/llvm-${CLGAUGE_LLVM_VERSION}/lib" NO_DEFAULT_PATH REQUIRED)
find_library(CLANG_CPP_LIBRARY clang-cpp HINTS "/usr/lib/llvm-${CLGAUGE_LLVM_VERSION}/lib"
             NO_DEFAULT_PATH REQUIRED)
find_library(ISL_LIBRARY isl REQUIRED)
find_path(ISL_INCLUDE isl/set.h REQUIRED)
add_library(isl INTERFACE IMPORTED)
target_include_directories(isl SYSTEM INTERFACE "${ISL_INCLUDE}")
target_link_libraries(isl INTERFACE "${ISL_LIBRARY}")
add_library(llvm INTERFACE IMPORTED)
target_include_directories(llvm SYSTEM INTERFACE "${LLVM_INCLUDE}")
# A program with the property CLGAUGE_STATIC_LLVM gets the parts of LLVM and Clang that it uses inside:
# relocating the shared libraries takes longer than compiling a kernel. Such a program must never load
# PoCL. Where the archives are not installed it gets the shared libraries like everyone else.
set(CLGAUGE_LLVM_ARCHIVES "${CLANG_CPP_LIBRARY}" "${LLVM_LIBRARY}")
get_filename_component(llvm_folder "${LLVM_LIBRARY}" DIRECTORY)
find_program(LLVM_CONFIG llvm-config HINTS "/usr/lib/llvm-${CLGAUGE_LLVM_VERSION}/bin" NO_DEFAULT_PATH)
if(LLVM_CONFIG AND EXISTS "${llvm_folder}/libclangFrontend.a")
  execute_process(
    COMMAND "${LLVM_CONFIG}" --link-static --libfiles coroutines coverage frontendopenmp irreader lto
            objcarcopts option passes windowsdriver mca object x86desc x86disassembler x86info
            x86targetmca
    OUTPUT_VARIABLE llvm_archives RESULT_VARIABLE llvm_config_failed OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT llvm_config_failed)
    separate_arguments(llvm_archives UNIX_COMMAND "${llvm_archives}")
    set(CLGAUGE_LLVM_ARCHIVES "")
    foreach(part Frontend Driver CodeGen Serialization Parse Sema Analysis Edit ASTMatchers AST
                 Support Lex Basic)
      if(EXISTS "${llvm_folder}/libclang${part}.a")
        list(APPEND CLGAUGE_LLVM_ARCHIVES "${llvm_folder}/libclang${part}.a")
      endif()
    endforeach()
    list(APPEND CLGAUGE_LLVM_ARCHIVES ${llvm_archives} z tinfo ${CMAKE_DL_LIBS})
  endif()
endif()
set(static_llvm "$<BOOL:$<TARGET_PROPERTY:CLGAUGE_STATIC_LLVM>>")
target_link_libraries(llvm INTERFACE
  isl "$<${static_llvm}:${CLGAUGE_LLVM_ARCHIVES}>"
  "$<$<NOT:${static_llvm}>:${CLANG_CPP_LIBRARY};${LLVM_LIBRARY}>")
# libLLVM exports Polly's copy of isl_*. CMake orders libraries as it likes, so the real libisl stands
# among the options, which come first, and stays although nothing before it asks for it.
target_link_options(llvm INTERFACE
  "$<$<NOT:${static_llvm}>:SHELL:-Wl,--push-state,--no-as-needed ${ISL_LIBRARY} -Wl,--pop-state>")
