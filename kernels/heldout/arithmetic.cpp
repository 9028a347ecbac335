// Held-out kernels bound by arithmetic. A special function counts as one operation.
#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/heldout/heldout.h"
#include "kernels/heldout/shorthand.h"

namespace clgauge::kernels {
namespace {

Family nbody() {
  constexpr double kSoftening = 0.01;
  Family f = heldout_family("nbody", "gravitation by direct summation, float32", {"19*n*n", "32*n"},
                            {{"n", {64, 500}}});
  f.evaluation_sizes = sizes_over("n", {256, 512, 960, 1024, 1088, 2048, 4096, 8192});
  const Reference reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t n = count(sizes, "n");
    const auto& bodies = in.at("bodies");
    std::vector<double> acceleration(4 * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        std::array<double, 3> d{};
        double r2 = kSoftening;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          d[axis] = bodies[4 * j + axis] - bodies[4 * i + axis];
          r2 += d[axis] * d[axis];
        }
        const double scale = bodies[4 * j + 3] / (r2 * std::sqrt(r2));
        for (std::size_t axis = 0; axis < 3; ++axis) {
          acceleration[4 * i + axis] += d[axis] * scale;
        }
      }
    }
    return {{"acceleration", std::move(acceleration)}};
  };
  for (const std::string& name : {std::string("direct"), std::string("tiled")}) {
    Variant v = variant_of(name, "nbody.cl", "nbody_" + name, {"n"}, {"64"});
    v.constraints = {"n % 64 == 0"};
    v.arguments = {floats("bodies", "4*n"), floats("acceleration", "4*n", Role::output),
                   RealArgument{"softening", "float32", kSoftening}, integer("n", "n")};
    v.reference = reference;
    v.tolerance = 1e-4;  // rsqrt may be off by 2 ulp, and forces cancel
    f.variants.push_back(v);
  }
  return f;
}

Family black_scholes() {
  constexpr double kRate = 0.03125, kVolatility = 0.25;
  Family f = heldout_family("black_scholes", "prices of European options, float32",
                            {"34*n", "20*n"}, {{"n", {64, 4000}}});
  f.evaluation_sizes = sizes_over("n", {4096, 1 << 14, (1 << 14) + 64, 1 << 16, 1 << 18, 1 << 20});
  Variant v = variant_of("item", "black_scholes.cl", "black_scholes", {"n"}, {"64"});
  v.constraints = {"n % 64 == 0"};
  v.arguments = {floats("spot", "n", Role::input, Uniform{5, 30}),
                 floats("strike", "n", Role::input, Uniform{5, 50}),
                 floats("years", "n", Role::input, Uniform{0.25, 5}),
                 floats("call", "n", Role::output),
                 floats("put", "n", Role::output),
                 RealArgument{"rate", "float32", kRate},
                 RealArgument{"volatility", "float32", kVolatility}};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const auto normal_cdf = [](double x) { return 0.5 * std::erfc(-x * std::sqrt(0.5)); };
    std::vector<double> call(count(sizes, "n")), put(call.size());
    for (std::size_t i = 0; i < call.size(); ++i) {
      const double s = in.at("spot")[i], k = in.at("strike")[i], t = in.at("years")[i];
      const double spread = kVolatility * std::sqrt(t);
      const double d1 = (std::log(s / k) + (kRate + 0.5 * kVolatility * kVolatility) * t) / spread;
      const double discounted = k * std::exp(-kRate * t);
      call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d1 - spread);
      put[i] = discounted * normal_cdf(spread - d1) - s * normal_cdf(-d1);
    }
    return {{"call", std::move(call)}, {"put", std::move(put)}};
  };
  f.variants = {v};
  return f;
}

