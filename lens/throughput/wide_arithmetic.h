#pragma once

#include <span>
#include <vector>

namespace clgauge::lens {

struct MachineCode;

// What a group does with 512 bits, which turns the clock of Intel's cores down.
struct WideWork {
  // How many instructions that compute with floating-point numbers, or multiply integers, of 512
  // bits it executes. Intel's cores turn their clock down for these, one in 192 cycles being
  // enough, and for half a millisecond after: a Granite Rapids runs at 3.8 GHz then, where loads,
  // shuffles, comparisons, sums and logic of 512 bits, and anything of 256, leave it at 4.1; an
  // Emerald Rapids that does nothing else at 2.4 to 2.8 instead of 3.0.
  double arithmetic = 0;

  // How many products of 512 bits it does (sums and maxima among what else a vector pipe does count
  // as 0.3 of one), and loads: one of an element for all lanes as 0.4, a store as 0.5. A Granite
  // Rapids' clock falls the lower the more of them a cycle does, from 2 on. Both cores busy, GHz
  // (fused products, loads of 64 bytes, broadcasts a cycle; fused products alone 3.65):
  //
  //   fused       2.0   2.0   2.0   2.0   2.0   1.9   1.9   1.8   1.8   1.5   1.2   1.0   1.45
  //   loads       0     1.0   0.5   0.25  0     0.47  0.93  1.2   0     1.5   1.8   2.0   0
  //   broadcasts  2.0   0     0.67  0.66  1.0   0     0     0     0.9   0     0     0     2.9
  //   GHz         3.2   3.16  3.25  3.44  3.45  3.56  3.25  3.25  3.64  3.16  3.25  3.16  3.14
  //
  // In other minutes it begins to fall at 1.6. Products and maxima leave the same as fused ones
  // (1.2 of them, as many loads and as many broadcasts 3.35), sums, integers and logic 3.65. What
  // the numbers are makes no difference. Of 256 bits alone nothing of this shows. Loops by turns
  // have a clock between theirs: tiles of a product that are loaded, at 3.65, and multiplied, at
  // 3.23, 3.5.
  double operations = 0;

  void add(const WideWork& other, double times);
};

// Of a group that passes its blocks so often, by block.
[[nodiscard]] std::vector<WideWork> wide_work(const MachineCode& code,
                                              std::span<const double> passes);

// What a group does between two changes of its work, and the cycles that it takes.
struct WidePart {
  WideWork work;
  double cycles = 0;
};

// An innermost loop each, and all that is in none; of both by block.
[[nodiscard]] std::vector<WidePart> wide_parts(const MachineCode& code,
                                               std::span<const WideWork> work,
                                               std::span<const double> cycles);

}  // namespace clgauge::lens
