#pragma once

#include <random>
#include <vector>

#include "kernels/family.h"

namespace clgauge::kernels {

// Random sizes from the family's test ranges that the variant's constraints allow. Throws
// Error(internal) when it finds none: the description is wrong.
[[nodiscard]] Sizes random_sizes(const Family& family, const Variant& variant,
                                 std::mt19937_64& random);

// The ends of the test ranges, powers of two within them and their nearest allowed neighbours, for
// one parameter at a time, the others random.
[[nodiscard]] std::vector<Sizes> edge_sizes(const Family& family, const Variant& variant,
                                            std::mt19937_64& random);

}  // namespace clgauge::kernels
