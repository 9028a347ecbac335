#include "model/terms/simt_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/features/kinds.h"
#include "model/terms/nest.h"
#include "model/terms/simt_accesses.h"
#include "model/terms/simt_counts.h"
#include "model/terms/simt_loops.h"
#include "model/terms/simt_order.h"
#include "model/terms/simt_room.h"
#include "model/terms/special_term.h"
#include "model/terms/traffic.h"

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;
using collector::OpCount;

constexpr std::array<std::string_view, kSimtCounts> kSimtNames = {
    "float32",     "float64",     "float16",     "int",         "int64",        "issued",
    "accesses",    "iterations",  "div_float32", "div_float64", "sqrt_float32", "sqrt_float64",
    "exp_float32", "exp_float64", "log_float32", "log_float64", "trig_float32", "trig_float64",
    "pow_float32", "pow_float64", "div_int",     "lines",       "local",        "private",
    "barriers",    "groups",      "sectors",     "all_sectors", "all_stored",   "memory",
    "updates",     "path_cycles", "path_seconds"};

constexpr std::array<std::pair<std::string_view, SimtCount>, 6> kSimtSpecials = {
    {{"div", kSimtDiv32},
     {"sqrt", kSimtSqrt32},
     {"exp", kSimtExp32},
     {"log", kSimtLog32},
     {"trig", kSimtTrig32},
     {"pow", kSimtPow32}}};

// Cycles of a scheduler that a sub-group's operation takes, registers of three words that are read,
// addresses and what tests a counter among it: by the PTX of 351 launches of development kernels,
// of 117 kernels.
constexpr std::array<std::pair<SimtCount, double>, 7> kSimtIssue = {{{kSimtFloat32, 1.3},
                                                                     {kSimtFloat16, 1.3},
                                                                     {kSimtInt, 1.8},
                                                                     {kSimtInt64, 3.6},
                                                                     {kSimtAccesses, 3},
                                                                     {kSimtIterations, 5},
                                                                     {kSimtBarriers, 2}}};

// What one adds to the path of a sub-group, a sum of floats being one: latencies of what ptxas
// makes of it (docs/lens-ptx.md, "PTX and machine code"); a sum of doubles takes eight cycles,
// not four.
constexpr std::array<std::pair<SimtCount, double>, 20> kSimtSteps = {
    {{kSimtFloat32, 1},  {kSimtFloat64, 2},  {kSimtFloat16, 1},    {kSimtInt, 1},
     {kSimtInt64, 2},    {kSimtAccesses, 1}, {kSimtIterations, 1}, {kSimtDiv32, 14},
     {kSimtDiv64, 36},   {kSimtSqrt32, 14},  {kSimtSqrt64, 36},    {kSimtExp32, 14},
     {kSimtExp64, 64},   {kSimtLog32, 30},   {kSimtLog64, 90},     {kSimtTrig32, 50},
     {kSimtTrig64, 120}, {kSimtPow32, 100},  {kSimtPow64, 250},    {kSimtDivInt, 25}}};

constexpr double kMemoryPieceBytes = 64;
// Where a calibration has not seen what a load takes: an H200's first cache, second, and memory.
constexpr std::array<double, 3> kSimtLoadSeconds = {2.0e-8, 1.43e-7, 3.34e-7};
// Until the next instruction of a sub-group begins, as far as no chain is known: by the paths
// through the PTX of the same kernels. One, where loops hand on many variables that know nothing of
// one another.
constexpr double kSimtCyclesToNext = 1.8;
constexpr double kSimtWordsOfChain = 2;

