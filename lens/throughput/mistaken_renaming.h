#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "lens/code/machine_code.h"
#include "lens/throughput/traced_path.h"

namespace clgauge::lens {

// How a core takes a load of a general register for a copy of what a store before it stored: by the
// registers and the displacement of both addresses (forwarding.h).
struct RenamingRules {
  // Of two displacements from the same registers ten bits are compared, among so many stores.
  std::size_t stores_compared = 8;
  // Loads that it has mistaken so many others ago it has learnt from: of stores of their own, and
  // those of one store among other instructions.
  std::size_t learnt_of_alike = 4;
  std::size_t learnt_of_apart = 8;
  bool compares_all_widths = false;  // not only 64 bits
  bool compares_all_bases = false;   // not only of the stack
  bool compares_indices = true;
  bool misses_moves_of_vectors = true;  // to registers of an address, meanwhile
  double cycles = 18;                   // of each, beyond what a core does meanwhile
};
// Nothing for a core that is not known to mistake any.
[[nodiscard]] std::optional<RenamingRules> renaming_rules(std::string_view cpu);

// Which loads on a way are mistaken so, and how often. A Zen 4 does not see that VMOVD, VMOVQ,
// VPEXTR or KMOV have written the registers anew meanwhile. It learns from the last six that it
// mistook; a load that is not among them it mistakes again. Of displacements from RSP, or beside an
// index, it compares ten bits where both are longer than a byte: a load of 64 bits is taken for the
// last of eight stores that is a multiple of 1024 bytes away, which is where the arrays lie in
// which PoCL keeps private variables of 128 work-items, or each other of 64.
//
// A Zen 5 compares so all that goes by a base alone, of one width. Pairs of `mov r,d(b)` and `mov
// d+1024(b),r` take 9 to 11 cycles each where 32 and more of them are a round, 2.4 with 16; with
// eight additions between 19 to 34. 1088 or 512 bytes apart, by an index, of two widths, by MOVZX
// or of vectors they take none. Eight stores between take half of it away, twelve all.
[[nodiscard]] std::map<std::uint32_t, double> mistaken_renamings(const MachineCode& code,
                                                                 const RenamingRules& rules,
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
