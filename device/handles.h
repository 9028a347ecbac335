#pragma once

#include <utility>

#include "device/opencl.h"

namespace clgauge::device {

// Owns one reference to an OpenCL object and releases it.
template <typename Object, cl_int (*Release)(Object)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(Object object) noexcept : object_(object) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (object_ != nullptr) {
      Release(object_);
    }
  }

  [[nodiscard]] Object get() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  Object object_ = nullptr;
};

using ContextHandle = Handle<cl_context, clReleaseContext>;
using QueueHandle = Handle<cl_command_queue, clReleaseCommandQueue>;
using ProgramHandle = Handle<cl_program, clReleaseProgram>;
using KernelHandle = Handle<cl_kernel, clReleaseKernel>;
using MemoryHandle = Handle<cl_mem, clReleaseMemObject>;
using EventHandle = Handle<cl_event, clReleaseEvent>;
using DeviceHandle = Handle<cl_device_id, clReleaseDevice>;  // harmless on a root device

}  // namespace clgauge::device
