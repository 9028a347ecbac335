#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lens/throughput/code_sequence.h"
#include "lens/throughput/forwarding.h"

namespace clgauge::lens {

// Whether `cpu` passes on what a store of general registers leaves to a load as it would a register
// (renames_memory): instructions of the code. Thread-safe.
[[nodiscard]] bool is_renamed(const MachineCode& code, std::string_view cpu, std::uint32_t store,
                              std::uint32_t load, std::uint32_t bytes);

// Those between instructions of a sequence of this code, by their places in it, but for those that
// are renamed. Where rounds of a loop are spelled out, each pass has places of its own.
// Thread-safe.
[[nodiscard]] std::vector<Forwarding> forwarded_within(const MachineCode& code,
                                                       std::string_view cpu,
                                                       const CodeSequence& sequence,
                                                       std::span<const Forwarding> forwarded);

}  // namespace clgauge::lens
