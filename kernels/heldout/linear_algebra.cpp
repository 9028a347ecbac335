// Held-out kernels of dense linear algebra.
#include "kernels/heldout/heldout.h"
#include "kernels/heldout/shorthand.h"

namespace clgauge::kernels {
namespace {

Family gemv() {
  Family f = heldout_family("gemv", "y = A x, row-major, float32", {"2*n*n", "4*n*n + 8*n"},
                            {{"n", {4, 400}}});
  f.evaluation_sizes = sizes_over("n", {256, 512, 960, 1024, 1088, 2048, 4032, 4096, 6144});
  const auto add = [&](const std::string& name, const std::string& global, const std::string& local,
                       const std::string& constraint) {
    Variant v = variant_of(name, "gemv.cl", "gemv_" + name, {global}, {local});
    v.constraints = {constraint};
    v.arguments = {floats("a", "n*n"), floats("x", "n"), floats("y", "n", Role::output),
                   integer("n", "n")};
    v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
      const std::size_t n = count(sizes, "n");
      std::vector<double> y(n, 0.0);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          y[i] += in.at("a")[i * n + j] * in.at("x")[j];
        }
      }
      return {{"y", std::move(y)}};
    };
    f.variants.push_back(v);
  };
  add("row_per_item", "n", "32", "n % 32 == 0");
  add("row_per_item4", "n", "32", "n % 32 == 0");
  add("row_per_group", "32*n", "32", "n >= 1");
  return f;
}

Family trsm() {
  Family f = heldout_family("trsm", "L X = B, L unit lower triangular of 32 rows, float64",
                            {"31*32*n", "8*(32*32 + 2*32*n)"}, {{"n", {32, 500}}});
  f.evaluation_sizes = sizes_over("n", {256, 1024, 4064, 4096, 4128, 16384, 65536, 131072});
  Variant v = variant_of("columns", "trsm.cl", "trsm_columns", {"n"}, {"32"});
  v.constraints = {"n % 32 == 0"};
  // Small entries below the diagonal keep 32 steps of substitution well conditioned.
  v.arguments = {doubles("l", "32*32", Role::input, Uniform{-0.1, 0.1}),
                 doubles("b", "32*n", Role::input_output), integer("n", "n")};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t n = count(sizes, "n");
    std::vector<double> b = in.at("b");
    for (std::size_t i = 1; i < 32; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        for (std::size_t j = 0; j < n; ++j) {
          b[i * n + j] -= in.at("l")[i * 32 + k] * b[k * n + j];
        }
      }
    }
    return {{"b", std::move(b)}};
  };
  v.tolerance = 1e-13;
  f.variants = {v};
  return f;
}

Family trailing() {
  Family f = heldout_family("lu_trailing", "C -= L U with a panel of 16, float32",
                            {"2*16*n*n", "4*(2*16*n + 2*n*n)"}, {{"n", {16, 200}}});
  f.evaluation_sizes = sizes_over("n", {64, 128, 256, 496, 512, 528, 1024, 2048, 4096});
  Variant v = variant_of("tiled16", "trailing.cl", "lu_trailing", {"n", "n"}, {"16", "16"});
  v.constraints = {"n % 16 == 0"};
  v.arguments = {floats("l", "16*n"), floats("u", "16*n"), floats("c", "n*n", Role::input_output),
                 integer("n", "n")};
  v.reference = [](const Sizes& sizes, const Arrays& in) -> Arrays {
    const std::size_t n = count(sizes, "n");
    std::vector<double> c = in.at("c");
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < 16; ++k) {
        for (std::size_t j = 0; j < n; ++j) {
          c[i * n + j] -= in.at("l")[i * 16 + k] * in.at("u")[k * n + j];
        }
      }
    }
    return {{"c", std::move(c)}};
  };
  f.variants = {v};
  return f;
}

}  // namespace

std::vector<Family> heldout_linear_algebra() { return {gemv(), trsm(), trailing()}; }

}  // namespace clgauge::kernels