std::optional<SimtCount> simt_count_of(const OpCount& op) {
  if (op.op == "atomic") {
    return std::nullopt;
  }
  const bool is_double = op.dtype == "float64";
  const auto special = special_class(op.op);
  if (is_float(op)) {
    const auto* const found = std::find_if(kSimtSpecials.begin(), kSimtSpecials.end(),
                                           [&](const auto& one) { return special == one.first; });
    if (found != kSimtSpecials.end()) {
      return static_cast<SimtCount>(found->second + (is_double ? 1 : 0));
    }
    return is_double ? kSimtFloat64 : op.dtype == "float16" ? kSimtFloat16 : kSimtFloat32;
  }
  if (special == "div") {
    return kSimtDivInt;
  }
  if (op.index) {
    return std::nullopt;  // compilers leave hardly one of ten
  }
  return op.dtype == "int64" || op.dtype == "uint64" ? kSimtInt64 : kSimtInt;
}

class BoundSimt : public BoundTerm {
 public:
  BoundSimt(const KernelModel& model, const DeviceTraits& traits, FormulaTable& table)
      : traits_(traits),
        nest_(model, table),
        accesses_(model, table),
        loops_(model, table),
        room_(model, table) {
    for (const OpCount& op : model.ops) {
      if (const auto what = simt_count_of(op)) {
        operations_.emplace_back(*what, table.add(op.count));
      }
    }
    for (const auto& sync : model.sync) {
      barriers_.push_back(table.add(sync.count));
    }
  }

  void count(const FormulaTable::Values& values, const LaunchShape& shape,
             std::span<double> counts) const override {
    std::fill(counts.begin(), counts.end(), 0.0);
    if (!traits_.is_gpu) {
      return;
    }
    const double of_items = shape.sub_groups_per_item();
    for (const auto& [what, total] : operations_) {
      counts[what] += of_items * number(values, total);
    }
    counts[kSimtIterations] = of_items * loops_.iterations(values);
    counts[kSimtBarriers] = of_items * sum_of(values, barriers_);
    counts[kSimtGroups] = static_cast<double>(shape.groups);
    counts[kSimtPrivate] =
        room_.private_words(values, shape, counts[kSimtFloat32] + 2 * counts[kSimtFloat64]);
    const SimtAccesses::Requested requested = accesses_.count(values, shape, counts);
    count_traffic(values, shape, requested, counts);
    for (const auto& [what, cycles] : kSimtIssue) {
      counts[kSimtIssued] += cycles * counts[what];
    }
    const double idle = shape.idle_factor(traits_.compute_units);
    const double idle_parts = idle * uneven_parts(shape, traits_.compute_units);
    for (std::size_t i = 0; i < kSimtOfUnit; ++i) {
      counts[i] *= i < kSimtOfPart ? idle_parts : idle;
    }
  }

 private:
  // What first caches find nowhere, for each of them begins empty: what all groups read comes to
  // each, else it comes once.
  static double new_sectors(std::span<const Stream> streams, double caches) {
    double sectors = 0;
    for (const Stream& stream : streams) {
      const double bytes =
          std::min(stream.extent_bytes, stream.footprint_elements * stream.element_bytes);
      if (std::isfinite(bytes)) {
        const bool is_shared = stream.affine && stream.levels.back().stride_bytes == 0;
        sectors += bytes / kSimtSectorBytes * (is_shared ? caches : 1);
      }
    }
    return sectors;
  }

