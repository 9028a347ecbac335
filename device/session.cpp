#include "device/session.h"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "device/cl_error.h"
#include "device/handles.h"
#include "device/program.h"
#include "device/program_cache.h"
#include "device/query.h"
#include "device/timing.h"

namespace clgauge::device {

struct Buffer::Impl {
  MemoryHandle memory;
  std::size_t bytes = 0;
};

struct Kernel::Impl {
  ProgramHandle program;
  KernelHandle kernel;
  cl_device_id device = nullptr;
  std::string label;  // "kernel on device", for messages
  unsigned argument_count = 0;
  bool from_cache = false;
  double build_seconds = 0;
};

struct Session::Impl {
  Identity identity;
  DeviceHandle sub_device;  // empty for a whole device
  cl_device_id device = nullptr;
  ContextHandle context;
  QueueHandle queue;
  ProgramCache cache = ProgramCache::of_user();

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl();
};

namespace {

// PoCL 3.1 says that a command is done before its thread gives up the command's event, and looks
// into the queue when it does: a queue that is released between the two is a crash. The last
// command is waited for until nobody else holds its event.
void let_go(cl_command_queue queue) {
  constexpr int kTries = 1000;
  constexpr auto kPause = std::chrono::microseconds(20);
  cl_event raw_event = nullptr;
  if (clEnqueueMarkerWithWaitList(queue, 0, nullptr, &raw_event) != CL_SUCCESS) {
    return;
  }
  const EventHandle marker(raw_event);
  clWaitForEvents(1, &raw_event);
  for (int i = 0; i < kTries; ++i) {
    cl_uint holders = 0;
    if (clGetEventInfo(raw_event, CL_EVENT_REFERENCE_COUNT, sizeof holders, &holders, nullptr) !=
            CL_SUCCESS ||
        holders <= 1) {
      return;
    }
    std::this_thread::sleep_for(kPause);
  }
}

// Of several devices with this id, the one in the place where it was discovered.
FoundDevice find_again(const Identity& identity) {
  const std::string& root_id = identity.is_sub_device() ? identity.parent_id : identity.id;
  std::vector<DiscoveryProblem> problems;
  cl_int status = CL_SUCCESS;
  std::optional<FoundDevice> twin;
  for (FoundDevice& found : all_devices(problems, status)) {
    if (found.identity.id != root_id) {
      continue;
    }
    if (found.identity.index == identity.index) {
      return std::move(found);
    }
    twin = std::move(found);
  }
  if (!twin) {
    throw Error(ErrorKind::device,
                fmt::format("device {} \"{}\" ({}) is not there (any more): run `clgauge devices` "
                            "and choose another",
                            root_id, identity.name, identity.platform));
  }
  return std::move(*twin);
}

DeviceHandle cut(cl_device_id whole, const Identity& identity) {
  const std::array<cl_device_partition_property, 3> shape{
      CL_DEVICE_PARTITION_EQUALLY,
      static_cast<cl_device_partition_property>(identity.compute_units), 0};
  cl_uint count = 0;
  check(clCreateSubDevices(whole, shape.data(), 0, nullptr, &count), "clCreateSubDevices",
        identity.name);
  std::vector<cl_device_id> parts(count);
  check(clCreateSubDevices(whole, shape.data(), count, parts.data(), nullptr), "clCreateSubDevices",
        identity.name);
  DeviceHandle first;
  for (cl_device_id part : parts) {
    DeviceHandle owned(part);
    if (!first) {
      first = std::move(owned);
    }
  }
  if (!first) {
    fail(CL_DEVICE_PARTITION_FAILED, "clCreateSubDevices", identity.name);
  }
  return first;
}

void check_range(const Buffer& buffer, std::size_t bytes, std::size_t offset_bytes) {
  if (offset_bytes > buffer.bytes() || bytes > buffer.bytes() - offset_bytes) {
    throw Error(ErrorKind::usage,
                fmt::format("bytes {} to {} are outside a buffer of {} bytes: make it larger",
                            offset_bytes, offset_bytes + bytes, buffer.bytes()));
  }
}

std::string kernels_in(cl_program program) {
  std::size_t bytes = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, nullptr, &bytes) != CL_SUCCESS ||
      bytes <= 1) {
    return "none";
  }
  std::string names(bytes, '\0');
  if (clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, bytes, names.data(), nullptr) !=
      CL_SUCCESS) {
    return "none";
  }
  names.resize(bytes - 1);
  return names;
}

