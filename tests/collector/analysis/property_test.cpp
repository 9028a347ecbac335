// Random loop nests against the oracle: no count may be wrong without saying so.
//   CLGAUGE_TEST_SEED   the first kernel's seed (default 1)
//   CLGAUGE_TEST_NESTS  how many nests (default 10000)
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "agreement.h"
#include "random_nests.h"

namespace clgauge::collector {
namespace {

constexpr int kNestsPerKernel = 10;
constexpr int kSizesPerKernel = 2;
constexpr std::int64_t kMostSteps = 3'000'000;  // of the oracle
// Hopeless nests are given up early: there are many others.
constexpr AnalysisLimits kBrief{3'000, 20'000, 3'000};

TEST(RandomNests, AgreeWithTheOracle) {
  const std::uint32_t first_seed = number_from("CLGAUGE_TEST_SEED", 1);
  const std::uint32_t nests = number_from("CLGAUGE_TEST_NESTS", 10'000);
  std::int64_t exact = 0;
  std::int64_t inexact = 0;
  int failures = 0;
  int refused = 0;
  for (std::uint32_t i = 0; i < nests / kNestsPerKernel && failures < 5; ++i) {
    const std::uint32_t seed = first_seed + i;
    const RandomKernel kernel = random_kernel(seed, kNestsPerKernel);
    Source source;
    source.text = kernel.source;
    std::mt19937 random(seed);
    std::vector<Bindings> sizes;
    for (int s = 0; s < kSizesPerKernel; ++s) sizes.push_back(random_sizes(random));
    Agreement agreement;
    ASSERT_NO_THROW(agreement = compare(source, "nests", kernel.launch, sizes, kMostSteps, kBrief))
        << "seed " << seed << "\n"
        << kernel.source;
    exact += agreement.compared;
    inexact += static_cast<std::int64_t>(agreement.inexact.size());
    // A comparison of signed with unsigned may make a loop that hardly ends.
    if (!agreement.refused.empty()) ++refused;
    if (agreement.wrong.empty()) continue;
    ++failures;
    ADD_FAILURE() << "CLGAUGE_TEST_SEED=" << seed << " CLGAUGE_TEST_NESTS=" << kNestsPerKernel
                  << ", global " << kernel.launch.global.front() << ":\n"
                  << testing::PrintToString(agreement.wrong) << "\n"
                  << kernel.source;
  }
  EXPECT_LE(refused, static_cast<int>(nests / kNestsPerKernel / 8 + 1));
  std::cout << refused << " kernels too long for the oracle, " << exact << " counts exact, "
            << inexact << " flagged otherwise\n";
  // The test would be empty if everything were flagged.
  if (nests >= 1000) {
    EXPECT_GT(exact, 2 * inexact);
  }
}

}  // namespace
}  // namespace clgauge::collector
