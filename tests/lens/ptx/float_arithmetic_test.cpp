// Arithmetic of floats as PTX says, on numbers of all kinds, beside what this processor makes of
// them or exact arithmetic in a wider type.
#include "lens/ptx/float_arithmetic.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace clgauge::lens::ptx {
namespace {

std::uint64_t bits(float number) {
  return std::isnan(number) ? 0x7FFFFFFFU : std::bit_cast<std::uint32_t>(number);
}
std::uint64_t bits(double number) { return std::bit_cast<std::uint64_t>(number); }
float single(std::uint64_t number) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(number));
}

Step step_of(Code code, unsigned width, const FloatForm& form = {}, unsigned option = 0) {
  Step step;
  step.code = code;
  step.bits = static_cast<std::uint8_t>(width);
  step.form = form;
  step.option = static_cast<std::uint8_t>(option);
  return step;
}

std::uint64_t result(const Step& step, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  return compute_float(step, {a, b, c, 0}).value();
}

std::vector<float> numbers() {
  using Limits = std::numeric_limits<float>;
  std::vector<float> all{0.0F,
                         -0.0F,
                         1.0F,
                         -1.5F,
                         2.5F,
                         -3.5F,
                         1e-40F,
                         -1e-45F,
                         Limits::min(),
                         Limits::max(),
                         -Limits::max(),
                         Limits::infinity(),
                         -Limits::infinity(),
                         Limits::quiet_NaN(),
                         2147483648.0F,
                         -2147483904.0F,
                         4294967040.0F,
                         65519.0F,
                         65520.0F};
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    all.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    all.push_back(static_cast<float>(random()) / 1e9F - 2);
  }
  return all;
}

TEST(PtxFloats, AreThoseOfTheProcessor) {
  for (const float a : numbers()) {
    EXPECT_EQ(result(step_of(Code::float_sqrt, 32), bits(a)), bits(std::sqrt(a))) << a;
    EXPECT_EQ(result(step_of(Code::float_rcp, 32), bits(a)), bits(1 / a)) << a;
    EXPECT_EQ(result(step_of(Code::float_exp2, 32), bits(a)), bits(std::exp2(a))) << a;
    for (const float b : numbers()) {
      EXPECT_EQ(result(step_of(Code::float_add, 32), bits(a), bits(b)), bits(a + b));
      EXPECT_EQ(result(step_of(Code::float_sub, 32), bits(a), bits(b)), bits(a - b));
      EXPECT_EQ(result(step_of(Code::float_mul, 32), bits(a), bits(b)), bits(a * b));
      EXPECT_EQ(result(step_of(Code::float_div, 32), bits(a), bits(b)), bits(a / b));
      EXPECT_EQ(result(step_of(Code::float_fma, 32), bits(a), bits(b), bits(1.25F)),
                bits(std::fma(a, b, 1.25F)));
      const double wide = a;
      EXPECT_EQ(std::isnan(wide * b),
                std::isnan(std::bit_cast<double>(
                    result(step_of(Code::float_mul, 64), bits(wide), bits(double{b})))));
    }
  }
}

// Products and sums of floats in double precision are exact or nearly so: the float on that side.
TEST(PtxFloats, RoundTheWayTheySay) {
  for (const float a : numbers()) {
    for (const float b : numbers()) {
      const double exact = static_cast<double>(a) * b;
      if (!std::isfinite(a) || !std::isfinite(b) || std::abs(exact) > 1e38 ||
          std::abs(exact) < 1e-30) {
        continue;
      }
      const auto rounded = [&](Rounding rounding) {
        return double{
            single(result(step_of(Code::float_mul, 32, {.rounding = rounding}), bits(a), bits(b)))};
      };
      EXPECT_LE(rounded(Rounding::down), exact);
      EXPECT_GE(rounded(Rounding::up), exact);
      EXPECT_LE(std::abs(rounded(Rounding::towards_zero)), std::abs(exact));
      EXPECT_LE(rounded(Rounding::up) - rounded(Rounding::down), std::abs(exact) * 0x1p-22);
      const double fused = single(result(step_of(Code::float_fma, 32, {.rounding = Rounding::down}),
                                         bits(a), bits(b), bits(0.0F)));
      EXPECT_EQ(fused, rounded(Rounding::down));
      EXPECT_EQ(rounded(Rounding::to_nearest), double{static_cast<float>(exact)});
    }
  }
}

TEST(PtxFloats, ConvertToIntegersAsFarAsTheyFit) {
  const auto to = [](float number, Rounding rounding, unsigned width, bool is_signed) {
    Step step = step_of(Code::float_to_integer, width, {.rounding = rounding}, 32);
    step.is_signed = is_signed;
    return result(step, bits(number));
  };
  EXPECT_EQ(to(2.5F, Rounding::to_nearest, 32, true), 2U);
  EXPECT_EQ(to(-2.5F, Rounding::down, 32, true), 0xFFFFFFFDU);
  EXPECT_EQ(to(2.25F, Rounding::up, 32, true), 3U);
  EXPECT_EQ(to(-2.75F, Rounding::towards_zero, 32, true), 0xFFFFFFFEU);
  EXPECT_EQ(to(1e20F, Rounding::towards_zero, 32, true), 0x7FFFFFFFU);
  EXPECT_EQ(to(-1e20F, Rounding::towards_zero, 32, true), 0x80000000U);
  EXPECT_EQ(to(-5, Rounding::towards_zero, 32, false), 0U);
  EXPECT_EQ(to(300, Rounding::to_nearest, 8, false), 255U);
  EXPECT_EQ(to(-300, Rounding::to_nearest, 8, true), 0x80U);
  EXPECT_EQ(to(std::numeric_limits<float>::quiet_NaN(), Rounding::to_nearest, 32, true), 0U);
  EXPECT_EQ(to(std::numeric_limits<float>::infinity(), Rounding::to_nearest, 64, false),
            ~std::uint64_t{0});
  for (const float a : numbers()) {
    if (std::abs(a) < 2e9F) {
      EXPECT_EQ(to(a, Rounding::towards_zero, 32, true),
                static_cast<std::uint32_t>(static_cast<std::int32_t>(a)));
    }
  }
}

