#include "kernels/stencil/iso3dfd.h"

namespace clgauge::kernels {
namespace {

constexpr std::size_t kRadius = 8;

Arrays iso3dfd_reference(const Sizes& sizes, const Arrays& in) {
  const auto nx = static_cast<std::size_t>(sizes.at("nx"));
  const auto ny = static_cast<std::size_t>(sizes.at("ny"));
  const auto nz = static_cast<std::size_t>(sizes.at("nz"));
  const std::size_t row = nx + 2 * kRadius;
  const std::size_t plane = row * (ny + 2 * kRadius);
  const auto& now = in.at("now");
  const auto& velocity2 = in.at("velocity2");
  const auto& coef = in.at("coef");
  std::vector<double> next = in.at("next");
  for (std::size_t z = kRadius; z < nz + kRadius; ++z) {
    for (std::size_t y = kRadius; y < ny + kRadius; ++y) {
      for (std::size_t x = kRadius; x < nx + kRadius; ++x) {
        const std::size_t at = z * plane + y * row + x;
        double laplacian = coef[0] * now[at];
        for (std::size_t r = 1; r <= kRadius; ++r) {
          for (const std::size_t stride : {std::size_t{1}, row, plane}) {
            laplacian += coef[r] * (now[at - r * stride] + now[at + r * stride]);
          }
        }
        next[at] = 2 * now[at] - next[at] + velocity2[at] * laplacian;
      }
    }
  }
  return {{"next", std::move(next)}};
}

Variant padded_volume() {
  const std::string volume = "(nx + 16)*(ny + 16)*(nz + 16)";
  Variant v;
  v.constraints = {"nx % 16 == 0", "ny % 16 == 0", "nx >= 16", "ny >= 16", "nz >= 1"};
  v.arguments = {BufferArgument{"next", "float32", volume, Role::input_output},
                 BufferArgument{"now", "float32", volume},
                 BufferArgument{"velocity2", "float32", volume, Role::input, Uniform{0.1, 0.3}},
                 BufferArgument{"coef", "float32", "9"},
                 IntegerArgument{"nx", "int32", "nx"},
                 IntegerArgument{"ny", "int32", "ny"}};
  v.reference = iso3dfd_reference;
  return v;
}

Variant naive() {
  Variant v = padded_volume();
  v.name = "naive";
  v.file = "stencil/iso3dfd_naive.cl";
  v.kernel = "iso3dfd_naive";
  v.global = {"nx", "ny", "nz"};
  v.local = {"16", "16", "1"};
  return v;
}

Variant walk_along_z() {
  Variant v = padded_volume();
  v.name = "25d";
  v.file = "stencil/iso3dfd_25d.cl";
  v.kernel = "iso3dfd_25d";
  v.parameters = {{"TILE", 16}};
  v.global = {"nx", "ny"};
  v.local = {"16", "16"};
  v.arguments.emplace_back(IntegerArgument{"nz", "int32", "nz"});
  return v;
}

}  // namespace

Family iso3dfd() {
  Family f;
  f.name = "iso3dfd";
  f.group = "target";
  f.summary = "acoustic wave, one time step, 49-point stencil, float32";
  // 8 radii: 5 additions in the bracket, one multiplication, one addition; the centre and the step.
  f.flops = "nx*ny*nz*(8*7 + 1 + 4)";
  f.bytes = "4*nx*ny*nz*4";  // next read and written, now and velocity2 read
  f.test_sizes = {{"nx", {16, 48}}, {"ny", {16, 48}}, {"nz", {1, 24}}};
  // The padded row is 16 points longer: 48, 112 and 240 make it a power of two.
  for (const std::int64_t n : {32, 48, 64, 80, 112, 128, 144, 192, 240, 256}) {
    f.evaluation_sizes.push_back({{"nx", n}, {"ny", n}, {"nz", n}});
  }
  f.evaluation_sizes.push_back({{"nx", 512}, {"ny", 496}, {"nz", 32}});
  f.variants = {naive(), walk_along_z()};
  return f;
}

}  // namespace clgauge::kernels
