#include "microbench/worker/runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "device/device.h"
#include "device/session.h"
#include "microbench/policy/measure.h"
#include "microbench/worker/include_options.h"
#include "microbench/worker/object_finder.h"
#include "microbench/worker/thread_placement.h"
#include "microbench/worker/values.h"

namespace clgauge::microbench {
namespace {

using device::Buffer;
using device::Kernel;
using device::Session;

Measurement failure(Status status, std::string reason, std::string detail = {}) {
  Measurement m;
  m.status = status;
  m.reason = std::move(reason);
  m.detail = std::move(detail);
  return m;
}

// What the job asks of the device beyond its limits, or nothing.
std::optional<std::string> broken_limit(const Job& job, const device::Identity& device) {
  if (job.dimensions < 1 || job.dimensions > 3) {
    return fmt::format("a launch has 1 to 3 dimensions, not {}", job.dimensions);
  }
  std::size_t group = 1;
  for (unsigned d = 0; d < job.dimensions; ++d) {
    if (job.global[d] == 0) return fmt::format("global size {} is zero", d);
    if (job.local[d] == 0) continue;
    group *= job.local[d];
    if (job.global[d] % job.local[d] != 0) {
      return fmt::format("global size {} is no multiple of local size {} in dimension {}",
                         job.global[d], job.local[d], d);
    }
  }
  if (group > device.max_group_size) {
    return fmt::format("a group of {} work-items; the device allows {}", group,
                       device.max_group_size);
  }
  std::uint64_t local_bytes = 0;
  for (const Argument& argument : job.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      if (buffer->bytes == 0 || buffer->bytes > device.max_allocation_bytes) {
        return fmt::format("a buffer of {} bytes; the device allows 1 to {}", buffer->bytes,
                           device.max_allocation_bytes);
      }
    } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
      local_bytes += local->bytes;
    }
  }
  if (local_bytes > device.local_bytes) {
    return fmt::format("{} bytes of local memory; the device has {}", local_bytes,
                       device.local_bytes);
  }
  return std::nullopt;
}

std::optional<std::string> broken_kernel_limit(const Job& job, const Kernel& kernel) {
  if (kernel.argument_count() != job.arguments.size()) {
    return fmt::format("kernel {} takes {} arguments; the job has {}", job.kernel,
                       kernel.argument_count(), job.arguments.size());
  }
  const std::size_t group = std::accumulate(job.local.begin(), job.local.begin() + job.dimensions,
                                            std::size_t{1}, std::multiplies<>());
  const std::size_t allowed = kernel.limits().max_group_size;
  if (group > allowed) {
    return fmt::format("a group of {} work-items; this kernel allows {}", group, allowed);
  }
  return std::nullopt;
}

// OpenCL refusals of the launch itself, as opposed to a failure of the device.
bool is_refusal(const Error& error) {
  const std::string what = error.what();
  return error.kind() == ErrorKind::usage || what.find("CL_INVALID_WORK") != std::string::npos ||
         what.find("CL_INVALID_GLOBAL") != std::string::npos ||
         what.find("CL_INVALID_BUFFER_SIZE") != std::string::npos ||
         what.find("CL_INVALID_ARG") != std::string::npos;
}

}  // namespace

struct JobRunner::Impl {
  Announce announce;
  std::optional<Session> session;
  std::vector<Buffer> buffers;  // by position among the buffer arguments
  ObjectFinder objects;
  ThreadPlacement placement;
  bool is_spread = false;  // the driver's threads, for this session

  void say(const char* phase) const {
    if (announce) announce(phase);
  }

  void forget() {
    buffers.clear();
    session.reset();
    is_spread = false;
  }

  void open(const std::string& device_id) {
    if (session && session->identity().id == device_id) return;
    forget();
    try {
      session.emplace(device::select(device::discover(), device_id));
    } catch (const Error& error) {  // not the launch is wrong: its device is not here
      throw Error(ErrorKind::device, error.what(), error.detail());
    }
  }

