// Local strides over the corpus, against the addresses that the oracle saw: exact ones between all
// neighbours, modal ones between most. A share of the corpus, or with CLGAUGE_TEST_ALL=1 all of it.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "collector/analysis/analyse.h"
#include "collector/collect.h"
#include "collector/kernel/launch_parser.h"
#include "tests/collector/open/access_places.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::collector {
namespace {

constexpr std::int64_t kMostStrideSteps = 300'000;

// Of these the n-th access of one work-item is not the same iteration as the n-th of its neighbour,
// because guards or starts of loops differ; of the last two the stride is another at each stage or
// for each bit.
const std::set<std::string> kNotComparable = {"gbmv",        "xgbmv",          "lennard_jones",
                                              "nw_tile",     "early_continue", "halo_tile",
                                              "tetrahedron", "fft_radix4",     "morton"};

// Periods of one element, within which there is no neighbour.
bool has_no_period(const CorpusLaunch& entry) {
  return entry.kernel == "srad_indices" && entry.concrete.arguments.at("nr") == 1;
}

using Ids = std::array<std::int64_t, 3>;
using Offsets = std::map<Ids, std::vector<std::int64_t>>;  // in bytes, in the order of the run

std::vector<Offsets> offsets_of(const PreparedKernel& kernel, const ConcreteLaunch& launch) {
  const AccessPlaces places = access_places(kernel);
  std::vector<Offsets> offsets(places.size());
  (void)execute(kernel.function(), launch, true, [&](const AccessEvent& event) {
    offsets[places.at({event.instruction, event.operand})][event.global_id].push_back(event.offset);
  });
  return offsets;
}

// How often each distance lies between neighbours of a group, at the same point of their runs.
std::map<std::int64_t, std::int64_t> distances(const Offsets& offsets, const ConcreteLaunch& launch,
                                               std::size_t dimension) {
  std::map<std::int64_t, std::int64_t> times;
  for (const auto& [id, own] : offsets) {
    Ids next = id;
    ++next[dimension];
    const auto other = offsets.find(next);
    // One that runs another number of iterations has no point in common.
    if (next[dimension] % launch.local[dimension] == 0 || other == offsets.end() ||
        other->second.size() != own.size()) {
      continue;
    }
    for (std::size_t i = 0; i < own.size(); ++i) ++times[other->second[i] - own[i]];
  }
  return times;
}

struct StrideTally {
  int exact = 0;
  int modal = 0;
};

void compare_strides(const CorpusLaunch& entry, StrideTally& tally) {
  const PreparedKernel kernel(compile(entry.source), entry.kernel);
  const KernelModel model = analyse(kernel, entry.launch);
  Bindings bindings = entry.concrete.arguments;
  for (const auto& [name, value] : argument_values(entry.launch)) bindings[name] = value;
  if (broken_assumption(model, bindings)) return;
  ConcreteLaunch launch = entry.concrete;
  launch.step_limit = kMostStrideSteps;
  const std::vector<Offsets> offsets = offsets_of(kernel, launch);
  for (std::size_t i = 0; i < model.accesses.size(); ++i) {
    const Access& access = model.accesses[i];
    for (std::size_t d = 0; d < access.local_strides.size(); ++d) {
      const auto stride = access.local_strides[d].evaluate(bindings);
      const auto times = distances(offsets.at(i), launch, d);
      if (!stride || times.empty()) continue;  // one that varies names what it varies with
      const std::int64_t found = *stride * access.stride_unit_bytes;
      const auto most = std::max_element(times.begin(), times.end(),
                                         [](auto& a, auto& b) { return a.second < b.second; });
      SCOPED_TRACE(access.array + " in line " + std::to_string(access.line) + ", dimension " +
                   std::to_string(d) + ", " + access.local_strides[d].text());
      if (access.affine) {
        EXPECT_EQ(times.size(), 1U);
        EXPECT_EQ(most->first, found);
        ++tally.exact;
      } else {
        const auto own = times.find(found);
        EXPECT_TRUE(own != times.end() && own->second * 2 >= most->second)
            << "mostly " << most->first << " bytes, found " << found;
        ++tally.modal;
      }
    }
  }
}

TEST(StridesOverTheCorpus, AgreeWithTheOracle) {
  StrideTally tally;
  const std::vector<CorpusLaunch> launches = corpus(34, {4, {}});
  for (const CorpusLaunch& entry : launches) {
    if (kNotComparable.contains(entry.kernel) || has_no_period(entry)) continue;
    SCOPED_TRACE(entry.name());
    try {
      compare_strides(entry, tally);
    } catch (const Error& error) {
      // Sizes that are too large for the oracle, or control flow that it cannot follow.
      EXPECT_THAT(error.kind(), testing::AnyOf(ErrorKind::timeout, ErrorKind::unsupported))
          << error.what();
    }
  }
  EXPECT_GT(tally.exact, static_cast<int>(launches.size()));
  EXPECT_GT(tally.modal, static_cast<int>(launches.size() / 20));
}

}  // namespace
}  // namespace clgauge::collector
