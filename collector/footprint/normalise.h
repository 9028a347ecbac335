#pragma once

#include <memory>
#include <vector>

#include "collector/footprint/footprint.h"

namespace clgauge::collector {

// The same elements, written so that more of them can be counted:
//   * j <= max(0, x) - 1 is j <= x - 1 for an iteration number j >= 0;
//   * a loop that goes on from an id in strides of the id's whole range (`for (i =
//   get_global_id(0);
//     i < n; i += get_global_size(0))`) is one variable 0 .. n-1.
[[nodiscard]] std::vector<Reference> normalised(symbolic::Context& context,
                                                std::vector<Reference> references);

// The same number of elements: what every offset has in common (a first row, an offset argument) is
// dropped. False when there is nothing in common.
[[nodiscard]] bool drop_common_shift(symbolic::Context& context,
                                     std::vector<Reference>& references);

// Writes symbols of known divisor as multiples of fresh ones, so that n/4 is a whole number, for
// the lifetime of the object.
class WholeQuotients {
 public:
  WholeQuotients(symbolic::Context& context, std::vector<Reference>& references);
  [[nodiscard]] bool any() const { return !divided_.empty(); }
  // A result in terms of the original symbols.
  [[nodiscard]] symbolic::Poly restored(const symbolic::Poly& poly) const;

 private:
  struct Divided {
    symbolic::AtomId symbol;
    symbolic::Integer divisor;
    std::unique_ptr<symbolic::Temporary> quotient;
  };
  symbolic::Context& context_;
  std::vector<Divided> divided_;
};

}  // namespace clgauge::collector
