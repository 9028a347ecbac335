#include "lens/evaluate/passes.h"

#include <algorithm>

#include "lens/evaluate/operands.h"

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
    const Pass& before = at(first)[i];
    const Pass& now = at(second)[i];
    most =
        before.block == now.block ? runs_alike(*decisions_[now.block], before.by, now.by, most) : 0;
  }
  return most;
}

Passes::Stretch Passes::stretch_further_on(std::size_t first, std::size_t second,
                                           std::uint64_t stretches) const {
  Stretch stretch;
  if (first >= forgotten_) {
    for (std::size_t place = second; place < count(); ++place) {
      const Pass& now = *at(place);
      const DecidedBy& before = at(place - second + first)->by;
      stretch.push_back({now.block, further_on(*decisions_[now.block], before, now.by, stretches)});
    }
  }
  return stretch;
}

void Passes::record_further_on(std::size_t first, std::size_t second, std::uint64_t stretches) {
  Stretch last = stretch_further_on(first, second, 0);
  Stretch steps = stretch_further_on(first, second, 1);
  for (std::size_t i = 0; i < last.size(); ++i) {
    steps[i].by.first -= last[i].by.first;
    steps[i].by.second -= last[i].by.second;
  }
  for (std::uint64_t k = 0; k < stretches; ++k) {
    for (std::size_t i = 0; i < last.size(); ++i) {
      Pass& pass = last[i];
      const std::uint64_t mask = value_mask(decisions_[pass.block]->decides->width_bytes);
      pass.by.first = (pass.by.first + steps[i].by.first) & mask;
      pass.by.second = (pass.by.second + steps[i].by.second) & mask;
      add(pass);
    }
  }
}

bool Passes::are(const Stretch& stretch, std::size_t begin) const {
  return stretch.empty() || begin < forgotten_ ||
         std::equal(stretch.begin(), stretch.end(), at(begin), at(count()));
}

}  // namespace clgauge::lens
