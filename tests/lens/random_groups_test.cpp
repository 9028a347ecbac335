// Random loops, as a compiler made them for processors without and with vectors: what the evaluator
// says of a group is what this processor does, instruction by instruction, access by access. Code
// that it cannot run must store the same bytes.
//   CLGAUGE_TEST_SEED    the first group's seed (default 1)
//   CLGAUGE_TEST_GROUPS  how many (default 50)
#include "random_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assembled.h"
#include "lens/evaluate/evaluator.h"
#include "native_comparison.h"
#include "tests/collector/analysis/random_nests.h"
#include "walked_both_ways.h"

namespace clgauge::lens {
namespace {

constexpr std::uint32_t kTogether = 50;            // compiled as one
constexpr std::uint64_t kMostInstructions = 6000;  // of a group
constexpr std::uint64_t kMostAtLargerSizes = 200000;
constexpr std::array<std::uint64_t, 3> kGroup{2, 1, 0};

struct Processor {
  const char* options;
  bool runs_here;
};

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0;
}

// The last two with masks in place of remainders.
std::array<Processor, 3> processors() {
  const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                        __builtin_cpu_supports("bmi2") != 0;
  return {{{"-O2 -march=x86-64", true},
           {"-O3 -march=x86-64-v3 -mtune=skylake -ffast-math -fno-unroll-loops "
            "-mllvm -prefer-predicate-over-epilogue=predicate-else-scalar-epilogue",
            has_avx2},
           {"-O3 -march=x86-64-v4 -mtune=skylake-avx512 -mprefer-vector-width=512 -ffast-math "
            "-fno-unroll-loops "
            "-mllvm -prefer-predicate-over-epilogue=predicate-else-scalar-epilogue",
            has_avx512()}}};
}

std::shared_ptr<const ObjectImage> compiled(const std::vector<RandomGroup>& groups,
                                            const std::string& options) {
  std::string text = random_groups_prelude();
  for (const RandomGroup& group : groups) {
    text += group.text;
  }
  return std::make_shared<const ObjectImage>(
      load_image(x86_64_elf(built_bytes(text, "cpp", options + " -w -c", "clang-15"))));
}

struct Evaluated {
  GroupTrace trace;
  std::vector<MemoryAccess> accesses;

  [[nodiscard]] std::set<std::uint64_t> bytes_stored() const {
    std::set<std::uint64_t> stored;
    for (const MemoryAccess& access : accesses) {
      for (unsigned i = 0; i < access.bytes && access.is_store; ++i) {
        if (access.region == MemoryRegion::buffer) {
          stored.insert(access.address + i);
        }
      }
    }
    return stored;
  }
};

// Nothing where it takes too long.
std::optional<Evaluated> evaluate(Evaluator& evaluator) {
  CollectedAccesses sink;
  try {
    GroupTrace trace = evaluator.evaluate(kGroup, &sink);
    return Evaluated{std::move(trace), std::move(sink.accesses)};
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.why(), RefusalKind::step_limit) << refusal.what();
    return std::nullopt;
  }
}

Evaluator evaluator_of(const std::shared_ptr<const ObjectImage>& image, const RandomGroup& group,
                       std::uint64_t most_instructions) {
  return {image, group.kernel, group.launch, {.most_instructions = most_instructions}};
}

// Rounds that are foreseen leave what walking them leaves, those that are skipped their counts.
std::uint64_t check_skipping(const std::shared_ptr<const ObjectImage>& image,
                             const RandomGroup& group, const Evaluated& walked) {
  Evaluator evaluator(image, group.kernel, group.launch,
                      {.most_instructions = 2 * kMostAtLargerSizes, .skips_after_accesses = 0});
  Told told;
  try {
    const GroupTrace skipped = evaluator.evaluate(kGroup, &told);
    expect_same_counts(skipped, walked.trace);
    EXPECT_EQ(told.accesses.size() + told.skipped, walked.accesses.size());
    EXPECT_TRUE(told.repeats > 0 || told.accesses == walked.accesses);
    return skipped.foreseen;
  } catch (const Refusal& refusal) {
    ADD_FAILURE() << "refused with rounds skipped: " << refusal.what();
    return 0;
  }
}

