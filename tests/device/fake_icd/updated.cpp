// A device whose driver's version is what the file $FAKE_DRIVER_FILE says: drivers are updated
// while programs run.
#include <cstdlib>
#include <fstream>
#include <string>

#include "platform.h"

namespace {

extern const cl_icd_dispatch kDispatch;
_cl_device_id device{&kDispatch};

std::string driver_version() {
  const char* const file = std::getenv("FAKE_DRIVER_FILE");
  std::ifstream in(file == nullptr ? "" : file);
  std::string version;
  in >> version;
  return version;
}

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

cl_int number(std::uint64_t value, size_t bytes, void* out, size_t* needed) {
  if (needed != nullptr) {
    *needed = sizeof(value);
  }
  if (out != nullptr) {
    std::memset(out, 0, bytes);
    std::memcpy(out, &value, bytes < sizeof(value) ? bytes : sizeof(value));
  }
  return CL_SUCCESS;
}

cl_int CL_API_CALL get_device_info(cl_device_id, cl_device_info what, size_t bytes, void* value,
                                   size_t* needed) {
  switch (what) {
    case CL_DEVICE_NAME:
      return fake_icd::answer("Fake device", bytes, value, needed);
    case CL_DRIVER_VERSION:
      return fake_icd::answer(driver_version(), bytes, value, needed);
    case CL_DEVICE_VERSION:
      return fake_icd::answer("OpenCL 1.2 fake", bytes, value, needed);
    case CL_DEVICE_OPENCL_C_VERSION:
      return fake_icd::answer("OpenCL C 1.2 fake", bytes, value, needed);
    case CL_DEVICE_VENDOR:
    case CL_DEVICE_PROFILE:
      return fake_icd::answer("fake", bytes, value, needed);
    case CL_DEVICE_EXTENSIONS:
      return fake_icd::answer("", bytes, value, needed);
    case CL_DEVICE_TYPE:
      return number(CL_DEVICE_TYPE_CPU, bytes, value, needed);
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_COMPILER_AVAILABLE:
      return number(CL_TRUE, bytes, value, needed);
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
      return number(0, bytes, value, needed);
    default:
      return number(2, bytes, value, needed);
  }
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
