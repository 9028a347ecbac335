// Held-out kernels that move data and compute little.
#include "kernels/heldout/heldout.h"
#include "kernels/heldout/shorthand.h"

namespace clgauge::kernels {
namespace {

Family transpose() {
  Family f = heldout_family("transpose", "matrix transpose, float32", {"0", "8*width*height"},
                            {{"width", {16, 200}}, {"height", {16, 200}}});
  for (const std::int64_t n : {128, 256, 496, 512, 528, 1024, 2032, 2048, 4096}) {
    f.evaluation_sizes.push_back({{"width", n}, {"height", n}});
  }
  f.evaluation_sizes.push_back({{"width", 1536}, {"height", 2560}});
  for (const std::string& name : {std::string("direct"), std::string("tiled")}) {
    Variant v =
        variant_of(name, "transpose.cl", "transpose_" + name, {"width", "height"}, {"16", "16"});
    v.constraints = {"width % 16 == 0", "height % 16 == 0"};
    v.arguments = {floats("in", "width*height"), floats("out", "width*height", Role::output),
                   integer("width", "width"), integer("height", "height")};
    v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
      const std::size_t width = count(sizes, "width"), height = count(sizes, "height");
      std::vector<double> out(width * height);
      for (std::size_t y = 0; y < height; ++y) {
        for (std::size_t x = 0; x < width; ++x) {
          out[x * height + y] = in.at("in")[y * width + x];
        }
      }
      return {{"out", std::move(out)}};
    };
    v.tolerance = 0;
    f.variants.push_back(v);
  }
  return f;
}

Family triad() {
  constexpr double kFactor = 0.75;
  Family f = heldout_family("triad", "a = b + s c, float32", {"2*n", "12*n"}, {{"n", {4, 5000}}});
  f.evaluation_sizes = sizes_over(
      "n", {4096, 65532, 65536, 65540, 1 << 18, 1 << 20, 1 << 22, (1 << 22) + 4, 1 << 24});
  const Reference reference = [](const Sizes&, const Arrays& in) -> Arrays {
    std::vector<double> a = in.at("b");
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] += kFactor * in.at("c")[i];
    }
    return {{"a", std::move(a)}};
  };
  const auto add = [&](const std::string& name, const std::string& global) {
    Variant v = variant_of(name, "triad.cl", "triad_" + name, {global}, {"64"});
    v.arguments = {floats("a", "n", Role::output), floats("b", "n"), floats("c", "n"),
                   RealArgument{"s", "float32", kFactor}, integer("n", "n")};
    v.reference = reference;
    f.variants.push_back(v);
  };
  add("item", "(n + 63)/64*64");
  add("vector", "(n/4 + 63)/64*64");
  f.variants.back().constraints = {"n % 4 == 0"};
  add("stride", "4096");
  return f;
}

Family gather() {
  Family f = heldout_family("gather", "permutation within windows of 64, float32", {"0", "12*n"},
                            {{"n", {64, 4000}}});
  f.evaluation_sizes =
      sizes_over("n", {4096, 1 << 16, (1 << 16) + 64, 1 << 18, 1 << 20, 1 << 22, 1 << 24});
  Variant v = variant_of("window64", "gather.cl", "gather_window", {"n"}, {"64"});
  v.constraints = {"n % 64 == 0"};
  v.arguments = {floats("in", "n"),
                 BufferArgument{"index", "int32", "n", Role::input, Indices{"64"}},
                 floats("out", "n", Role::output)};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    std::vector<double> out(count(sizes, "n"));
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = in.at("in")[i / 64 * 64 + static_cast<std::size_t>(in.at("index")[i])];
    }
    return {{"out", std::move(out)}};
  };
  v.tolerance = 0;
  f.variants = {v};
  return f;
}

Family complex_multiply() {
  Family f = heldout_family("complex_multiply", "products of complex numbers, float64, interleaved",
                            {"6*n", "48*n"}, {{"n", {64, 2000}}});
  f.evaluation_sizes =
      sizes_over("n", {4096, 1 << 15, (1 << 15) + 64, 1 << 17, 1 << 19, 1 << 21, 1 << 22});
  Variant v = variant_of("structures", "complex_multiply.cl", "complex_multiply", {"n"}, {"64"});
  v.constraints = {"n % 64 == 0"};
  v.arguments = {doubles("a", "2*n"), doubles("b", "2*n"), doubles("c", "2*n", Role::output)};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const auto& a = in.at("a");
    const auto& b = in.at("b");
    std::vector<double> c(2 * count(sizes, "n"));
    for (std::size_t i = 0; i < c.size(); i += 2) {
      c[i] = a[i] * b[i] - a[i + 1] * b[i + 1];
      c[i + 1] = a[i] * b[i + 1] + a[i + 1] * b[i];
    }
    return {{"c", std::move(c)}};
  };
  v.tolerance = 1e-14;
  f.variants = {v};
  return f;
}

}  // namespace

std::vector<Family> heldout_streaming() {
  return {transpose(), triad(), gather(), complex_multiply()};
}

}  // namespace clgauge::kernels
