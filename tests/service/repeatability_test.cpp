#include "service/store/repeatability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "db/model_table.h"
#include "stored_calibration.h"

namespace clgauge::service {
namespace {

TEST(Repeatability, TakesTheMiddleSpread) {
  EXPECT_DOUBLE_EQ(median_spread({{"a", 0.3}, {"b", 0.1}, {"c", 0.2}}), 0.2);
  EXPECT_DOUBLE_EQ(median_spread({{"a", 0.3}, {"b", 0.1}}), 0.2);
  EXPECT_TRUE(std::isnan(median_spread({})));
}

class RepeatedCalibrations : public ::testing::Test {
 protected:
  std::string calibrate() {
    return db::CalibrationTable(store_).start(quick_calibration(store_, some_device()));
  }

  void measure(const std::string& calibration, const std::string& name, double seconds,
               const std::string& status = "ok") {
    add_sample(store_, calibration, name, seconds, status);
  }

  void fit(const std::string& calibration, double madd, double launch, bool identifiable = true) {
    db::ModelRow row;
    row.calibration_uid = calibration;
    row.name = "m";
    row.expression = "p_madd * f_op_float32_madd + p_launch";
    row.costs = {{"p_madd", madd, "s", 0.0, true}, {"p_launch", launch, "s", 0.0, identifiable}};
    db::ModelTable(store_).save(row);
  }

  db::Store store_ = db::Store::in_memory();
};

TEST_F(RepeatedCalibrations, ComparesWhatEveryOneHas) {
  const std::string first = calibrate();
  const std::string second = calibrate();
  measure(first, "a", 1.0);
  measure(second, "a", 1.5);
  measure(first, "b", 2.0);
  measure(second, "b", 0, "timeout");
  measure(first, "c", 2.0);
  measure(second, "c", 2.0);
  fit(first, 1e-9, 3e-6);
  fit(second, 3e-9, 3e-6, false);

  measure(first, "a", 9.0);  // in further passes: the shortest one counts
  measure(first, "a", 1.2);
  const auto samples = sample_spreads(store_, {first, second});
  ASSERT_EQ(samples.size(), 2U);
  EXPECT_EQ(samples[0].of, "a");
  EXPECT_DOUBLE_EQ(samples[0].relative, 0.4);
  EXPECT_DOUBLE_EQ(samples[1].relative, 0.0);
  const auto costs = cost_spreads(store_, {first, second}, "m");
  ASSERT_EQ(costs.size(), 1U);
  EXPECT_EQ(costs[0].of, "p_madd");
  EXPECT_DOUBLE_EQ(costs[0].relative, 1.0);
  EXPECT_TRUE(cost_spreads(store_, {first, second}, "another").empty());
}

}  // namespace
}  // namespace clgauge::service
