#pragma once

#include <cstdint>
#include <string_view>

namespace clgauge::lens::simt {

// What groups share that one multiprocessor runs at once (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"), and how many work-items a cycle its units take
// ("Throughput of Native Arithmetic Instructions").
struct Multiprocessor {
  unsigned items = 2048;
  unsigned groups = 32;
  unsigned registers = 65536;
  std::uint64_t local_bytes = 233472;
  std::uint64_t local_bytes_of_group = 1024;  // that each group takes beside its own
  unsigned parts = 4;                         // with a scheduler and units of their own
  unsigned multiply_lanes = 64;               // of integers
  unsigned integer_lanes = 64;                // their logic, shifts, comparisons
  unsigned double_lanes = 64;
  unsigned special_lanes = 16;  // reciprocals, roots, sines; conversions
};

// Of PTX's target: "sm_90". Of one that is not known that of the newest that is.
[[nodiscard]] Multiprocessor multiprocessor_of(std::string_view target);

// How many groups run on one at once; at least one.
[[nodiscard]] double resident_groups(const Multiprocessor& shape, std::uint64_t items,
                                     unsigned registers_of_item, std::uint64_t local_bytes);

}  // namespace clgauge::lens::simt