std::optional<cl_ulong> profiling(cl_event event, cl_profiling_info what) {
  cl_ulong nanoseconds = 0;
  if (clGetEventProfilingInfo(event, what, sizeof(nanoseconds), &nanoseconds, nullptr) !=
      CL_SUCCESS) {
    return std::nullopt;
  }
  return nanoseconds;
}

// True when the driver is to choose the group size.
bool leaves_local_to_driver(unsigned dimensions, const std::array<std::size_t, 3>& local) {
  unsigned zeros = 0;
  for (unsigned i = 0; i < dimensions; ++i) {
    zeros += local[i] == 0 ? 1U : 0U;
  }
  if (zeros != 0 && zeros != dimensions) {
    throw Error(ErrorKind::usage,
                fmt::format("local size {},{},{} has some zeros: give all {} sizes or none",
                            local[0], local[1], local[2], dimensions));
  }
  return zeros != 0;
}

}  // namespace

Session::Session(const Identity& identity) : impl_(std::make_unique<Impl>()) {
  FoundDevice found = find_again(identity);
  impl_->device = found.device;
  impl_->identity = identity.is_sub_device()
                        ? device::sub_device(found.identity, identity.compute_units)
                        : found.identity;
  if (identity.is_sub_device()) {
    impl_->sub_device = cut(found.device, identity);
    impl_->device = impl_->sub_device.get();
  }
  const std::array<cl_context_properties, 3> properties{
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(found.platform), 0};
  cl_int status = CL_SUCCESS;
  impl_->context = ContextHandle(
      clCreateContext(properties.data(), 1, &impl_->device, nullptr, nullptr, &status));
  check(status, "clCreateContext", identity.name);
  impl_->queue = QueueHandle(clCreateCommandQueue(impl_->context.get(), impl_->device,
                                                  CL_QUEUE_PROFILING_ENABLE, &status));
  check(status, "clCreateCommandQueue", identity.name);
}

Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::Impl::~Impl() {
  if (queue) {
    let_go(queue.get());
  }
}

Session::~Session() = default;

const Identity& Session::identity() const { return impl_->identity; }

Kernel Session::kernel(const std::string& source, const std::string& options,
                       const std::string& name) {
  BuiltProgram built = build_program(impl_->context.get(), impl_->device, impl_->identity,
                                     impl_->cache, source, options);
  cl_int status = CL_SUCCESS;
  KernelHandle handle(clCreateKernel(built.program.get(), name.c_str(), &status));
  if (status == CL_INVALID_KERNEL_NAME) {
    throw Error(ErrorKind::input, fmt::format("the source has no kernel \"{}\": choose one of {}",
                                              name, kernels_in(built.program.get())));
  }
  check(status, "clCreateKernel", impl_->identity.name);
  cl_uint arguments = 0;
  check(clGetKernelInfo(handle.get(), CL_KERNEL_NUM_ARGS, sizeof(arguments), &arguments, nullptr),
        "clGetKernelInfo", impl_->identity.name);
  auto impl = std::make_unique<Kernel::Impl>();
  impl->program = std::move(built.program);
  impl->kernel = std::move(handle);
  impl->device = impl_->device;
  impl->label = fmt::format("kernel \"{}\" of \"{}\"", name, impl_->identity.name);
  impl->argument_count = arguments;
  impl->from_cache = built.from_cache;
  impl->build_seconds = built.seconds;
  return Kernel(std::move(impl));
}

Buffer Session::buffer(std::size_t bytes) {
  if (bytes == 0 || bytes > impl_->identity.max_allocation_bytes) {
    throw Error(ErrorKind::usage,
                fmt::format("a buffer on \"{}\" has 1 to {} bytes, not {}", impl_->identity.name,
                            impl_->identity.max_allocation_bytes, bytes));
  }
  cl_int status = CL_SUCCESS;
  auto impl = std::make_unique<Buffer::Impl>();
  impl->memory = MemoryHandle(
      clCreateBuffer(impl_->context.get(), CL_MEM_READ_WRITE, bytes, nullptr, &status));
  check(status, fmt::format("clCreateBuffer({} bytes)", bytes), impl_->identity.name);
  impl->bytes = bytes;
  return Buffer(std::move(impl));
}

