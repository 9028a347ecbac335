// A driver that ends its process when asked for platforms.
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <cstdlib>

extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(cl_uint,
                                                                                cl_platform_id*,
                                                                                cl_uint*) {
  std::abort();
}
