#include "kernels/matmul/matmul.h"

namespace clgauge::kernels {
namespace {

Arrays matmul_reference(const Sizes& sizes, const Arrays& in) {
  const auto n = static_cast<std::size_t>(sizes.at("n"));
  const auto& a = in.at("a");
  const auto& b = in.at("b");
  std::vector<double> c(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j) {
        c[i * n + j] += a[i * n + k] * b[k * n + j];
      }
    }
  }
  return {{"c", std::move(c)}};
}

Variant square(const std::string& name, const std::string& file, const std::string& kernel) {
  Variant v;
  v.name = name;
  v.file = file;
  v.kernel = kernel;
  v.global = {"n", "n"};
  v.local = {"16", "16"};
  v.constraints = {"n % 16 == 0", "n >= 16"};
  v.arguments = {BufferArgument{"a", "float32", "n*n"}, BufferArgument{"b", "float32", "n*n"},
                 BufferArgument{"c", "float32", "n*n", Role::output},
                 IntegerArgument{"n", "int32", "n"}};
  v.reference = matmul_reference;
  return v;
}

}  // namespace

Family matmul() {
  Family f;
  f.name = "matmul";
  f.group = "target";
  f.summary = "C = A B, float32, square, row-major";
  f.flops = "2*n*n*n";
  f.bytes = "12*n*n";
  f.test_sizes = {{"n", {16, 160}}};
  // From 1712 on the three matrices exceed a last cache of 32 MiB.
  for (const std::int64_t n :
       {64, 128, 240, 256, 272, 384, 496, 512, 528, 768, 1008, 1024, 1040, 1712, 2048, 2064}) {
    f.evaluation_sizes.push_back({{"n", n}});
  }
  f.variants.push_back(square("naive", "matmul/naive.cl", "matmul_naive"));
  f.variants.push_back(square("tiled16", "matmul/tiled.cl", "matmul_tiled"));
  f.variants.back().parameters = {{"TILE", 16}};
  return f;
}

}  // namespace clgauge::kernels