void Session::write(Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset_bytes) {
  check_range(buffer, bytes, offset_bytes);
  check(clEnqueueWriteBuffer(impl_->queue.get(), buffer.impl_->memory.get(), CL_TRUE, offset_bytes,
                             bytes, data, 0, nullptr, nullptr),
        "clEnqueueWriteBuffer", impl_->identity.name);
}

void Session::read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset_bytes) {
  check_range(buffer, bytes, offset_bytes);
  check(clEnqueueReadBuffer(impl_->queue.get(), buffer.impl_->memory.get(), CL_TRUE, offset_bytes,
                            bytes, data, 0, nullptr, nullptr),
        "clEnqueueReadBuffer", impl_->identity.name);
}

void Session::fill(Buffer& buffer, const void* pattern, std::size_t pattern_bytes) {
  check(clEnqueueFillBuffer(impl_->queue.get(), buffer.impl_->memory.get(), pattern, pattern_bytes,
                            0, buffer.bytes(), 0, nullptr, nullptr),
        "clEnqueueFillBuffer", impl_->identity.name);
  check(clFinish(impl_->queue.get()), "clFinish", impl_->identity.name);
}

RunTime Session::run(Kernel& kernel, unsigned dimensions, const std::array<std::size_t, 3>& global,
                     const std::array<std::size_t, 3>& local) {
  if (dimensions < 1 || dimensions > 3) {
    throw Error(ErrorKind::usage,
                fmt::format("a launch has 1 to 3 dimensions, not {}", dimensions));
  }
  const std::size_t* group = leaves_local_to_driver(dimensions, local) ? nullptr : local.data();
  const std::string& label = kernel.impl_->label;

  cl_event raw_event = nullptr;
  const auto start = std::chrono::steady_clock::now();
  check(clEnqueueNDRangeKernel(impl_->queue.get(), kernel.impl_->kernel.get(), dimensions, nullptr,
                               global.data(), group, 0, nullptr, &raw_event),
        "clEnqueueNDRangeKernel", label);
  const EventHandle event(raw_event);
  check(clWaitForEvents(1, &raw_event), "clWaitForEvents", label);
  const auto end = std::chrono::steady_clock::now();

  RunTime time;
  time.host_seconds = std::chrono::duration<double>(end - start).count();
  const auto started = profiling(event.get(), CL_PROFILING_COMMAND_START);
  const auto ended = profiling(event.get(), CL_PROFILING_COMMAND_END);
  if (started && ended) {
    time.device_seconds = plausible_event_seconds(*started, *ended, time.host_seconds,
                                                  impl_->identity.timer_resolution_nanoseconds);
  }
  return time;
}

Buffer::Buffer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Buffer::Buffer(Buffer&&) noexcept = default;
Buffer& Buffer::operator=(Buffer&&) noexcept = default;
Buffer::~Buffer() = default;

std::size_t Buffer::bytes() const { return impl_->bytes; }

Kernel::Kernel(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;
Kernel::~Kernel() = default;

void Kernel::set_buffer(unsigned index, const Buffer& buffer) {
  const cl_mem memory = buffer.impl_->memory.get();
  set_value(index, &memory, sizeof(cl_mem));
}

void Kernel::set_local(unsigned index, std::size_t bytes) { set_value(index, nullptr, bytes); }

void Kernel::set_value(unsigned index, const void* value, std::size_t bytes) {
  check(clSetKernelArg(impl_->kernel.get(), index, bytes, value),
        fmt::format("clSetKernelArg({})", index), impl_->label);
}

unsigned Kernel::argument_count() const { return impl_->argument_count; }
bool Kernel::from_cache() const { return impl_->from_cache; }
double Kernel::build_seconds() const { return impl_->build_seconds; }

KernelLimits Kernel::limits() const {
  const auto ask = [this](cl_kernel_work_group_info what, auto& value) {
    check(clGetKernelWorkGroupInfo(impl_->kernel.get(), impl_->device, what, sizeof(value), &value,
                                   nullptr),
          "clGetKernelWorkGroupInfo", impl_->label);
  };
  KernelLimits limits;
  ask(CL_KERNEL_WORK_GROUP_SIZE, limits.max_group_size);
  ask(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, limits.preferred_group_multiple);
  ask(CL_KERNEL_LOCAL_MEM_SIZE, limits.local_bytes);
  ask(CL_KERNEL_PRIVATE_MEM_SIZE, limits.private_bytes);
  return limits;
}

std::string Kernel::program_binary() const { return binary_of(impl_->program.get()); }

}  // namespace clgauge::device