TEST(PtxFloats, ConvertFromIntegersAndBetweenWidths) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t number = random() >> (i % 64);
    Step step = step_of(Code::integer_to_float, 32, {}, 64);
    EXPECT_EQ(result(step, number), bits(static_cast<float>(number)));
    step.is_signed = true;
    EXPECT_EQ(result(step, number), bits(static_cast<float>(static_cast<std::int64_t>(number))));
    step.form.rounding = Rounding::down;
    EXPECT_LE(static_cast<long double>(single(result(step, number))),
              static_cast<long double>(static_cast<std::int64_t>(number)));
  }
  EXPECT_EQ(result(step_of(Code::float_convert, 16, {}, 32), bits(65519.0F)), 0x7BFFU);
  EXPECT_EQ(result(step_of(Code::float_convert, 16, {}, 32), bits(65520.0F)), 0x7C00U);
  EXPECT_EQ(result(step_of(Code::float_convert, 32, {}, 16), 0x3E00U), bits(1.5F));
  EXPECT_EQ(result(step_of(Code::float_convert, 16, {.is_bfloat = true}, 32), 0x3F808000U),
            0x3F80U);
  EXPECT_EQ(result(step_of(Code::float_convert, 32, {.is_bfloat = true}, 16), 0x3FC0U), bits(1.5F));
  EXPECT_EQ(result(step_of(Code::float_convert, 32,
                           {.rounding = Rounding::to_nearest, .is_integral = true}, 32),
                   bits(2.5F)),
            bits(2.0F));
  EXPECT_EQ(result(step_of(Code::float_convert, 32, {.rounding = Rounding::up}, 64), bits(0.1)),
            bits(0.1F));
  EXPECT_EQ(result(step_of(Code::float_convert, 32, {.rounding = Rounding::down}, 64), bits(0.1)),
            bits(std::nextafter(0.1F, 0.0F)));
}

TEST(PtxFloats, FlushSaturateAndCompare) {
  const FloatForm flushes{.flushes = true};
  EXPECT_EQ(result(step_of(Code::float_add, 32, flushes), bits(-1e-40F), bits(-0.0F)), bits(-0.0F));
  EXPECT_EQ(result(step_of(Code::float_mul, 32, flushes), bits(1e-20F), bits(1e-20F)), bits(0.0F));
  EXPECT_EQ(result(step_of(Code::float_mul, 32), bits(1e-20F), bits(1e-20F)),
            bits(1e-20F * 1e-20F));
  const FloatForm saturates{.saturates = true};
  EXPECT_EQ(result(step_of(Code::float_add, 32, saturates), bits(3.0F), bits(1.0F)), bits(1.0F));
  EXPECT_EQ(result(step_of(Code::float_add, 32, saturates), bits(-3.0F), bits(1.0F)), bits(0.0F));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(result(step_of(Code::float_mul, 32, saturates), bits(nan), bits(1.0F)), bits(0.0F));
  EXPECT_EQ(result(step_of(Code::float_min, 32), bits(nan), bits(1.0F)), bits(1.0F));
  EXPECT_EQ(result(step_of(Code::float_max, 32, {.keeps_nan = true}), bits(nan), bits(1.0F)),
            bits(nan));
  EXPECT_EQ(result(step_of(Code::float_min, 32), bits(0.0F), bits(-0.0F)), bits(-0.0F));
  EXPECT_EQ(result(step_of(Code::float_max, 32), bits(-0.0F), bits(0.0F)), bits(0.0F));
  EXPECT_EQ(result(step_of(Code::float_copysign, 32), bits(-2.0F), bits(3.0F)), bits(-3.0F));
  EXPECT_EQ(result(step_of(Code::float_abs, 64), bits(-3.0)), bits(3.0));
  const auto holds = [&](FloatRelation relation, float a, float b) {
    return result(step_of(Code::float_compare, 32, {}, static_cast<unsigned>(relation)), bits(a),
                  bits(b)) == 1;
  };
  for (const float a : numbers()) {
    for (const float b : numbers()) {
      EXPECT_EQ(holds(FloatRelation::lt, a, b), a < b);
      EXPECT_EQ(holds(FloatRelation::geu, a, b), !(a < b));
      EXPECT_EQ(holds(FloatRelation::eq, a, b), a == b);
      EXPECT_EQ(holds(FloatRelation::neu, a, b), a != b);
      EXPECT_EQ(holds(FloatRelation::ne, a, b), a < b || a > b);
      EXPECT_EQ(holds(FloatRelation::nan, a, b), std::isunordered(a, b));
    }
  }
}

// The upper half of a reciprocal is where a driver's division begins.
TEST(PtxFloats, RoughOnesHaveAnUpperHalf) {
  const double third = std::bit_cast<double>(result(step_of(Code::float_rough_rcp, 64), bits(3.0)));
  EXPECT_NEAR(third, 1.0 / 3, 1e-6);
  EXPECT_EQ(bits(third) & 0xFFFFFFFFU, 0U);
  EXPECT_NEAR(std::bit_cast<double>(result(step_of(Code::float_rough_rsqrt, 64), bits(16.0))), 0.25,
              1e-6);
}

}  // namespace
}  // namespace clgauge::lens::ptx
