#include "microbench/generators/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

using testing::HasSubstr;

std::set<std::string> generators_of(const std::vector<MicroKernel>& kernels) {
  std::set<std::string> names;
  for (const MicroKernel& kernel : kernels) names.insert(kernel.generator);
  return names;
}

std::string message_of(const std::string& filter) {
  try {
    (void)parse_filter(filter);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return {};
}

TEST(Filter, EmptyChoosesEverything) {
  std::set<std::string> all;
  for (const Generator& generator : generators()) all.insert(generator.name);
  EXPECT_EQ(generators_of(expand("")), all);
}

TEST(Filter, TagsChooseGenerators) {
  EXPECT_EQ(generators_of(expand("empty_launch")), std::set<std::string>{"empty_launch"});
  EXPECT_THAT(generators_of(expand("lmem")), testing::IsSupersetOf({"local_read", "local_move"}));
  EXPECT_THAT(generators_of(expand("barrier flops")),
              testing::IsSupersetOf({"barrier_chain", "arithmetic"}));
}

TEST(Filter, RestrictionsMakeACartesianProduct) {
  const auto kernels =
      expand("arithmetic op:add,madd dtype:float32,float64 lanes:1,4 trips:3 groups:2,5");
  EXPECT_EQ(kernels.size(), 16U);
  for (const MicroKernel& kernel : kernels) {
    EXPECT_EQ(kernel.tags.count("trips:3"), 1U);
    EXPECT_EQ(kernel.tags.count("flops"), 1U);
  }
}

TEST(Filter, ARestrictionAloneExcludesGeneratorsWithoutTheKey) {
  EXPECT_EQ(generators_of(expand("op:madd trips:16")), std::set<std::string>{"arithmetic"});
}

TEST(Filter, ImpossibleCombinationsAreLeftOut) {
  EXPECT_TRUE(expand("arithmetic op:sqrt dtype:int32").empty());
  EXPECT_TRUE(expand("global_load items:1000 group_size:256").empty());
}

TEST(Filter, NamesAreUniqueAndSelectExactlyTheirKernel) {
  const auto all = expand("");
  std::set<std::string> names;
  for (const MicroKernel& kernel : all) {
    EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
  }
  for (std::size_t i = 0; i < all.size(); i += 37) {
    const auto again = expand(all[i].name);
    ASSERT_EQ(again.size(), 1U) << all[i].name;
    EXPECT_EQ(again[0].name, all[i].name);
    EXPECT_EQ(again[0].job.source, all[i].job.source);
  }
}

TEST(Filter, MistakesAreNamedWithWhatWouldBeRight) {
  EXPECT_THAT(message_of("flop"), HasSubstr("flops"));
  EXPECT_THAT(message_of("stride:2"), HasSubstr("lstride"));
  EXPECT_THAT(message_of("dtype:float"), HasSubstr("float32"));
  EXPECT_THAT(message_of("dtype:"), HasSubstr("restricts to nothing"));
  EXPECT_THAT(message_of("dtype:float32 dtype:float64"), HasSubstr("twice"));
  EXPECT_THAT(message_of("trips:0"), HasSubstr("trips:0"));
  EXPECT_THAT(message_of("trips:-4"), HasSubstr("trips:-4"));
  EXPECT_THAT(message_of("trips:1e3"), HasSubstr("trips:1e3"));
}

}  // namespace
}  // namespace clgauge::microbench