// The same at sizes that leave more to be skipped, without the processor.
std::uint64_t check_skipping_at_larger_sizes(const std::shared_ptr<const ObjectImage>& image,
                                             RandomGroup group) {
  for (const unsigned scale : {64U, 32U, 16U}) {
    set_sizes(scale, group);
    Evaluator evaluator = evaluator_of(image, group, kMostAtLargerSizes);
    if (const std::optional<Evaluated> walked = evaluate(evaluator)) {
      return check_skipping(image, group, *walked);
    }
  }
  return 0;
}

// The largest sizes that are not too much work.
bool choose_sizes(const std::shared_ptr<const ObjectImage>& image, RandomGroup& group) {
  for (const unsigned scale : {8U, 4U, 2U, 1U, 0U}) {
    set_sizes(scale, group);
    Evaluator evaluator = evaluator_of(image, group, kMostInstructions);
    if (evaluate(evaluator)) {
      return true;
    }
  }
  return false;
}

struct Tally {
  int exact = 0;
  int not_run = 0;
  std::uint64_t instructions = 0;
  std::uint64_t accesses = 0;
  std::uint64_t foreseen = 0;  // instructions
};

void check(const std::vector<RandomGroup>& groups, const std::shared_ptr<const ObjectImage>& image,
           const Processor& processor, std::vector<std::set<std::uint64_t>>& stored, Tally& tally) {
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const RandomGroup& group = groups[i];
    SCOPED_TRACE("CLGAUGE_TEST_SEED=" + std::to_string(group.seed) + " CLGAUGE_TEST_GROUPS=1, on " +
                 processor.options);
    Evaluator evaluator = evaluator_of(image, group, 4 * kMostInstructions);
    const std::optional<Evaluated> evaluated = evaluate(evaluator);
    if (!evaluated || leaves_its_buffers(group.launch, evaluated->accesses)) {
      ++tally.not_run;
      continue;
    }
    std::set<std::uint64_t> bytes = evaluated->bytes_stored();
    if (stored[i].empty()) {
      stored[i] = std::move(bytes);
    } else {
      EXPECT_EQ(bytes, stored[i]) << "where other processors store other bytes";
    }
    if (processor.runs_here) {
      const std::string difference =
          difference_from_processor(evaluator.code(), group.kernel, group.launch, kGroup,
                                    evaluated->trace, evaluated->accesses, 100 * kMostInstructions);
      EXPECT_EQ(difference, "");
      tally.exact += difference.empty() ? 1 : 0;
    }
    tally.foreseen += check_skipping(image, group, *evaluated);
    tally.foreseen += check_skipping_at_larger_sizes(image, group);
    tally.instructions += evaluated->trace.instructions;
    tally.accesses += evaluated->trace.accesses;
  }
}

TEST(RandomGroups, DoWhatTheProcessorDoes) {
  const std::uint32_t first = collector::number_from("CLGAUGE_TEST_SEED", 1);
  const std::uint32_t count = collector::number_from("CLGAUGE_TEST_GROUPS", 50);
  const auto all = processors();
  std::array<Tally, all.size()> tallies{};
  for (std::uint32_t at = 0; at < count; at += kTogether) {
    std::vector<RandomGroup> groups;
    for (std::uint32_t i = at; i < std::min(count, at + kTogether); ++i) {
      groups.push_back(random_group(first + i));
    }
    std::shared_ptr<const ObjectImage> image = compiled(groups, all.front().options);
    std::erase_if(groups, [&](RandomGroup& group) { return !choose_sizes(image, group); });
    std::vector<std::set<std::uint64_t>> stored(groups.size());
    for (std::size_t p = 0; p < all.size() && !HasFailure(); ++p) {
      image = p == 0 ? image : compiled(groups, all[p].options);
      check(groups, image, all[p], stored, tallies[p]);
    }
  }
  for (std::size_t p = 0; p < tallies.size(); ++p) {
    const Tally& tally = tallies[p];
    std::printf(
        "%s: %d groups exact, %d too long, %llu instructions, %llu foreseen, %llu accesses\n",
        all[p].options, tally.exact, tally.not_run,
        static_cast<unsigned long long>(tally.instructions),
        static_cast<unsigned long long>(tally.foreseen),
        static_cast<unsigned long long>(tally.accesses));
    EXPECT_LE(static_cast<std::uint32_t>(tally.not_run), count / 4);
    EXPECT_GE(tally.instructions, 100 * std::uint64_t{count});
  }
}

}  // namespace
}  // namespace clgauge::lens
