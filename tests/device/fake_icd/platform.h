#pragma once

// Just enough of a driver for the loader (cl_khr_icd) to take it: one platform and its dispatch
// table. What clGetDeviceIDs and clGetDeviceInfo answer is the including file's business.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <cstring>
#include <string_view>

struct _cl_platform_id {
  const cl_icd_dispatch* dispatch;
};
struct _cl_device_id {
  const cl_icd_dispatch* dispatch;
};

namespace fake_icd {

inline cl_int answer(std::string_view text, size_t bytes, void* value, size_t* needed) {
  if (needed != nullptr) {
    *needed = text.size() + 1;
  }
  if (value == nullptr) {
    return CL_SUCCESS;
  }
  if (bytes < text.size() + 1) {
    return CL_INVALID_VALUE;
  }
  std::memcpy(value, text.data(), text.size());
  static_cast<char*>(value)[text.size()] = '\0';
  return CL_SUCCESS;
}

inline cl_int CL_API_CALL get_platform_info(cl_platform_id, cl_platform_info what, size_t bytes,
                                            void* value, size_t* needed) {
  switch (what) {
    case CL_PLATFORM_NAME:
      return answer("Fake platform", bytes, value, needed);
    case CL_PLATFORM_VERSION:
      return answer("OpenCL 1.2 fake", bytes, value, needed);
    case CL_PLATFORM_EXTENSIONS:
      return answer("cl_khr_icd", bytes, value, needed);
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return answer("FAKE", bytes, value, needed);
    default:
      return answer("fake", bytes, value, needed);
  }
}

inline cl_int hand_out(cl_platform_id platform, cl_uint entries, cl_platform_id* list,
                       cl_uint* count) {
  if (count != nullptr) {
    *count = 1;
  }
  if (list != nullptr && entries > 0) {
    list[0] = platform;
  }
  return CL_SUCCESS;
}

using GetPlatforms = cl_int(cl_uint, cl_platform_id*, cl_uint*);

// What clGetExtensionFunctionAddress answers: ocl-icd asks it for both.
inline void* function_named(std::string_view name, GetPlatforms* get_platforms) {
  if (name == "clIcdGetPlatformIDsKHR") {
    return reinterpret_cast<void*>(get_platforms);
  }
  return name == "clGetPlatformInfo" ? reinterpret_cast<void*>(&get_platform_info) : nullptr;
}

}  // namespace fake_icd
