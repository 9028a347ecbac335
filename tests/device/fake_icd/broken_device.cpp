// A platform with one device that fell off the bus: every query about it fails.
#include "platform.h"

namespace {

extern const cl_icd_dispatch kDispatch;
_cl_device_id device{&kDispatch};

cl_int CL_API_CALL get_device_ids(cl_platform_id, cl_device_type, cl_uint entries,
                                  cl_device_id* list, cl_uint* count) {
  if (count != nullptr) {
    *count = 1;
  }
  if (list != nullptr && entries > 0) {
    list[0] = &device;
  }
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_device_info(cl_device_id, cl_device_info, size_t, void*, size_t*) {
  return CL_DEVICE_NOT_AVAILABLE;
}

const cl_icd_dispatch kDispatch = [] {
  cl_icd_dispatch table{};
  table.clGetPlatformInfo = fake_icd::get_platform_info;
  table.clGetDeviceIDs = get_device_ids;
  table.clGetDeviceInfo = get_device_info;
  return table;
}();

}  // namespace

extern "C" __attribute__((visibility("default"))) cl_int clIcdGetPlatformIDsKHR(
    cl_uint entries, cl_platform_id* list, cl_uint* count) {
  static _cl_platform_id platform{&kDispatch};
  return fake_icd::hand_out(&platform, entries, list, count);
}

extern "C" __attribute__((visibility("default"))) void* clGetExtensionFunctionAddress(
    const char* name) {
  return fake_icd::function_named(name, clIcdGetPlatformIDsKHR);
}
