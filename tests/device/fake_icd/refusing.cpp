// A driver whose hardware is missing: it loads and has no platform to offer.
#include <CL/cl.h>
#include <CL/cl_ext.h>

extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(cl_uint,
                                                                                cl_platform_id*,
                                                                                cl_uint*) {
  return CL_OUT_OF_HOST_MEMORY;
}
