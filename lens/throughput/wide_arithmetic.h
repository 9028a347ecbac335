#pragma once

#include <span>

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

  // How many products of 512 bits it does; what else a vector pipe does with as many counts as 0.7
  // of one, a load or a store of as many as half of one. A Granite Rapids' clock falls the lower
  // the more of them a cycle does, from 1.6 on. Both cores busy, GHz (fused products, loads
  // of 64 bytes, broadcasts a cycle):
  //
  //   fused      1.04  1.33  1.6   1.96  1.53  1.33  2.0   2.0   1.5   1.0   2.0   1.44  0.5
  //   loads      0.13  0.17  0.2   0.25  0.19  0.17  0     0     1.0*  1.7*  1.0*  1.6*  1.7*
  //   broadcasts 0.35  0.44  0.53  0.65  1.5   1.3   0     0.7*  0     0     0     0     0
  //   GHz        3.75  3.76  3.46  3.12  3.4   3.57  3.59  3.38  3.39  3.3   3.0   3.03  3.59
  //
  // * of constants, which take less. 1.9 products of floating-point numbers or integers leave the
  // same as fused ones, sums of integers 0.91 of the clock, logic 0.95, sums of floating-point
  // numbers 0.98. Of 256 bits nothing of this shows.
  double operations = 0;

  void add(const WideWork& other, double times);
};

// Of a group that passes its blocks so often.
[[nodiscard]] WideWork wide_work(const MachineCode& code, std::span<const double> passes);

}  // namespace clgauge::lens
