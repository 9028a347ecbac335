// A platform without devices.
#include "platform.h"

namespace {

cl_int CL_API_CALL get_device_ids(cl_platform_id, cl_device_type, cl_uint, cl_device_id*,
                                  cl_uint*) {
  return CL_DEVICE_NOT_FOUND;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(
    cl_uint entries, cl_platform_id* list, cl_uint* count) {
  static const cl_icd_dispatch dispatch = [] {
    cl_icd_dispatch table{};
    table.clGetPlatformInfo = fake_icd::get_platform_info;
    table.clGetDeviceIDs = get_device_ids;
    return table;
  }();
  static _cl_platform_id platform{&dispatch};
  return fake_icd::hand_out(&platform, entries, list, count);
}

extern "C" __attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(
    const char* name) {
  return fake_icd::function_named(name, clIcdGetPlatformIDsKHR);
}
