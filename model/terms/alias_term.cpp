#include "model/terms/alias_term.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "model/terms/term_of.h"

namespace clgauge::model {

namespace {

using collector::Access;

constexpr std::int64_t kComparedBytes = 4096;
// A store that is so many iterations old has been written.
constexpr std::int64_t kMostIterations = 4;

class BoundAlias : public BoundTerm {
 public:
  BoundAlias(const collector::KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : compute_units_(traits.compute_units) {
    for (const Access& access : model.accesses) {
      if (access.space != "global" || !access.affine || !shares_array(model, access)) {
        continue;
      }
      Walk walk{access.direction == "store", access.stride_unit_bytes, table.add(access.count), {}};
      for (const auto& loop : model.loops) {
        const auto stride = access.loop_strides.find(loop.name);
        if (!loop.has_barrier && stride != access.loop_strides.end()) {
          walk.strides.push_back(table.add(stride->second));
        }
      }
      if (!walk.strides.empty()) {
        walks_[access.array].push_back(std::move(walk));
      }
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    counts[0] = 0;
    for (const auto& [array, walks] : walks_) {
      double stored = 0;
      double waiting = 0;
      for (const Walk& walk : walks) {
        const double part = meeting_part(values, walk);
        if (walk.is_store) {
          stored = std::max(stored, part);
        } else {
          waiting += part * number(values, walk.total);
        }
      }
      counts[0] += stored > 0 ? waiting * shape.idle_factor(compute_units_) : 0;
    }
  }

 private:
  struct Walk {
    bool is_store;
    std::int64_t unit_bytes;
    std::size_t total;
    std::vector<std::size_t> strides;  // along loops without a barrier
  };

  static bool shares_array(const collector::KernelModel& model, const Access& access) {
    return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& other) {
      return other.array == access.array && other.direction != access.direction;
    });
  }

  // How many of its steps from one iteration to the next come back to the same twelve bits.
  static double meeting_part(const FormulaTable::Values& values, const Walk& walk) {
    std::int64_t common = kComparedBytes;
    bool moves = false;
    for (const std::size_t slot : walk.strides) {
      const std::int64_t bytes = values[slot].value_or(0) * walk.unit_bytes;
      moves = moves || bytes != 0;
      common = std::gcd(common, bytes);
    }
    const std::int64_t iterations = kComparedBytes / common;
    return moves && iterations <= kMostIterations ? 1.0 / static_cast<double>(iterations) : 0;
  }

  unsigned compute_units_;
  std::map<std::string, std::vector<Walk>> walks_;  // by array
};

}  // namespace

std::unique_ptr<Term> alias_term() {
  return std::make_unique<TermOf<BoundAlias>>("alias", std::vector<std::string>{"f_alias"});
}

}  // namespace clgauge::model
