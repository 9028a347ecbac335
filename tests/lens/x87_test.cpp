// The x87 unit, as GCC's compiler uses it for long doubles.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <tuple>

#include "lens/evaluate/runtime_calls.h"
#include "small_kernels.h"

namespace clgauge::lens {
namespace {

// Every operation of its family in every form, in an order that makes each result count.
#define CLGAUGE_X87_FUNCTION(NAME, HEAD)                                                    \
  HEAD double NAME(double x, float y, int n) {                                              \
    long double a = (long double)x * x - 0.3L, b = y / (a + 2.0L), c = 1.0L - b, d = n - a; \
    for (int i = 0; i < 4; ++i) {                                                           \
      const long double e = a - b * c, f = b + c / d, g = y - d * e, h = x / f - g;         \
      a = e > f ? e : -f;                                                                   \
      b = f == g ? 1.0L : g + (double)h;                                                    \
      c = h < 0.0L ? -h : h - (float)a;                                                     \
      d = (a > b ? a : b) + (c < d ? c : d) * 0.25L + n;                                    \
    }                                                                                       \
    return (double)(a + b * c - d);                                                         \
  }
#define CLGAUGE_TEXT_OF(...) #__VA_ARGS__
#define CLGAUGE_TEXT(...) CLGAUGE_TEXT_OF(__VA_ARGS__)

CLGAUGE_X87_FUNCTION(of_long_doubles, static)

// Asks the function, whose symbol is one of mathematics, and stops where it says anything else.
const std::string kKernel =
    std::string(CLGAUGE_TEXT(CLGAUGE_X87_FUNCTION(f, __attribute__((noipa))))) + R"(
double f(double, float, int) __asm__("_Z8_cl_whatdfi");
void _pocl_kernel_k_workgroup(void** arguments, void* context, unsigned long x) {
  const double is = f(*(double*)arguments[0], *(float*)arguments[1], *(int*)arguments[2]);
  if (is != *(double*)arguments[3]) __builtin_trap();
}
)";

template <typename T>
EvaluatedArgument argument(T value) {
  EvaluatedArgument argument;
  argument.value.resize(sizeof value);
  std::memcpy(argument.value.data(), &value, sizeof value);
  return argument;
}

TEST(X87, ComputesWhatTheProcessorComputes) {
  // Declared first: the name counts from the definition on.
  const auto first = kKernel.find("double f(double, float, int)");
  const std::string text = kKernel.substr(first, kKernel.find('\n', first) - first) + "\n" +
                           kKernel.substr(0, first) + kKernel.substr(kKernel.find('\n', first));
  for (const char* level : {"-O1", "-O2", "-O0"}) {
    const auto image = std::make_shared<const ObjectImage>(load_image(
        x86_64_elf(built_bytes(text, "c", std::string("-c -fno-pic -w ") + level, "gcc"))));
    for (const auto& [x, y, n] : {std::tuple(0.75, 1.5F, 3), std::tuple(-2.25, 0.1F, -7),
                                  std::tuple(7.5, -0.25F, 1), std::tuple(1e-12, 8.0F, 0)}) {
      Evaluator evaluator(
          image, "k",
          launch_of({argument(x), argument(y), argument(n), argument(of_long_doubles(x, y, n))}));
      EXPECT_NO_THROW((void)evaluator.evaluate({0, 0, 0})) << level << ' ' << x;
    }
  }
}

// Rounds of kernels may be skipped, and nobody looks for what these registers hold then.
TEST(X87, IsRefusedOutsideOfMathematics) {
  EXPECT_THAT(refusal_of("  fld1\n  fstp %st(0)\n  ret\n", RefusalKind::unknown_instruction),
              ::testing::HasSubstr("x87"));
}

}  // namespace
}  // namespace clgauge::lens
