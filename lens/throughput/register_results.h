#pragma once

#include "lens/throughput/lowered.h"

namespace clgauge::lens {

struct McTarget;

// Registers that results of instructions are renamed to, by file, until they retire: a core looks
// ahead no farther than these last.
struct RegisterResults {
  double integer = 0;
  double vector = 0;

  void add(const RegisterResults& other, double times) {
    integer += times * other.integer;
    vector += times * other.vector;
  }
};

// XMM, YMM or ZMM.
[[nodiscard]] bool is_vector_register(unsigned reg, const McTarget& target);

[[nodiscard]] RegisterResults register_results(const Lowered& lowered, const McTarget& target);

}  // namespace clgauge::lens
