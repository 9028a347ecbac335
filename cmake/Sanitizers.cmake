# CLGAUGE_SANITIZE: a comma-separated list for -fsanitize, set by the presets asan and tsan.
set(CLGAUGE_SANITIZE "" CACHE STRING "Sanitizers to build with, for example address,undefined")
# Instrumented code takes the compiler twice as long when it is optimised, too.
set(CMAKE_CXX_FLAGS_SANITIZED "-O0 -g1 -fno-omit-frame-pointer" CACHE STRING "" FORCE)
set(CMAKE_C_FLAGS_SANITIZED "-O0 -g1 -fno-omit-frame-pointer" CACHE STRING "" FORCE)
if(CLGAUGE_SANITIZE)
  add_compile_options(-fsanitize=${CLGAUGE_SANITIZE} -fno-sanitize-recover=all)
  # Instrumented code makes GCC 12 see uninitialised members in std::regex (GCC bug 105562).
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(CLGAUGE_SANITIZE MATCHES "thread")
    # Asio's queue of handlers has fences, which GCC cannot follow; its mutex is what orders them.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
  add_link_options(-fsanitize=${CLGAUGE_SANITIZE})
endif()