Family softmax() {
  Family f = heldout_family("softmax", "softmax of rows, float32", {"6*rows*n", "8*rows*n"},
                            {{"rows", {32, 128}}, {"n", {1, 200}}});
  for (const std::int64_t n : {31, 32, 33, 128, 255, 256, 1024}) {
    f.evaluation_sizes.push_back({{"rows", 1024}, {"n", n}});
  }
  f.evaluation_sizes.push_back({{"rows", 32}, {"n", 4096}});
  Variant v = variant_of("row_per_item", "softmax.cl", "softmax_rows", {"rows"}, {"32"});
  v.constraints = {"rows % 32 == 0", "n >= 1"};
  v.arguments = {floats("in", "rows*n", Role::input, Uniform{-4, 4}),
                 floats("out", "rows*n", Role::output), integer("n", "n")};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t n = count(sizes, "n");
    std::vector<double> out = in.at("in");
    for (std::size_t row = 0; row < out.size(); row += n) {
      double sum = 0;
      for (std::size_t j = row; j < row + n; ++j) {
        out[j] = std::exp(out[j]);
        sum += out[j];
      }
      for (std::size_t j = row; j < row + n; ++j) {
        out[j] /= sum;
      }
    }
    return {{"out", std::move(out)}};
  };
  f.variants = {v};
  return f;
}

Family mandelbrot() {
  constexpr double kStep = 1.0 / 16384;  // exact in float32; 4096 pixels stay in the main bulb
  Family f = heldout_family("mandelbrot", "64 iterations of z^2 + c a pixel, float32",
                            {"(64*7 + 3)*width*height", "4*width*height"},
                            {{"width", {16, 150}}, {"height", {4, 60}}});
  for (const std::int64_t n : {64, 128, 240, 256, 272, 512, 1024, 2048}) {
    f.evaluation_sizes.push_back({{"width", n}, {"height", n}});
  }
  Variant v =
      variant_of("fixed64", "mandelbrot.cl", "mandelbrot_fixed", {"width", "height"}, {"16", "4"});
  v.constraints = {"width % 16 == 0", "height % 4 == 0"};
  v.arguments = {floats("out", "width*height", Role::output), integer("width", "width"),
                 RealArgument{"step", "float32", kStep}};
  v.reference = [](const Sizes& sizes, const Arrays&) -> Arrays {
    const std::size_t width = count(sizes, "width");
    std::vector<double> out(width * count(sizes, "height"));
    for (std::size_t at = 0; at < out.size(); ++at) {
      const std::size_t x = at % width, y = at / width;
      const double re = static_cast<double>(x) * kStep - 0.4;
      const double im = static_cast<double>(y) * kStep - 0.1;
      double zr = 0, zi = 0;
      for (int k = 0; k < 64; ++k) {
        const double next = zr * zr - zi * zi + re;
        zi = 2 * zr * zi + im;
        zr = next;
      }
      out[at] = zr * zr + zi * zi;
    }
    return {{"out", std::move(out)}};
  };
  f.variants = {v};
  return f;
}

Family wave1d() {
  constexpr double kCourant2 = 0.25;
  Family f = heldout_family("wave1d", "32 steps of strings of 8 points in registers, float32",
                            {"32*6*5*n", "64*n"}, {{"n", {32, 1000}}});
  f.evaluation_sizes =
      sizes_over("n", {512, 4096, (1 << 12) + 32, 1 << 14, 1 << 16, 1 << 18, 1 << 20});
  Variant v = variant_of("private", "wave1d.cl", "wave1d_private", {"n"}, {"32"});
  v.constraints = {"n % 32 == 0"};
  v.arguments = {floats("start", "8*n"), floats("end", "8*n", Role::output),
                 RealArgument{"courant2", "float32", kCourant2}};
  v.reference = [](const Sizes&, const Arrays& in) -> Arrays {
    std::vector<double> now = in.at("start");
    std::vector<double> before = now;
    for (int step = 0; step < 32; ++step) {
      std::vector<double> next = now;
      for (std::size_t i = 0; i < now.size(); ++i) {
        if (i % 8 != 0 && i % 8 != 7) {
          next[i] = 2 * now[i] - before[i] + kCourant2 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        }
      }
      before = std::move(now);
      now = std::move(next);
    }
    return {{"end", std::move(now)}};
  };
  f.variants = {v};
  return f;
}

}  // namespace

std::vector<Family> heldout_arithmetic() {
  return {nbody(), black_scholes(), softmax(), mandelbrot(), wave1d()};
}

}  // namespace clgauge::kernels
