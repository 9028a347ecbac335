#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "collector/symbolic/symbolic.h"

namespace clgauge::symbolic::test {

using Sizes = std::map<std::string, std::int64_t>;

// An expression twice: as the library simplified it, and as plain functions on 64-bit integers that
// know nothing of the library. Comparing the two checks every simplification on the way.
struct Expression {
  Poly poly;
  std::function<std::int64_t(const Sizes&)> value;
  std::string description;
};

class RandomExpressions {
 public:
  RandomExpressions(Context& context, std::uint64_t seed, std::vector<std::string> symbols)
      : context_(context), random_(seed), symbols_(std::move(symbols)) {}

  Expression make(int depth);
  std::int64_t integer(std::int64_t low, std::int64_t high);
  void set_symbols(std::vector<std::string> symbols) { symbols_ = std::move(symbols); }

 private:
  Expression leaf();
  Context& context_;
  std::mt19937_64 random_;
  std::vector<std::string> symbols_;
};

// As the library evaluates it. Fails the running test when the value is not an integer.
std::int64_t evaluate_at(const Context& context, const Poly& poly, const Sizes& sizes);

std::int64_t floor_quotient64(std::int64_t a, std::int64_t b);

}  // namespace clgauge::symbolic::test
