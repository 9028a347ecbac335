// Held-out kernels on images and grids.
#include <algorithm>

#include "kernels/heldout/heldout.h"
#include "kernels/heldout/shorthand.h"

namespace clgauge::kernels {
namespace {

Family convolve5() {
  Family f = heldout_family("convolve5", "5 x 5 convolution of an image, float32",
                            {"2*25*width*height", "8*width*height"},
                            {{"width", {16, 200}}, {"height", {4, 100}}});
  for (const std::int64_t n : {64, 128, 256, 512, 1008, 1024, 1040, 2048}) {
    f.evaluation_sizes.push_back({{"width", n}, {"height", n}});
  }
  Variant v = variant_of("direct", "convolve5.cl", "convolve5", {"width", "height"}, {"16", "4"});
  v.constraints = {"width % 16 == 0", "height % 4 == 0"};
  v.arguments = {floats("in", "(width + 4)*(height + 4)"), floats("filter", "25"),
                 floats("out", "width*height", Role::output), integer("width", "width")};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t width = count(sizes, "width"), height = count(sizes, "height");
    std::vector<double> out(width * height, 0.0);
    for (std::size_t at = 0; at < out.size(); ++at) {
      const std::size_t x = at % width, y = at / width;
      for (std::size_t tap = 0; tap < 25; ++tap) {
        out[at] += in.at("in")[(y + tap / 5) * (width + 4) + x + tap % 5] * in.at("filter")[tap];
      }
    }
    return {{"out", std::move(out)}};
  };
  f.variants = {v};
  return f;
}

Family jacobi3d() {
  Family f = heldout_family("jacobi3d", "Jacobi sweep of the 7-point Laplacian, float64",
                            {"7*n*n*n", "24*n*n*n"}, {{"n", {8, 48}}});
  f.evaluation_sizes = sizes_over("n", {16, 32, 64, 72, 120, 128, 136, 192, 256});
  Variant v = variant_of("direct", "jacobi3d.cl", "jacobi3d", {"n", "n", "n"}, {"8", "8", "2"});
  v.constraints = {"n % 8 == 0"};
  v.arguments = {doubles("u", "n*n*n"), doubles("f", "n*n*n"),
                 doubles("out", "n*n*n", Role::output), integer("n", "n")};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t n = count(sizes, "n");
    const auto& u = in.at("u");
    std::vector<double> out = u;
    for (std::size_t z = 1; z + 1 < n; ++z) {
      for (std::size_t y = 1; y + 1 < n; ++y) {
        for (std::size_t x = 1; x + 1 < n; ++x) {
          const std::size_t at = (z * n + y) * n + x;
          double sum = -in.at("f")[at];
          for (const std::size_t stride : {std::size_t{1}, n, n * n}) {
            sum += u[at - stride] + u[at + stride];
          }
          out[at] = sum / 6;
        }
      }
    }
    return {{"out", std::move(out)}};
  };
  v.tolerance = 1e-14;
  f.variants = {v};
  return f;
}

// The source row or column below an output coordinate, its upper neighbour and the upper weight.
struct Between {
  std::size_t low, high;
  double weight;
};

Between between(std::size_t output, std::size_t extent) {
  const double at = std::max(0.5 * static_cast<double>(output) - 0.25, 0.0);
  const auto low = static_cast<std::size_t>(at);
  return {low, std::min(low + 1, extent - 1), at - static_cast<double>(low)};
}

Family resize() {
  Family f = heldout_family("resize", "doubling of an image by bilinear interpolation, float32",
                            {"4*9*width*height", "20*width*height"},
                            {{"width", {8, 120}}, {"height", {2, 60}}});
  for (const std::int64_t n : {64, 128, 256, 504, 512, 520, 1024, 2048}) {
    f.evaluation_sizes.push_back({{"width", n}, {"height", n}});
  }
  Variant v =
      variant_of("bilinear", "resize.cl", "resize_bilinear", {"2*width", "2*height"}, {"16", "4"});
  v.constraints = {"width % 8 == 0", "height % 2 == 0"};
  v.arguments = {floats("in", "width*height"), floats("out", "4*width*height", Role::output),
                 integer("width", "width"), integer("height", "height")};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t width = count(sizes, "width"), height = count(sizes, "height");
    const auto& image = in.at("in");
    std::vector<double> out(4 * width * height);
    for (std::size_t at = 0; at < out.size(); ++at) {
      const Between x = between(at % (2 * width), width);
      const Between y = between(at / (2 * width), height);
      const auto row = [&](std::size_t r) {
        return image[r * width + x.low] * (1 - x.weight) + image[r * width + x.high] * x.weight;
      };
      out[at] = row(y.low) * (1 - y.weight) + row(y.high) * y.weight;
    }
    return {{"out", std::move(out)}};
  };
  f.variants = {v};
  return f;
}

}  // namespace

std::vector<Family> heldout_grids() { return {convolve5(), jacobi3d(), resize()}; }

}  // namespace clgauge::kernels
