// Cache lines by sub-group access and by work-group over the corpus, against addresses that the
// oracle saw one by one. A share of the corpus, or with CLGAUGE_TEST_ALL=1 all of it.
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/error.h"
#include "collector/analysis/analyse.h"
#include "collector/collect.h"
#include "collector/kernel/byte_ranges.h"
#include "collector/kernel/launch_parser.h"
#include "collector/kernel/locality.h"
#include "tests/collector/open/access_places.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::collector {
namespace {

constexpr std::int64_t kMostSteps = 1'000'000;

using Ids = std::array<std::int64_t, 3>;

struct Seen {
  // Of each access of the model: runs by a sub-group, and the lines in them.
  std::vector<std::set<std::tuple<Ids, std::int64_t, std::int64_t>>> runs;
  std::vector<std::set<std::tuple<Ids, std::int64_t, std::int64_t, std::int64_t>>> lines;
  // Of each array in the group that is looked at.
  std::map<std::string, std::set<std::int64_t>> group_bytes;
};

class Walk {
 public:
  Walk(const PreparedKernel& kernel, const ConcreteLaunch& launch, const Locality& locality)
      : launch_(launch), locality_(locality), places_(access_places(kernel)) {
    seen_.runs.resize(places_.size());
    seen_.lines.resize(places_.size());
    arrays_ = execute(kernel.function(), launch, true, [this](const AccessEvent& event) {
                events(event);
              }).arrays;
    for (const auto& [array, bytes] : bytes_) seen_.group_bytes[arrays_[array].name] = bytes;
  }

  [[nodiscard]] const Seen& seen() const { return seen_; }

 private:
  void events(const AccessEvent& event) {
    const std::size_t access = places_.at({event.instruction, event.operand});
    Ids group{};
    Ids local{};
    for (std::size_t d = 0; d < 3; ++d) {
      group[d] = event.global_id[d] / launch_.local[d];
      local[d] = event.global_id[d] % launch_.local[d];
    }
    const std::int64_t item =
        local[0] + launch_.local[0] * (local[1] + launch_.local[1] * local[2]);
    const std::int64_t sub_group = item / locality_.sub_group_size;
    const std::int64_t time = times_[{access, event.global_id}]++;
    seen_.runs[access].insert({group, sub_group, time});
    for (std::int64_t byte = event.offset; byte < event.offset + event.bytes; ++byte) {
      const std::int64_t line = floor_divide(byte, locality_.line_bytes);
      seen_.lines[access].insert({group, sub_group, time, line});
      if (group == locality_.group) bytes_[event.array].insert(byte);
    }
  }

  const ConcreteLaunch& launch_;
  const Locality& locality_;
  AccessPlaces places_;
  std::map<std::pair<std::size_t, Ids>, std::int64_t> times_;
  std::map<std::size_t, std::set<std::int64_t>> bytes_;
  std::vector<TouchedArray> arrays_;
  Seen seen_;
};

struct Tally {
  int accesses = 0;
  int arrays = 0;
};

void compare(const CorpusLaunch& entry, const LocalityOptions& options, Tally& tally) {
  const PreparedKernel kernel(compile(entry.source), entry.kernel);
  const KernelModel model = analyse(kernel, entry.launch);
  Bindings bindings = entry.concrete.arguments;
  for (const auto& [name, value] : argument_values(entry.launch)) bindings[name] = value;
  if (broken_assumption(model, bindings)) return;
  const Locality locality = locality_of(model, bindings, options);
  ConcreteLaunch launch = entry.concrete;
  launch.step_limit = kMostSteps;
  const Walk walk(kernel, launch, locality);
  std::size_t at = 0;
  for (std::size_t i = 0; i < model.accesses.size(); ++i) {
    const Access& access = model.accesses[i];
    if (access.space != "global" && access.space != "constant") continue;
    const AccessLocality& found = locality.accesses.at(at++);
    if (!found.exact || walk.seen().runs[i].empty()) continue;
    const double truth = static_cast<double>(walk.seen().lines[i].size()) /
                         static_cast<double>(walk.seen().runs[i].size());
    EXPECT_LE(std::abs(found.lines_per_sub_group.value() - truth), 1e-9 * truth)
        << found.array << " in line " << found.line << ": " << *found.lines_per_sub_group
        << ", oracle " << truth;
    ++tally.accesses;
  }
  for (const ArrayLocality& array : locality.arrays) {
    if (!array.exact) continue;
    const auto touched = walk.seen().group_bytes.find(array.array);
    const auto bytes =
        touched == walk.seen().group_bytes.end() ? std::set<std::int64_t>() : touched->second;
    std::set<std::int64_t> lines;
    for (const std::int64_t byte : bytes) lines.insert(floor_divide(byte, options.line_bytes));
    EXPECT_EQ(array.group_footprint_bytes, static_cast<std::int64_t>(bytes.size())) << array.array;
    EXPECT_EQ(array.group_lines, static_cast<std::int64_t>(lines.size())) << array.array;
    ++tally.arrays;
  }
}

TEST(LocalityOverTheCorpus, WhatIsExactAgreesWithTheOracle) {
  constexpr std::array<std::int64_t, 4> kLines = {64, 32, 128, 40};
  constexpr std::array<std::int64_t, 4> kSubGroups = {32, 8, 16, 5};
  Tally tally;
  std::size_t number = 0;
  const std::vector<CorpusLaunch> launches = corpus(33, {4, {}});
  for (const CorpusLaunch& entry : launches) {
    SCOPED_TRACE(entry.name());
    LocalityOptions options;
    options.line_bytes = kLines[number % kLines.size()];
    options.sub_group_size = kSubGroups[number / 2 % kSubGroups.size()];
    ++number;
    try {
      compare(entry, options, tally);
    } catch (const Error& error) {
      // Sizes that are too large for the oracle, or control flow that it cannot follow.
      EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::timeout, ErrorKind::unsupported))
          << error.what();
    }
  }
  EXPECT_GT(tally.accesses, static_cast<int>(launches.size()));
  EXPECT_GT(tally.arrays, static_cast<int>(launches.size() / 2));
}

}  // namespace
}  // namespace clgauge::collector
