#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lens/code/image.h"
#include "lens/evaluate/machine.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// How a runtime calls the function that runs one work-group: where it puts the kernel's arguments,
// the sizes of the launch and the number of the group.
class Convention {
 public:
  virtual ~Convention() = default;
  [[nodiscard]] virtual const char* name() const noexcept = 0;
  // The function of the object that the runtime calls for this kernel and launch; empty when the
  // object does not look like this runtime's.
  [[nodiscard]] virtual std::string entry(const ObjectImage& image, std::string_view kernel,
                                          const EvaluatedLaunch& launch) const = 0;
  // Bytes of local memory that the runtime hands in.
  [[nodiscard]] virtual std::uint64_t local_bytes(const EvaluatedLaunch& launch) const = 0;
  // Writes what stays the same for all groups.
  virtual void prepare(Machine& m, const EvaluatedLaunch& launch) const = 0;
  // Sets the registers (and what they lead to) for one group; the stack pointer is set.
  virtual void enter(Machine& m, const EvaluatedLaunch& launch,
                     const std::array<std::uint64_t, 3>& group) const = 0;
};

[[nodiscard]] const Convention& pocl_convention();   // PoCL 3.1
[[nodiscard]] const Convention& intel_convention();  // Intel's CPU runtime, 2026.2
// Of a function of a runtime's mathematics (is_runtime_function()): called with ordinary arguments,
// and walked together with those that it calls. Its code stands for every call of it, for the
// arguments that a kernel has are not known.
[[nodiscard]] const Convention& mathematics_convention();

// What both conventions write with: a known value of 8 bytes or fewer.
void put(Machine& m, std::uint64_t address, std::uint64_t value, unsigned bytes = 8);

// Bytes that prepare() and enter() may use from Machine::layout.arguments on.
inline constexpr std::uint64_t kArgumentBytes = 64ULL << 10U;

// Which runtime's convention an object follows, and the entry for the launch. Throws Error(input)
// when the object holds no such kernel.
struct KernelEntry {
  const Convention* convention = nullptr;
  std::string symbol;
};
[[nodiscard]] KernelEntry find_entry(const ObjectImage& image, std::string_view kernel,
                                     const EvaluatedLaunch& launch);

}  // namespace clgauge::lens
