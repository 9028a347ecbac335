#include "lens/evaluate/passes.h"

#include <algorithm>

#include "lens/evaluate/lane_comparisons.h"

namespace clgauge::lens {

const std::optional<Decision>& Passes::decision_at(std::uint32_t block) {
  if (!is_decoded_[block]) {
    is_decoded_[block] = true;
    decisions_[block] = decision_of(code_, block);
  }
  return decisions_[block];
}

void Passes::record(std::uint32_t block, const Machine& machine) {
  add({block, numbers_of(machine, *decisions_[block])});
}

void Passes::record_lanes(std::uint32_t instruction, const DecidedBy& by) {
  add({static_cast<std::uint32_t>(decisions_.size()) + instruction, by});
}

const Operation* Passes::lanes_of(const Pass& pass) const {
  return pass.what < decisions_.size() ? nullptr
                                       : &code_.program.operations[pass.what - decisions_.size()];
}

std::uint64_t Passes::runs_of_pass(const Pass& first, const Pass& last, std::uint64_t most) const {
  if (first.what != last.what) {
    return 0;
  }
  const Operation* const lanes = lanes_of(last);
  return lanes != nullptr ? runs_of_lanes_alike(*lanes, first.by, last.by, most)
                          : runs_alike(*decisions_[last.what], first.by, last.by, most);
}

Passes::Pass Passes::pass_further_on(const Pass& first, const Pass& last,
                                     std::uint64_t runs) const {
  const Operation* const lanes = lanes_of(last);
  return {last.what, lanes != nullptr
                         ? lanes_further_on(*lanes, first.by, last.by, runs)
                         : further_on(*decisions_[last.what], first.by, last.by, runs)};
}

void Passes::add(const Pass& pass) {
  if (passes_.size() == kMost) {
    constexpr std::size_t kHalf = kMost / 2;
    passes_.erase(passes_.begin(), passes_.begin() + kHalf);
    forgotten_ += kHalf;
  }
  passes_.push_back(pass);
}

void Passes::start_anew() {
  start_ = forgotten_ = count();
  passes_.clear();
}

std::uint64_t Passes::stretches_alike(std::size_t first, std::size_t second,
                                      std::uint64_t most) const {
  const std::size_t size = count() - second;
  if (first < start_ || second - first != size) {
    return 0;
  }
  if (first < forgotten_) {
    return most;
  }
  for (std::size_t i = 0; i + 1 < size && most > 0; ++i) {
    most = runs_of_pass(at(first)[i], at(second)[i], most);
  }
  return most;
}

Passes::Stretch Passes::stretch_further_on(std::size_t first, std::size_t second,
                                           std::uint64_t stretches) const {
  Stretch stretch;
  if (first >= forgotten_) {
    for (std::size_t place = second; place < count(); ++place) {
      stretch.push_back(pass_further_on(*at(place - second + first), *at(place), stretches));
    }
  }
  return stretch;
}

void Passes::record_further_on(std::size_t first, std::size_t second, std::uint64_t stretches) {
  const Stretch before_last = stretch_further_on(first, second, ~std::uint64_t{0});
  const Stretch last = stretch_further_on(first, second, 0);
  for (std::uint64_t k = 1; k <= stretches; ++k) {
    for (std::size_t i = 0; i < last.size(); ++i) {
      add(pass_further_on(before_last[i], last[i], k));
    }
  }
}

bool Passes::are(const Stretch& stretch, std::size_t begin) const {
  return stretch.empty() || begin < forgotten_ ||
         std::equal(stretch.begin(), stretch.end(), at(begin), at(count()));
}

}  // namespace clgauge::lens
