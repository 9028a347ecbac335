#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "device/device.h"

namespace clgauge::device {

class Buffer;
class Kernel;

// Times of one kernel execution, in seconds.
struct RunTime {
  // By event profiling; absent when the driver's times cannot be true (device/timing.h).
  std::optional<double> device_seconds;
  double host_seconds = 0;  // enqueue to completion by the host's steady clock
};

// What the driver says about a compiled kernel on the session's device.
struct KernelLimits {
  std::size_t max_group_size = 0;
  std::size_t preferred_group_multiple = 0;  // the sub-group size, mostly
  std::uint64_t local_bytes = 0;             // per work-group, without set_local()'s
  std::uint64_t private_bytes = 0;           // per work-item, as far as the driver counts them
};

// One context and one profiling queue on one device. Movable, not copyable; not thread-safe: use
// one per thread. Every call throws Error(device) with the OpenCL error's name when the driver
// fails.
class Session {
 public:
  // Finds the device again by its id (a sub-device is cut from its parent). Throws Error(device)
  // when it is no longer there.
  explicit Session(const Identity& identity);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  [[nodiscard]] const Identity& identity() const;

  // Builds `source`, or takes the program binary from the disk cache (device/program_cache.h).
  // Throws Error(input) with the build log in detail() when it does not compile, and Error(input)
  // that lists the source's kernels when `name` is none of them.
  [[nodiscard]] Kernel kernel(const std::string& source, const std::string& options,
                              const std::string& name);

  // A readable and writable buffer with undefined content. Drivers may allocate at first use, so
  // that too large a buffer fails only in write(), fill() or run().
  [[nodiscard]] Buffer buffer(std::size_t bytes);
  void write(Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset_bytes = 0);
  void read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset_bytes = 0);
  void fill(Buffer& buffer, const void* pattern, std::size_t pattern_bytes);

  // Runs the kernel once and waits for it. A `local` of zeros leaves the choice to the driver; a
  // mixture of zeros and sizes is Error(usage), since OpenCL knows none.
  RunTime run(Kernel& kernel, unsigned dimensions, const std::array<std::size_t, 3>& global,
              const std::array<std::size_t, 3>& local);

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

// A device buffer. Movable; must not outlive its Session.
class Buffer {
 public:
  Buffer(Buffer&&) noexcept;
  Buffer& operator=(Buffer&&) noexcept;
  ~Buffer();
  [[nodiscard]] std::size_t bytes() const;

  struct Impl;

 private:
  friend class Session;
  friend class Kernel;
  explicit Buffer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// A kernel with its arguments. Movable; must not outlive its Session.
class Kernel {
 public:
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;
  ~Kernel();

  void set_buffer(unsigned index, const Buffer& buffer);
  void set_local(unsigned index, std::size_t bytes);
  void set_value(unsigned index, const void* value, std::size_t bytes);

  [[nodiscard]] unsigned argument_count() const;
  [[nodiscard]] bool from_cache() const;  // the program came from the disk cache
  [[nodiscard]] double build_seconds() const;
  [[nodiscard]] KernelLimits limits() const;
  // The driver's compiled program (an ELF, PTX, or its own container), for the lens.
  [[nodiscard]] std::string program_binary() const;

  struct Impl;

 private:
  friend class Session;
  explicit Kernel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::device
