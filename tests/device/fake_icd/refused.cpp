// A driver with a platform that the loader does not take: it answers no query of cl_khr_icd.
#include "platform.h"

extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(
    cl_uint entries, cl_platform_id* list, cl_uint* count) {
  static const cl_icd_dispatch dispatch{};
  static _cl_platform_id platform{&dispatch};
  return fake_icd::hand_out(&platform, entries, list, count);
}
