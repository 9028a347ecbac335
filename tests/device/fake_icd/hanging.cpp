// A driver that waits for ever when asked for platforms.
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <unistd.h>

extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(cl_uint,
                                                                                cl_platform_id*,
                                                                                cl_uint*) {
  for (;;) {
    ::pause();
  }
}
