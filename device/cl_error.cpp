#include "device/cl_error.h"

#include <fmt/format.h>

#include <array>

#include "base/error.h"

namespace clgauge::device {
namespace {

struct StatusText {
  cl_int status;
  const char* name;
  const char* mend;
};

constexpr const char* kLaunchMend = "check the launch's sizes against `clgauge devices`";
constexpr const char* kMemoryMend = "use smaller buffers or a device with more memory";
constexpr const char* kArgumentMend = "compare the arguments with the kernel's signature";
constexpr const char* kDriverMend =
    "try again; if it stays, the driver is at fault: clinfo and dmesg say more";

// OpenCL 3.0 specification, appendix "Error Codes", and cl_khr_icd.
constexpr std::array<StatusText, 45> kStatuses{{
    {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND", "run `clgauge devices`"},
    {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE", "run `clgauge devices`"},
    {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE", "choose a device with a compiler"},
    {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE", kMemoryMend},
    {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES", kMemoryMend},
    {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY", kMemoryMend},
    {CL_PROFILING_INFO_NOT_AVAILABLE, "CL_PROFILING_INFO_NOT_AVAILABLE", kDriverMend},
    {CL_MEM_COPY_OVERLAP, "CL_MEM_COPY_OVERLAP", kArgumentMend},
    {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE", "read the build log"},
    {CL_MISALIGNED_SUB_BUFFER_OFFSET, "CL_MISALIGNED_SUB_BUFFER_OFFSET", kArgumentMend},
    {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST",
     kDriverMend},
    {CL_COMPILE_PROGRAM_FAILURE, "CL_COMPILE_PROGRAM_FAILURE", "read the build log"},
    {CL_LINKER_NOT_AVAILABLE, "CL_LINKER_NOT_AVAILABLE", kDriverMend},
    {CL_LINK_PROGRAM_FAILURE, "CL_LINK_PROGRAM_FAILURE", "read the build log"},
    {CL_DEVICE_PARTITION_FAILED, "CL_DEVICE_PARTITION_FAILED", "use the whole device"},
    {CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "CL_KERNEL_ARG_INFO_NOT_AVAILABLE", kDriverMend},
    {CL_INVALID_VALUE, "CL_INVALID_VALUE", kArgumentMend},
    {CL_INVALID_DEVICE_TYPE, "CL_INVALID_DEVICE_TYPE", kDriverMend},
    {CL_INVALID_PLATFORM, "CL_INVALID_PLATFORM", kDriverMend},
    {CL_INVALID_DEVICE, "CL_INVALID_DEVICE", "run `clgauge devices`"},
    {CL_INVALID_CONTEXT, "CL_INVALID_CONTEXT", kDriverMend},
    {CL_INVALID_QUEUE_PROPERTIES, "CL_INVALID_QUEUE_PROPERTIES",
     "the device offers no profiling queue: choose another"},
    {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE", kDriverMend},
    {CL_INVALID_HOST_PTR, "CL_INVALID_HOST_PTR", kArgumentMend},
    {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT", kArgumentMend},
    {CL_INVALID_BINARY, "CL_INVALID_BINARY", "empty the program cache"},
    {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS", "check --build-options"},
    {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM", kDriverMend},
    {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE", kDriverMend},
    {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME", "check the kernel's name"},
    {CL_INVALID_KERNEL_DEFINITION, "CL_INVALID_KERNEL_DEFINITION", "check the kernel's signature"},
    {CL_INVALID_KERNEL, "CL_INVALID_KERNEL", kDriverMend},
    {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX", kArgumentMend},
    {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE", kArgumentMend},
    {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE", kArgumentMend},
    {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS", "set every argument of the kernel"},
    {CL_INVALID_WORK_DIMENSION, "CL_INVALID_WORK_DIMENSION", kLaunchMend},
    {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE",
     "make each global size a multiple of its local size and the group no larger than the device's"
     " limit"},
    {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE", kLaunchMend},
    {CL_INVALID_GLOBAL_OFFSET, "CL_INVALID_GLOBAL_OFFSET", kLaunchMend},
    {CL_INVALID_EVENT, "CL_INVALID_EVENT", kDriverMend},
    {CL_INVALID_OPERATION, "CL_INVALID_OPERATION", kDriverMend},
    {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE", kMemoryMend},
    {CL_INVALID_GLOBAL_WORK_SIZE, "CL_INVALID_GLOBAL_WORK_SIZE", kLaunchMend},
    {CL_PLATFORM_NOT_FOUND_KHR, "CL_PLATFORM_NOT_FOUND_KHR", "install an OpenCL driver"},
}};

const StatusText* find(cl_int status) noexcept {
  for (const StatusText& text : kStatuses) {
    if (text.status == status) {
      return &text;
    }
  }
  return nullptr;
}

}  // namespace

std::string status_name(cl_int status) {
  const StatusText* text = find(status);
  return text != nullptr ? text->name : fmt::format("OpenCL error {}", status);
}

void fail(cl_int status, std::string_view call, std::string_view device) {
  const StatusText* text = find(status);
  throw Error(ErrorKind::device,
              fmt::format("{} failed on {}: {}: {}", call, device, status_name(status),
                          text != nullptr ? text->mend : kDriverMend));
}

}  // namespace clgauge::device
