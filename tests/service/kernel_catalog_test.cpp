// A kernel is collected once and then evaluated at every size.
#include "service/engine/kernel_catalog.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "collector/kernel/launch_json.h"
#include "collector/kernel/launch_parser.h"
#include "collector/version.h"
#include "db/kernel_cache.h"

namespace clgauge::service {
namespace {

constexpr const char* kAxpy = R"(
__kernel void axpy(__global float *y, __global const float *x, float a, int n, int step) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) y[i] += a * x[i];
  if (step < 7) y[0] = 1;
}
)";

class Catalog : public testing::Test {
 protected:
  void SetUp() override {
    source_.text = kAxpy;
    source_.name = "axpy.cl";
    launch_.global = {"g"};
    launch_.local = {"64"};
    launch_.args = {{"n", "1000"}, {"g", "256"}, {"step", "1"}};
  }
  void TearDown() override { ::unsetenv("CLGAUGE_COLLECTOR"); }

  // From now on only the cache can answer.
  static void without_collector() { ::setenv("CLGAUGE_COLLECTOR", "/nonexistent", 1); }

  collector::KernelModel collect() { return catalog_.collect(source_, "", launch_); }

  db::Store store_ = db::Store::in_memory();
  KernelCatalog catalog_{store_};
  collector::Source source_;
  collector::LaunchDescription launch_;
};

std::int64_t loads_of_x(const collector::KernelModel& model,
                        const collector::LaunchDescription& launch) {
  for (const collector::Access& access : model.accesses) {
    if (access.array == "x") {
      return access.count.total.evaluate(collector::argument_values(launch)).value();
    }
  }
  ADD_FAILURE() << "no access to x";
  return 0;
}

TEST_F(Catalog, ServesOtherSizesFromTheCache) {
  EXPECT_EQ(loads_of_x(collect(), launch_), 1000);
  without_collector();
  for (const int n : {0, 1, 63, 4097}) {
    launch_.args["n"] = std::to_string(n);
    launch_.args["g"] = "512";
    EXPECT_EQ(loads_of_x(collect(), launch_), n);
  }
}

TEST_F(Catalog, CollectsAgainWhatChangesTheModel) {
  (void)collect();
  without_collector();
  EXPECT_NO_THROW((void)collect());
  const auto expect_miss = [&](const char* what) { EXPECT_THROW((void)collect(), Error) << what; };
  launch_.args["step"] = "-1";
  expect_miss("the sign of an argument");
  launch_.args["step"] = "1";
  launch_.local = {"32"};
  expect_miss("the group shape");
  launch_.local = {"64"};
  launch_.assumptions = {"n>=64"};
  expect_miss("an assumption");
  launch_.assumptions.clear();
  source_.options = "-DN=4";
  expect_miss("a build option");
  source_.options.clear();
  EXPECT_NO_THROW((void)collect());
  source_.text += "\n";
  expect_miss("the source");
}

TEST_F(Catalog, CollectsAgainWhatAnotherVersionOfTheCollectorLeft) {
  const collector::KernelModel model = collect();
  collector::LaunchDescription shape = launch_;
  shape.args.clear();
  const auto key_for = [&](const std::string& version) {
    return db::kernel_key(source_.text, source_.options, "", version, to_json(shape).dump());
  };
  const std::string current = collector::collector_version();
  ASSERT_EQ(key_for(current), catalog_key(source_, "", launch_));
  db::Store other = db::Store::in_memory();
  const auto put = [&](const std::string& version) {
    db::KernelCache(other).put(
        {key_for(version), model.kernel, version, to_json(model).dump(), {}});
  };
  without_collector();
  put("an earlier version");
  EXPECT_THROW((void)KernelCatalog(other).collect(source_, "", launch_), Error);
  put(current);
  EXPECT_EQ(loads_of_x(KernelCatalog(other).collect(source_, "", launch_), launch_), 1000);
}

TEST_F(Catalog, NeverCachesWhatAHeaderMayChange) {
  source_.text += "// include\n";
  (void)collect();
  without_collector();
  EXPECT_THROW((void)collect(), Error);
}

TEST_F(Catalog, SaysWhenArgumentsBreakAnAssumptionEvenIfCached) {
  launch_.assumptions = {"n%8==0"};
  (void)collect();
  launch_.args["n"] = "1001";
  EXPECT_THROW((void)collect(), Error);
}

}  // namespace
}  // namespace clgauge::service
