#include "lens/evaluate/mathematics_table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace clgauge::lens {
namespace {

using Lane = MathematicsFunction::Lane;
using Shape = MathematicsFunction::Shape;
using Library = MathematicsFunction::Library;

constexpr double kPi = std::numbers::pi;

// sin(pi x) and its kin are exact where x is a multiple of 1/2.
double sine_of_pi(double x) {
  const double rest = std::remainder(x, 2.0);
  return std::abs(rest) == 1 ? std::copysign(0.0, x) : std::sin(kPi * rest);
}
double cosine_of_pi(double x) {
  const double rest = std::abs(std::remainder(x, 2.0));
  return rest == 0.5 ? 0.0 : std::cos(kPi * rest);
}
double logarithm_of_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}
double root(double x, double n) {
  const bool is_odd = std::fmod(n, 2.0) != 0;
  return x < 0 && is_odd ? -std::pow(-x, 1 / n) : std::pow(x, 1 / n);
}

constexpr MathematicsFunction kFunctions[] = {
    {"acos", 1, [](Lane& l) { return std::acos(l.x); }},
    {"acosh", 1, [](Lane& l) { return std::acosh(l.x); }},
    {"acospi", 1, [](Lane& l) { return std::acos(l.x) / kPi; }, Shape::plain, Library::opencl},
    {"asin", 1, [](Lane& l) { return std::asin(l.x); }},
    {"asinh", 1, [](Lane& l) { return std::asinh(l.x); }},
    {"asinpi", 1, [](Lane& l) { return std::asin(l.x) / kPi; }, Shape::plain, Library::opencl},
    {"atan", 1, [](Lane& l) { return std::atan(l.x); }},
    {"atan2", 2, [](Lane& l) { return std::atan2(l.x, l.y); }},
    {"atan2pi", 2, [](Lane& l) { return std::atan2(l.x, l.y) / kPi; }, Shape::plain,
     Library::opencl},
    {"atanh", 1, [](Lane& l) { return std::atanh(l.x); }},
    {"atanpi", 1, [](Lane& l) { return std::atan(l.x) / kPi; }, Shape::plain, Library::opencl},
    {"cbrt", 1, [](Lane& l) { return std::cbrt(l.x); }},
    {"ceil", 1, [](Lane& l) { return std::ceil(l.x); }},
    {"copysign", 2, [](Lane& l) { return std::copysign(l.x, l.y); }},
    {"cos", 1, [](Lane& l) { return std::cos(l.x); }},
    {"cosh", 1, [](Lane& l) { return std::cosh(l.x); }},
    {"cospi", 1, [](Lane& l) { return cosine_of_pi(l.x); }, Shape::plain, Library::opencl},
    {"div", 2, [](Lane& l) { return l.x / l.y; }, Shape::plain, Library::opencl},
    {"erf", 1, [](Lane& l) { return std::erf(l.x); }},
    {"erfc", 1, [](Lane& l) { return std::erfc(l.x); }},
    {"exp", 1, [](Lane& l) { return std::exp(l.x); }},
    {"exp10", 1, [](Lane& l) { return std::pow(10.0, l.x); }},
    {"exp2", 1, [](Lane& l) { return std::exp2(l.x); }},
    {"expm1", 1, [](Lane& l) { return std::expm1(l.x); }},
    {"fabs", 1, [](Lane& l) { return std::abs(l.x); }},
    {"fdim", 2, [](Lane& l) { return std::fdim(l.x, l.y); }},
    {"floor", 1, [](Lane& l) { return std::floor(l.x); }},
    {"fma", 3, [](Lane& l) { return std::fma(l.x, l.y, l.z); }},
    {"fmax", 2, [](Lane& l) { return std::fmax(l.x, l.y); }},
    {"fmin", 2, [](Lane& l) { return std::fmin(l.x, l.y); }},
    {"fmod", 2, [](Lane& l) { return std::fmod(l.x, l.y); }},
    {"fract", 1,
     [](Lane& l) {
       l.beside = std::floor(l.x);
       return l.x - l.beside;
     },
     Shape::output, Library::opencl},
    {"frexp", 1,
     [](Lane& l) {
       int exponent = 0;
       const double fraction = std::frexp(l.x, &exponent);
       l.beside = exponent;
       return fraction;
     },
     Shape::integer_output},
    {"hypot", 2, [](Lane& l) { return std::hypot(l.x, l.y); }},
    {"ilogb", 1, [](Lane& l) -> double { return std::ilogb(l.x); }, Shape::integer},
    {"inv", 1, [](Lane& l) { return 1 / l.x; }, Shape::plain, Library::opencl},
    {"ldexp", 2, [](Lane& l) { return std::ldexp(l.x, static_cast<int>(l.y)); },
     Shape::integer_second},
    {"lgamma", 1, [](Lane& l) { return logarithm_of_gamma(l.x); }},
    {"lgammar", 1,
     [](Lane& l) {
       int sign = 0;
       const double logarithm = ::lgamma_r(l.x, &sign);
       l.beside = sign;
       return logarithm;
     },
     Shape::integer_output, Library::opencl},
    {"log", 1, [](Lane& l) { return std::log(l.x); }},
    {"log10", 1, [](Lane& l) { return std::log10(l.x); }},
    {"log1p", 1, [](Lane& l) { return std::log1p(l.x); }},
    {"log2", 1, [](Lane& l) { return std::log2(l.x); }},
    {"logb", 1, [](Lane& l) { return std::logb(l.x); }},
    {"maxmag", 2, [](Lane& l) { return std::abs(l.x) < std::abs(l.y) ? l.y : l.x; }, Shape::plain,
     Library::opencl},
    {"minmag", 2, [](Lane& l) { return std::abs(l.y) < std::abs(l.x) ? l.y : l.x; }, Shape::plain,
     Library::opencl},
    {"modf", 1, [](Lane& l) { return std::modf(l.x, &l.beside); }, Shape::output},
    {"nan", 1, nullptr},
    {"nearbyint", 1, [](Lane& l) { return std::nearbyint(l.x); }},
    {"nextafter", 2,
     [](Lane& l) {
       return l.is_float ? static_cast<double>(
                               std::nextafter(static_cast<float>(l.x), static_cast<float>(l.y)))
                         : std::nextafter(l.x, l.y);
     }},
    {"pow", 2, [](Lane& l) { return std::pow(l.x, l.y); }},
    {"pown", 2, [](Lane& l) { return std::pow(l.x, l.y); }, Shape::integer_second, Library::opencl},
    {"powr", 2, [](Lane& l) { return std::pow(l.x, l.y); }, Shape::plain, Library::opencl},
    {"rcbrt", 1, [](Lane& l) { return 1 / std::cbrt(l.x); }, Shape::plain, Library::opencl},
    {"remainder", 2, [](Lane& l) { return std::remainder(l.x, l.y); }},
    {"remquo", 2,
     [](Lane& l) {
       constexpr double kAsIs = 128;  // of the quotient, at least seven bits are right
       const double rest = std::remainder(l.x, l.y);
       const double quotient = std::fmod(std::nearbyint((l.x - rest) / l.y), kAsIs);
       l.beside = std::isfinite(quotient) ? quotient : 0;
       return rest;
     },
     Shape::integer_output},
    {"rint", 1, [](Lane& l) { return std::nearbyint(l.x); }},
    {"rootn", 2, [](Lane& l) { return root(l.x, l.y); }, Shape::integer_second, Library::opencl},
    {"round", 1, [](Lane& l) { return std::round(l.x); }},
    {"rsqrt", 1, [](Lane& l) { return 1 / std::sqrt(l.x); }, Shape::plain, Library::opencl},
    {"sin", 1, [](Lane& l) { return std::sin(l.x); }},
    {"sincos", 1,
     [](Lane& l) {
       l.beside = std::cos(l.x);
       return std::sin(l.x);
     },
     Shape::output},
    {"sincosreg", 1,
     [](Lane& l) {
       l.beside = std::cos(l.x);
       return std::sin(l.x);
     },
     Shape::pair, Library::opencl},
    {"sinh", 1, [](Lane& l) { return std::sinh(l.x); }},
    {"sinpi", 1, [](Lane& l) { return sine_of_pi(l.x); }, Shape::plain, Library::opencl},
    {"sqrt", 1, [](Lane& l) { return std::sqrt(l.x); }},
    {"tan", 1, [](Lane& l) { return std::tan(l.x); }},
    {"tanh", 1, [](Lane& l) { return std::tanh(l.x); }},
    {"tanpi", 1, [](Lane& l) { return sine_of_pi(l.x) / cosine_of_pi(l.x); }, Shape::plain,
     Library::opencl},
    {"tgamma", 1, [](Lane& l) { return std::tgamma(l.x); }},
    {"trunc", 1, [](Lane& l) { return std::trunc(l.x); }},
};

// Asked at every call that is walked.
static_assert(std::ranges::is_sorted(kFunctions, {}, &MathematicsFunction::name));

}  // namespace

const MathematicsFunction* mathematics_function(std::string_view name) noexcept {
  const auto* const found =
      std::ranges::lower_bound(kFunctions, name, {}, &MathematicsFunction::name);
  return found != std::end(kFunctions) && found->name == name ? found : nullptr;
}

const MathematicsFunction* known_function(std::string_view name) noexcept {
  const MathematicsFunction* const found = mathematics_function(name);
  return found != nullptr && found->value != nullptr ? found : nullptr;
}

}  // namespace clgauge::lens
