#include "model/terms/special_term.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::KernelModel;

TEST(SpecialTerm, ClassesCostlyOperations) {
  for (const auto& [op, expected] :
       std::vector<std::pair<std::string, std::string>>{{"div", "div"},
                                                        {"native_exp2", "exp"},
                                                        {"rsqrt", "sqrt"},
                                                        {"sincos", "trig"},
                                                        {"half_log10", "log"},
                                                        {"pown", "pow"},
                                                        {"tanh", "exp"},
                                                        {"remainder", "div"}}) {
    EXPECT_EQ(special_class(op), expected) << op;
  }
  for (const std::string op : {"add", "madd", "minmax", "floor", "select", "cvt"}) {
    EXPECT_FALSE(special_class(op).has_value()) << op;
  }
  const DeviceTraits traits = sub_groups_of(kLanes);
  KernelModel model = naive_matmul();
  model.ops.push_back({"exp", "float64", false, count_of("1", "256*t*t")});
  model.ops.push_back({"div", "int32", false, count_of("1", "256*t*t")});
  model.ops.push_back({"atomic", "int32", false, count_of("2", "512*t*t")});
  EXPECT_EQ(feature(model, "f_loop_exp_float64", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_exp_float64", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_loop_exp_float32", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_loop_div_float32", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_div_int", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_int", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_atomics", 3, traits), 2 * 48 * 48);
  model.ops.back().in_local = true;
  EXPECT_EQ(feature(model, "f_atomics", 3, traits), 0);
  EXPECT_EQ(feature(model, "f_local_atomics", 3, traits), 2 * 48 * 48);
  // Vectors of them where many variables lie side by side, or nothing keeps work-items apart.
  model.loops[0].carried_values = 8;
  EXPECT_EQ(feature(model, "f_exp_float64", 3, traits), 48 * 48);
  model.loops.clear();
  EXPECT_EQ(feature(model, "f_exp_float64", 3, traits), 48 * 48);
  EXPECT_EQ(feature(model, "f_loop_exp_float64", 3, traits), 0);
}

}  // namespace
}  // namespace clgauge::model
