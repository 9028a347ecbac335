#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "device/session.h"
#include "kernels/family.h"

namespace clgauge::kernels {

// Runs a variant once on random inputs and compares every output with the reference. Outputs start
// as poison (all bits set: a NaN), and every buffer is followed by `guard_bytes` of huge numbers:
// reading past the end shows in the results, writing past it in the guard. Returns what is wrong,
// one line; empty when all is well.
[[nodiscard]] std::string checked_run(device::Session& session, const Variant& variant,
                                      const Sizes& sizes, std::uint64_t seed,
                                      std::size_t guard_bytes = 4096);

}  // namespace clgauge::kernels
