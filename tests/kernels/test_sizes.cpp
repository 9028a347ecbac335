#include "test_sizes.h"

#include <optional>
#include <set>
#include <string>

#include "base/error.h"

namespace clgauge::kernels {
namespace {

Sizes draw(const Family& family, std::mt19937_64& random) {
  Sizes sizes;
  for (const auto& [name, range] : family.test_sizes) {
    sizes[name] = std::uniform_int_distribution<std::int64_t>(range.least, range.most)(random);
  }
  return sizes;
}

// Allowed sizes with `name` as near to `value` as `step` by `step` leads within its range.
std::optional<Sizes> nearest(const Family& family, const Variant& variant, const std::string& name,
                             std::int64_t value, std::int64_t step, Sizes sizes) {
  const SizeRange range = family.test_sizes.at(name);
  for (; value >= range.least && value <= range.most; value += step) {
    sizes[name] = value;
    if (violated_constraint(variant, sizes).empty()) {
      return sizes;
    }
  }
  return std::nullopt;
}

}  // namespace

Sizes random_sizes(const Family& family, const Variant& variant, std::mt19937_64& random) {
  // Constraints such as "n % 48 == 0" leave few sizes: draw often before giving up.
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    Sizes sizes = draw(family, random);
    if (violated_constraint(variant, sizes).empty()) {
      return sizes;
    }
  }
  throw Error(ErrorKind::internal, "no size in the test ranges of " + family.name + " fits " +
                                       variant.name + ": widen them in its description");
}

std::vector<Sizes> edge_sizes(const Family& family, const Variant& variant,
                              std::mt19937_64& random) {
  std::set<Sizes> found;
  for (const auto& parameter : family.test_sizes) {
    const std::string& name = parameter.first;
    const SizeRange range = parameter.second;
    const Sizes others = random_sizes(family, variant, random);
    const auto add = [&](std::int64_t value, std::int64_t step) {
      if (const auto sizes = nearest(family, variant, name, value, step, others)) {
        found.insert(*sizes);
      }
    };
    add(range.least, 1);
    add(range.most, -1);
    for (std::int64_t power = 1; power <= range.most; power *= 2) {
      add(power - 1, -1);
      if (power >= range.least) {
        add(power, 1);
        add(power + 1, 1);
      }
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace clgauge::kernels
