#pragma once

#include <cstdint>
#include <optional>

namespace clgauge::model {

// How many translations of 4 KiB pages of data a processor keeps.
struct TlbPages {
  double first = 0;
  double second = 0;
};

// What this processor says of itself (CPUID), or its maker of its model; nothing where neither
// does. Thread-safe.
[[nodiscard]] std::optional<TlbPages> processor_tlbs();

// From EBX of leaves 80000005h and 80000006h; nothing where either TLB has no entries (AMD 24594,
// appendix E.4.4 and E.4.5).
[[nodiscard]] std::optional<TlbPages> tlbs_of_amd(std::uint32_t first, std::uint32_t second);

// What Intel's manual says of the core of this model; nothing of others. One that has halves
// (AVX512-FP16) is a Golden Cove or came after it, whatever model its host says it is.
[[nodiscard]] std::optional<TlbPages> tlbs_of_intel_model(unsigned family, unsigned model,
                                                          bool has_halves = false);

}  // namespace clgauge::model