  void count_traffic(const FormulaTable::Values& values, const LaunchShape& shape,
                     const SimtAccesses::Requested& requested, std::span<double> counts) const {
    thread_local std::vector<Stream> nest;  // memory is reused from call to call
    thread_local std::vector<Stream> streams;
    nest_.bind(values, shape, nest);
    const auto groups = static_cast<double>(shape.groups);
    const double units = traits_.compute_units;
    const double busiest = std::ceil(groups / units);
    const double resident = std::min(room_.groups(values, shape), busiest);
    const SimtOrder order{nest_.plain_levels(), nest_.barrier_levels()};
    const std::size_t levels = traits_.caches.size();

    // Stores go through the first cache.
    double missed = requested.loaded;
    if (levels > 1) {
      order.put_group(nest, groups, streams);
      std::erase_if(streams, [](const Stream& stream) { return !stream.loaded; });
      for (Stream& stream : streams) {
        stream.stored = false;
      }
      CacheShape first;
      first.line_bytes = kSimtSectorBytes;
      first.lines = traits_.caches.front().capacity_bytes / resident / kSimtSectorBytes;
      const LineTraffic traffic = traffic_beyond(streams, first);
      const double first_time = new_sectors(streams, std::min(units, groups));
      missed = std::min(missed, std::max(traffic.streaming + traffic.irregular, first_time));
    }
    counts[kSimtAllSectors] = missed;
    counts[kSimtAllStored] = requested.stored;
    counts[kSimtSectors] = missed + requested.stored;

    // What is only stored comes from nowhere.
    order.put_launch(nest, resident * units, streams);
    for (Stream& stream : streams) {
      stream.stored = stream.stored && stream.loaded;
      stream.loaded = true;
    }
    double pieces = 0;
    if (levels > 0) {
      CacheShape last;
      last.line_bytes = kMemoryPieceBytes;
      last.lines = traits_.caches.back().capacity_bytes / kMemoryPieceBytes;
      const LineTraffic traffic = traffic_beyond(streams, last);
      pieces = std::min(traffic.streaming + traffic.irregular, missed + requested.stored);
    }
    counts[kSimtMemory] = pieces < 1 ? 0 : pieces;
    count_path(values, shape, busiest / resident, missed / std::max(1.0, requested.loaded),
               std::min(1.0, pieces / std::max(1.0, missed)), counts);
  }

  // What a sub-group waits for alone.
  void count_path(const FormulaTable::Values& values, const LaunchShape& shape, double rounds,
                  double missed_part, double memory_part, std::span<double> counts) const {
    SimtLoadTimes times{kSimtLoadSeconds, missed_part, memory_part};
    for (std::size_t level = 0; level < times.seconds.size(); ++level) {
      if (level < traits_.load_seconds.size()) {
        times.seconds[level] = traits_.load_seconds[level];
      }
    }
    const SimtLoops::Path path = loops_.path(values, shape, accesses_.all(), times);
    double steps = 0;
    for (const auto& [what, each] : kSimtSteps) {
      steps += each * counts[what];
    }
    const double sub_groups = static_cast<double>(shape.work_items()) * shape.sub_groups_per_item();
    const double chains = std::max(1.0, room_.carried_words() / kSimtWordsOfChain);
    const double to_next = 1 + (kSimtCyclesToNext - 1) / chains;
    counts[kSimtPathCycles] = rounds * std::max(path.cycles, to_next * steps / sub_groups);
    counts[kSimtPathSeconds] = rounds * path.seconds;
  }

  DeviceTraits traits_;
  Nest nest_;
  SimtAccesses accesses_;
  SimtLoops loops_;
  SimtRoom room_;
  std::vector<std::pair<SimtCount, std::size_t>> operations_;  // and where their numbers are
  std::vector<std::size_t> barriers_;
};

class SimtTerm : public Term {
 public:
  SimtTerm() {
    for (const std::string_view name : kSimtNames) {
      features_.push_back(fmt::format("f_simt_{}", name));
    }
  }
  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] const std::vector<std::string>& features() const override { return features_; }
  [[nodiscard]] std::unique_ptr<BoundTerm> bind(const KernelModel& model,
                                                const DeviceTraits& traits,
                                                FormulaTable& table) const override {
    return std::make_unique<BoundSimt>(model, traits, table);
  }
  [[nodiscard]] bool covers(const OpCount&) const override { return true; }
  [[nodiscard]] bool covers(const Access&) const override { return true; }

 private:
  std::string name_ = "simt";
  std::vector<std::string> features_;
};

}  // namespace

std::unique_ptr<Term> simt_term() { return std::make_unique<SimtTerm>(); }

}  // namespace clgauge::model
