#include "collector/kernel/compiled.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "sample_model.h"

namespace clgauge::collector {
namespace {

TEST(CompiledFormulas, GiveWhatEachFormulaGives) {
  const std::vector<Formula> formulas = count_formulas(test::tiled_matmul());
  const CompiledFormulas compiled(formulas);
  ASSERT_EQ(compiled.size(), formulas.size());
  std::vector<std::int64_t> results(formulas.size());
  for (const std::int64_t n : {16, 64, 4096, 160000}) {
    const Bindings bindings{{"n", n}, {"unused", 5}};
    compiled.evaluate(compiled.inputs(bindings), std::span<std::int64_t>(results));
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      EXPECT_EQ(formulas[i].evaluate(bindings), results[i]) << formulas[i].text();
    }
  }
}

TEST(CompiledFormulas, ShareSumsAndSymbols) {
  const CompiledFormulas compiled({Formula::parse("sum(i, 0, n, bitxor(i, m))"),
                                   Formula::parse("m + sum(i, 0, n, bitxor(i, m))"),
                                   Formula::parse("k")});
  EXPECT_EQ(compiled.symbols().size(), 3U);
  std::vector<std::int64_t> results(3);
  compiled.evaluate(compiled.inputs({{"n", 3}, {"m", 1}, {"k", 9}}),
                    std::span<std::int64_t>(results));
  EXPECT_EQ(results, (std::vector<std::int64_t>{6, 7, 9}));
}

TEST(CompiledFormulas, CountsBeyond64BitsAsDoubles) {
  const CompiledFormulas compiled({Formula::parse("n^3")});
  const std::vector<std::int64_t> inputs{10000000};
  std::vector<double> rounded(1);
  compiled.evaluate(inputs, std::span<double>(rounded));
  EXPECT_LE(std::abs(rounded[0] - 1e21), 1e6);
  std::vector<std::int64_t> exact(1);
  EXPECT_THROW(compiled.evaluate(inputs, std::span<std::int64_t>(exact)), Error);
}

TEST(CompiledFormulas, RefuseWrongSizesAndMissingSymbols) {
  const CompiledFormulas compiled({Formula::parse("n*m")});
  EXPECT_THROW((void)compiled.inputs({{"n", 1}}), Error);
  std::vector<std::int64_t> results(1);
  EXPECT_THROW(compiled.evaluate(std::vector<std::int64_t>{1}, std::span<std::int64_t>(results)),
               Error);
}

}  // namespace
}  // namespace clgauge::collector
