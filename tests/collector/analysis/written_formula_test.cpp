// Formulas that would be too long to be written down, and what stands for them.
#include "collector/analysis/written_formula.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "collector/symbolic/operations.h"
#include "model_of.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

TEST(WrittenFormula, IsLeftOutWhereItIsTooLongToBeRead) {
  symbolic::Context context;
  Poly product(1);
  for (int i = 0; i < 8; ++i) {
    const Poly size = context.symbol("n" + std::to_string(i));
    product *= size + Poly(1);
  }
  CountFlag flag = CountFlag::exact;
  const Formula kept = written(context, product, flag);
  EXPECT_FALSE(is_too_long(kept));
  EXPECT_EQ(flag, CountFlag::exact);
  for (int i = 8; i < 14; ++i) {
    const Poly size = context.symbol("n" + std::to_string(i));
    product *= size + Poly(1);
  }
  const Formula left_out = written(context, product, flag);
  EXPECT_TRUE(is_too_long(left_out));
  EXPECT_EQ(left_out.text(), "@too_long");
  EXPECT_FALSE(left_out.is_determined());
  EXPECT_FALSE(left_out.evaluate({}));
  EXPECT_EQ(flag, CountFlag::upper);
}

// Every case of a guard in one dimension against every case of the others: a million characters.
KernelModel guarded_volume(const std::map<std::string, std::string>& args) {
  const std::string text =
      "kernel void k(global const double* a, global double* b, int nx, int ny, int nz) {\n"
      "  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2);\n"
      "  if (x > nx || y > ny || z > nz) return;\n"
      "  b[z * 1369 + y * 37 + x] = a[z * 1369 + y * 37 + x];\n"
      "}\n";
  LaunchDescription launch;
  launch.global = {"32*((n+31)/32)", "2*((n+1)/2)", "n"};
  launch.local = {"32", "2", "1"};
  launch.args = args;
  return test::model_of(text, launch);
}

TEST(WrittenFormula, OfAFootprintIsABoundWhereTheExactOneIsTooLong) {
  const KernelModel model = guarded_volume({});
  ASSERT_EQ(model.arrays.size(), 2U);
  for (const ArrayUse& array : model.arrays) {
    EXPECT_LT(array.footprint.text().size(), 20'000U);
    EXPECT_EQ(array.footprint_flag, CountFlag::upper);
    EXPECT_TRUE(array.footprint.is_determined());
  }
  const KernelModel read = kernel_model_from_json(to_json(model));
  EXPECT_EQ(read.arrays[0].footprint, model.arrays[0].footprint);
  const KernelModel walked =
      guarded_volume({{"n", "36"}, {"nx", "35"}, {"ny", "35"}, {"nz", "35"}});
  ASSERT_TRUE(walked.walked);
  EXPECT_EQ(walked.walked->arrays[0].footprint, 35 * 35 * 36);
}

}  // namespace
}  // namespace clgauge::collector
