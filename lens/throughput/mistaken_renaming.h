#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// Which loads of general registers on a way a Zen 4 takes for copies of what a store before them
// stored, which they are not, and how often: it renames memory by the registers of an address
// (forwarding.h), and does not see that VMOVD, VMOVQ, VPEXTR or KMOV have written them anew
// meanwhile. It learns from the last six that it mistook; a load that is not among them it mistakes
// again. Of displacements from RSP, or beside an index, it compares ten bits
// where both are longer than a byte: a load of 64 bits is
// taken for the last of eight stores that is a multiple of 1024 bytes away, which is where the
// arrays lie in which PoCL keeps private variables of 128 work-items, or each other of 64.
[[nodiscard]] std::map<std::uint32_t, double> mistaken_renamings(const MachineCode& code,
                                                                 const TracedPath& path);

// What begins anew behind them in a work-group of so many instructions that runs this way, in
// cycles, by load. Pairs of a load and a store at indices out of a vector, eight or sixteen to a
// round, take 27 each, additions to memory 18 to 29; rounds of six and fewer 2. Pairs of 64 bits
// 1024, 4096 bytes apart take 12, 20, 21, 27, 31 each where 5, 6, 7, 8, 10 are a round, four and
// fewer 1; one store and 5, 6, 8, 12 such loads in a row 33, 48, 56, 68 a round, 6 or 8 with a NOP
// or an addition behind each 4 to 7, 12 so 49.
[[nodiscard]] std::map<std::uint32_t, double> mistaken_renaming_cycles(const MachineCode& code,
                                                                       std::string_view cpu,
                                                                       const TracedPath& path,
                                                                       double instructions);

}  // namespace clgauge::lens
