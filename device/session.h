#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "device/device.h"

namespace clgauge::device {

class Buffer;
class Kernel;

// Times of one kernel execution, in seconds.
struct RunTime {
  std::optional<double> device_seconds;  // by event profiling; absent when the driver gave nonsense
  double host_seconds = 0;               // enqueue to completion by the host's steady clock
};

// One context and one profiling queue on one device. Movable, not copyable; not thread-safe: use
// one per thread. Every call throws Error(device) with the OpenCL error's name when the driver
// fails.
class Session {
 public:
  explicit Session(const Identity& identity);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  [[nodiscard]] const Identity& identity() const;

  // Builds `source`, or takes the program binary from the disk cache (keyed by source, options,
  // device and driver). Throws Error(input) with the build log in detail() when it does not
  // compile.
  [[nodiscard]] Kernel kernel(const std::string& source, const std::string& options,
                              const std::string& name);

  [[nodiscard]] Buffer buffer(std::size_t bytes);
  void write(Buffer& buffer, const void* data, std::size_t bytes, std::size_t offset_bytes = 0);
  void read(const Buffer& buffer, void* data, std::size_t bytes, std::size_t offset_bytes = 0);
  void fill(Buffer& buffer, const void* pattern, std::size_t pattern_bytes);

  // Runs the kernel once and waits for it. `local` entries of zero leave the choice to the driver.
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

  struct Impl;

 private:
  friend class Session;
  explicit Kernel(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace clgauge::device