  // Where buffers lie decides how often they collide in the caches: they are made as a program of
  // this one kernel would make them, unless the last job's are the same.
  void make_buffers(const Job& job) {
    std::vector<std::size_t> wanted;
    for (const Argument& argument : job.arguments) {
      if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
        wanted.push_back(buffer->bytes);
      }
    }
    const bool are_held =
        std::equal(wanted.begin(), wanted.end(), buffers.begin(), buffers.end(),
                   [](std::size_t bytes, const Buffer& held) { return held.bytes() == bytes; });
    if (are_held) return;
    buffers.clear();  // before the new ones, which may not fit beside them
    for (const std::size_t bytes : wanted) buffers.push_back(session->buffer(bytes));
  }

  Buffer& buffer_of(const Job& job, unsigned argument) {
    return buffers[static_cast<std::size_t>(std::count_if(
        job.arguments.begin(), job.arguments.begin() + argument,
        [](const Argument& a) { return std::holds_alternative<BufferArgument>(a); }))];
  }

  void write_fill(const Job& job, unsigned place) {
    const auto& argument = std::get<BufferArgument>(job.arguments[place]);
    Buffer& target = buffer_of(job, place);
    if (argument.fill == Fill::ring) {
      const std::vector<std::uint32_t> words = Ring(argument.ring).content();
      if (words.size() * sizeof(words[0]) != argument.bytes || argument.dtype != "uint32") {
        throw Error(ErrorKind::input, "a ring fills a buffer of uint32 that has its size");
      }
      session->write(target, words.data(), argument.bytes, 0);
      return;
    }
    const std::vector<std::byte> block = content_of(job, place);
    for (std::size_t at = 0; at < argument.bytes; at += block.size()) {
      session->write(target, block.data(), std::min(block.size(), argument.bytes - at), at);
    }
  }

  void set_arguments(const Job& job, Kernel& kernel) {
    make_buffers(job);
    for (unsigned i = 0; i < job.arguments.size(); ++i) {
      if (std::holds_alternative<BufferArgument>(job.arguments[i])) {
        write_fill(job, i);
        kernel.set_buffer(i, buffer_of(job, i));
      } else if (const auto* local = std::get_if<LocalArgument>(&job.arguments[i])) {
        kernel.set_local(i, local->bytes);
      } else {
        const auto* scalar = std::get_if<ScalarArgument>(&job.arguments[i]);
        const std::vector<std::byte> value =
            scalar != nullptr ? encode(*scalar)
                              : encode(std::get<StructArgument>(job.arguments[i]));
        kernel.set_value(i, value.data(), value.size());
      }
    }
  }

  // The arguments whose content was given, for it decides what a run does, and is another one now.
  std::vector<unsigned> changed_contents(const Job& job) {
    std::vector<unsigned> changed;
    for (unsigned i = 0; i < job.arguments.size(); ++i) {
      const auto* buffer = std::get_if<BufferArgument>(&job.arguments[i]);
      if (buffer != nullptr && buffer->fill == Fill::given &&
          !holds(buffer_of(job, i), content_of(job, i))) {
        changed.push_back(i);
      }
    }
    return changed;
  }

  // Whether the buffer holds these bytes, again and again.
  bool holds(const Buffer& buffer, const std::vector<std::byte>& block) {
    std::vector<std::byte> found(block.size());
    for (std::size_t at = 0; at < buffer.bytes(); at += block.size()) {
      const std::size_t bytes = std::min(block.size(), buffer.bytes() - at);
      session->read(buffer, found.data(), bytes, at);
      if (std::memcmp(found.data(), block.data(), bytes) != 0) return false;
    }
    return true;
  }

  // The first expectation that the buffers do not meet, in words.
  std::optional<std::string> broken_expectation(const Job& job) {
    for (const Expectation& e : job.expectations) {
      const auto* argument = e.argument < job.arguments.size()
                                 ? std::get_if<BufferArgument>(&job.arguments[e.argument])
                                 : nullptr;
      if (argument == nullptr) return fmt::format("argument {} is no buffer", e.argument);
      const std::size_t width = element_bytes(argument->dtype);
      if ((e.element + 1) * width > argument->bytes) {
        return fmt::format("argument {} has no element {}", e.argument, e.element);
      }
      std::vector<std::byte> element(width);
      session->read(buffer_of(job, e.argument), element.data(), width, e.element * width);
      const double found = decode(argument->dtype, element.data());
      if (!(std::abs(found - e.value) <= e.relative_tolerance * std::max(1.0, std::abs(e.value)))) {
        return fmt::format("argument {}, element {}: {} instead of {}", e.argument, e.element,
                           found, e.value);
      }
    }
    return std::nullopt;
  }

  // What one work-group makes the driver compile, or what it has compiled already.
  Measurement compile(Job job, Kernel& kernel) {
    job.global = job.local;
    if (ObjectFinder::needs_launch(session->identity())) {
      if (job.local[0] == 0) {
        return failure(Status::constraints,
                       "the driver compiles a kernel for its work-group size: give the local size");
      }
      set_arguments(job, kernel);
      say("first run");
      objects.before_launch();
      (void)session->run(kernel, job.dimensions, job.global, job.local);
      objects.after_launch(job);
    }
    Measurement m;
    m.object = objects.find(job, session->identity(), kernel);
    m.build_seconds = kernel.build_seconds();
    if (!m.object) {
      return failure(Status::unsupported,
                     fmt::format("\"{}\" does not show what it made of kernel {}",
                                 session->identity().name, job.kernel));
    }
    return m;
  }

  Measurement run(const Job& job, Wanted wanted) {
    say("open");
    open(job.device_id);
    const device::Identity& identity = session->identity();
    if (auto reason = broken_limit(job, identity)) return failure(Status::constraints, *reason);

    say("build");
    std::optional<Kernel> kernel;
    try {
      const IncludeOptions includes(job.include_directories);
      kernel.emplace(session->kernel(job.source, job.options + includes.text(), job.kernel));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::input) throw;
      return failure(Status::compile, error.what(), error.detail());
    }
    if (auto reason = broken_kernel_limit(job, *kernel)) {
      return failure(Status::constraints, *reason);
    }
    if (wanted == Wanted::object) return compile(job, *kernel);
    if (!std::exchange(is_spread, true)) spread_driver_threads(*session, placement);
    set_arguments(job, *kernel);

    say("first run");
    const auto launch = [&] {
      const device::RunTime time = session->run(*kernel, job.dimensions, job.global, job.local);
      return RunSeconds{time.device_seconds, time.host_seconds};
    };
    objects.before_launch();
    const double first_run_seconds = launch().host;
    objects.after_launch(job);
    if (auto reason = broken_expectation(job)) {
      return failure(Status::correctness, "wrong result: " + *reason);
    }

    say("measure");
    const ClockTraits clock{1e-9 * identity.timer_resolution_nanoseconds, 1e-9};
    const std::vector<unsigned> changed = changed_contents(job);
    Measurement m = Measurer(job.policy).measure(clock, job.least_seconds, [&] {
      for (const unsigned argument : changed) write_fill(job, argument);
      return launch();
    });
    if (!changed.empty()) {
      m.notes.push_back(fmt::format(
          "each run began with the content given to argument {} anew, for a run changes it",
          fmt::join(changed, ", ")));
    }
    m.build_seconds = kernel->build_seconds();
    m.first_run_seconds = first_run_seconds;
    if (wanted == Wanted::times_and_object) {
      m.object = objects.find(job, identity, *kernel);
    }
    return m;
  }
};

JobRunner::JobRunner(Announce announce) : impl_(std::make_unique<Impl>()) {
  impl_->announce = std::move(announce);
}
JobRunner::~JobRunner() = default;
JobRunner::JobRunner(JobRunner&&) noexcept = default;
JobRunner& JobRunner::operator=(JobRunner&&) noexcept = default;

Measurement JobRunner::run(const Job& job, Wanted wanted) {
  try {
    return impl_->run(job, wanted);
  } catch (const Error& error) {
    if (is_refusal(error)) return failure(Status::constraints, error.what(), error.detail());
    impl_->forget();  // after a failure of the device its context cannot be trusted
    return failure(error.kind() == ErrorKind::unsupported ? Status::unsupported : Status::runtime,
                   error.what(), error.detail());
  } catch (const std::bad_alloc&) {
    impl_->forget();
    return failure(Status::runtime, "out of host memory");
  }
}

}  // namespace clgauge::microbench
