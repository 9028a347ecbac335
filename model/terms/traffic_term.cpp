#include "model/terms/traffic_term.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/terms/nest.h"
#include "model/terms/term_of.h"
#include "model/terms/traffic.h"

namespace clgauge::model {

namespace {

constexpr std::size_t kLevels = 3;  // l2, l3, dram
constexpr std::size_t kPages = 2 * kLevels;
constexpr std::size_t kWaits = kPages + 1;
constexpr std::size_t kStoredAgain = kWaits + 1;

// A core that has come to a line from memory goes on with what does not need it, the next such line
// too where that is near, until its window is full. With this many operations between two lines,
// which compilers pack by eight or so, half of the time to fetch one is waited for.
constexpr double kWindow = 384;

// Traffic is estimated by smooth probabilities, which leave a billionth of a line where there is
// none. A fit would price that with whatever a kernel's time lacks.
double whole_events(double count) { return count < 1 ? 0 : count; }

class BoundTraffic : public BoundTerm {
 public:
  BoundTraffic(const collector::KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : nest_(model, table), traits_(traits) {
    for (const CacheLevel& level : traits.caches) {
      shapes_.push_back(shape_of(level, traits.page_bytes));
    }
    for (const auto& op : model.ops) {
      if (!op.index) {
        operations_.push_back(table.add(op.count));
      }
    }
    for (const auto& access : model.accesses) {
      operations_.push_back(table.add(access.count));
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    thread_local std::vector<Stream> streams;  // memory is reused from call to call
    nest_.bind(values, shape, streams);
    std::fill(counts.begin(), counts.end(), 0.0);
    const double idle = shape.idle_factor(traits_.compute_units);
    double jumps = 0;  // to memory
    for (std::size_t cache = 0; cache < traits_.caches.size(); ++cache) {
      // Beyond the last cache there is memory; a device with fewer levels has no l3.
      const bool is_last = cache + 1 == traits_.caches.size();
      const std::size_t place = is_last ? kLevels - 1 : std::min(cache, kLevels - 2);
      const LineTraffic lines = traffic_beyond(streams, shapes_[cache]);
      // Memory serves a compute unit alone faster than beside others; caches and TLBs do not.
      const double times = is_last ? 1 : idle;
      counts[2 * place] = times * whole_events(lines.streaming);
      counts[2 * place + 1] = times * whole_events(lines.irregular);
      jumps = whole_events(lines.jumps);
      if (cache == 0) {
        counts[kStoredAgain] = times * whole_events(lines.stored_again);
      }
    }
    counts[kPages] = idle * whole_events(page_misses(streams, traits_));
    counts[kWaits] = waits(values, jumps);
  }

 private:
  // Of lines from memory that nothing foresees, how many a core waits for.
  [[nodiscard]] double waits(const FormulaTable::Values& values, double lines) const {
    if (lines <= 0) {
      return 0;
    }
    double operations = 0;
    for (const std::size_t slot : operations_) {
      operations += number(values, slot);
    }
    return lines * operations / (operations + lines * kWindow);
  }

  Nest nest_;
  DeviceTraits traits_;
  std::vector<CacheShape> shapes_;
  std::vector<std::size_t> operations_;
};

}  // namespace

std::unique_ptr<Term> traffic_term() {
  return std::make_unique<TermOf<BoundTraffic>>(
      "traffic",
      std::vector<std::string>{"f_lines_l2", "f_lines_l2_irregular", "f_lines_l3",
                               "f_lines_l3_irregular", "f_lines_dram", "f_lines_dram_irregular",
                               "f_page_misses", "f_dram_waits", "f_lines_l2_stored_again"});
}

}  // namespace clgauge::model
