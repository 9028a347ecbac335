#pragma once

namespace clgauge::collector {

// Operations each of which needs the result of the one before, so that they take their latencies
// one after the other however many units a core has: how many there are, by how long such a one
// takes. Means of iterations: what two variables hand to one another comes round in two of them.
struct Chain {
  double arithmetic =
      0;                 // sums, products and the like of numbers with a fraction; integer products
  double simple = 0;     // sums and logic of integers, comparisons, selections, signs
  double divisions = 0;  // and remainders and roots
  double functions = 0;  // exp, sin, ...
  double loads = 0;      // whose address depends on the operation before
  int bytes = 0;         // of the widest value on the way, all lanes

  // One after the other, in cycles of a core of no device in particular. A device has latencies of
  // its own, but those of one operation over those of another differ little: sums and products take
  // 3 to 5 cycles, divisions and roots 10 to 20, a load from the first cache 4 to 7, a function is
  // a polynomial of a dozen sums and products (A. Fog, Instruction tables, 2022).
  [[nodiscard]] constexpr double cycles() const noexcept {
    constexpr double kArithmetic = 4;
    constexpr double kDivision = 14;
    constexpr double kFunction = 50;
    constexpr double kLoad = 5;
    return kArithmetic * arithmetic + simple + kDivision * divisions + kFunction * functions +
           kLoad * loads;
  }
};

}  // namespace clgauge::collector
