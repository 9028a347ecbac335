#include "kernels/fd2d/fd2d.h"

#include <limits>

namespace clgauge::kernels {
namespace {

Arrays fd2d_reference(const Sizes& sizes, const Arrays& in) {
  const auto row = static_cast<std::size_t>(sizes.at("nx")) + 2;
  const auto ny = static_cast<std::size_t>(sizes.at("ny"));
  const auto& u = in.at("u");
  std::vector<double> out(u.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t y = 1; y <= ny; ++y) {
    for (std::size_t x = 1; x + 1 < row; ++x) {
      const std::size_t at = y * row + x;
      out[at] = u[at - 1] + u[at + 1] + u[at - row] + u[at + row] - 4 * u[at];
    }
  }
  return {{"out", std::move(out)}};
}

Variant on_padded_grid(const std::string& name, const std::string& kernel) {
  const std::string grid = "(nx + 2)*(ny + 2)";
  Variant v;
  v.name = name;
  v.file = "fd2d/" + name + ".cl";
  v.kernel = kernel;
  v.global = {"nx", "ny"};
  v.local = {"16", "16"};
  v.constraints = {"nx % 16 == 0", "ny % 16 == 0", "nx >= 16", "ny >= 16"};
  v.arguments = {BufferArgument{"u", "float32", grid},
                 BufferArgument{"out", "float32", grid, Role::output},
                 IntegerArgument{"nx", "int32", "nx"}};
  v.reference = fd2d_reference;
  return v;
}

}  // namespace

Family fd2d() {
  Family f;
  f.name = "fd2d";
  f.group = "target";
  f.summary = "five-point Laplacian, float32";
  f.flops = "5*nx*ny";
  f.bytes = "8*nx*ny";
  f.test_sizes = {{"nx", {16, 300}}, {"ny", {16, 150}}};
  for (const std::int64_t n : {64, 128, 256, 496, 512, 528, 1024, 2032, 2048, 2064, 4096}) {
    f.evaluation_sizes.push_back({{"nx", n}, {"ny", n}});
  }
  f.variants.push_back(on_padded_grid("direct", "fd2d_direct"));
  Variant halo = on_padded_grid("tile_halo", "fd2d_tile_halo");
  halo.parameters = {{"TILE", 16}};
  f.variants.push_back(halo);
  Variant idle = on_padded_grid("tile_idle", "fd2d_tile_idle");
  idle.parameters = {{"TILE", 16}};
  idle.global = {"nx/16*18", "ny/16*18"};
  idle.local = {"18", "18"};
  f.variants.push_back(idle);
  return f;
}

}  // namespace clgauge::kernels
