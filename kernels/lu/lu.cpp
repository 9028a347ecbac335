#include "kernels/lu/lu.h"

#include <utility>

namespace clgauge::kernels {
namespace {

Arrays rank1_reference(const Sizes& sizes, const Arrays& in) {
  const auto n = static_cast<std::size_t>(sizes.at("n"));
  std::vector<double> a = in.at("a");
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      a[i * n + j] -= in.at("l")[i] * in.at("u")[j];
    }
  }
  return {{"a", std::move(a)}};
}

Arrays swap_reference(const Sizes& sizes, const Arrays& in) {
  const auto n = static_cast<std::size_t>(sizes.at("n"));
  const auto rows = static_cast<std::size_t>(sizes.at("rows"));
  std::vector<double> a = in.at("a");
  for (std::size_t k = 0; k < rows; ++k) {
    const auto p = static_cast<std::size_t>(in.at("pivot")[k]);
    for (std::size_t j = 0; j < n; ++j) {
      std::swap(a[k * n + j], a[p * n + j]);
    }
  }
  return {{"a", std::move(a)}};
}

Variant swap_variant(const std::string& name, std::int64_t width) {
  Variant v;
  v.name = name;
  v.file = "lu/swap_rows.cl";
  v.kernel = "lu_swap_rows";
  v.parameters = {{"WIDTH", width}};
  const std::string columns = std::to_string(64 * width);
  v.global = {"n/" + std::to_string(width)};
  v.local = {"64"};
  v.constraints = {"n % " + columns + " == 0", "n >= " + columns, "rows >= 1", "rows <= n"};
  v.arguments = {BufferArgument{"a", "float64", "n*n", Role::input_output},
                 BufferArgument{"pivot", "int32", "rows", Role::input, Indices{"n"}},
                 IntegerArgument{"n", "int32", "n"}, IntegerArgument{"rows", "int32", "rows"}};
  v.reference = swap_reference;
  v.tolerance = 0;
  return v;
}

// How the operands of the packed product are blocked: panels of `rows` rows and `columns` columns.
struct Blocking {
  std::size_t rows;
  std::size_t columns;
};

Reference gemm_reference(Blocking blocking) {
  return [blocking](const Sizes& sizes, const Arrays& in) -> Arrays {
    const auto m = static_cast<std::size_t>(sizes.at("m"));
    const auto n = static_cast<std::size_t>(sizes.at("n"));
    const auto k = static_cast<std::size_t>(sizes.at("k"));
    const auto& a = in.at("a_packed");
    const auto& b = in.at("b_packed");
    std::vector<double> c = in.at("c");
    for (std::size_t i = 0; i < m; ++i) {
      const std::size_t a_at = i / blocking.rows * k * blocking.rows + i % blocking.rows;
      for (std::size_t j = 0; j < n; ++j) {
        const std::size_t b_at = j / blocking.columns * k * blocking.columns + j % blocking.columns;
        double sum = 0;
        for (std::size_t p = 0; p < k; ++p) {
          sum += a[a_at + p * blocking.rows] * b[b_at + p * blocking.columns];
        }
        c[i * n + j] -= sum;
      }
    }
    return {{"c", std::move(c)}};
  };
}

Variant gemm_variant(std::int64_t rows, std::int64_t vectors) {
  const std::string mr = std::to_string(rows);
  const std::string nr = std::to_string(vectors * 8);
  Variant v;
  v.name = "packed_" + mr + "x" + nr;
  v.file = "lu/packed_gemm.cl";
  v.kernel = "lu_packed_gemm";
  v.parameters = {{"MR", rows}, {"NV", vectors}};
  v.global = {"m/" + mr, "n/" + nr};
  v.local = {"1", "1"};
  v.constraints = {"m % " + mr + " == 0", "n % " + nr + " == 0", "m >= 1", "n >= 1", "k >= 1"};
  v.arguments = {BufferArgument{"a_packed", "float64", "m*k"},
                 BufferArgument{"b_packed", "float64", "k*n"},
                 BufferArgument{"c", "float64", "m*n", Role::input_output},
                 IntegerArgument{"k", "int32", "k"}, IntegerArgument{"pitch", "int32", "n"}};
  v.reference =
      gemm_reference({static_cast<std::size_t>(rows), static_cast<std::size_t>(vectors) * 8});
  v.tolerance = 1e-13;
  return v;
}

}  // namespace

Family lu_rank1() {
  Family f;
  f.name = "lu_rank1";
  f.group = "target";
  f.summary = "LU piece: A -= l u^T, float64";
  f.flops = "2*n*n";
  f.bytes = "16*n*n + 16*n";
  f.test_sizes = {{"n", {16, 300}}};
  for (const std::int64_t n : {128, 256, 496, 512, 528, 1024, 2032, 2048, 2064, 4096}) {
    f.evaluation_sizes.push_back({{"n", n}});
  }
  Variant v;
  v.name = "direct";
  v.file = "lu/rank1.cl";
  v.kernel = "lu_rank1";
  v.global = {"n", "n"};
  v.local = {"16", "16"};
  v.constraints = {"n % 16 == 0", "n >= 16"};
  v.arguments = {BufferArgument{"a", "float64", "n*n", Role::input_output},
                 BufferArgument{"l", "float64", "n"}, BufferArgument{"u", "float64", "n"},
                 IntegerArgument{"n", "int32", "n"}};
  v.reference = rank1_reference;
  v.tolerance = 1e-15;
  f.variants = {v};
  return f;
}

Family lu_swap_rows() {
  Family f;
  f.name = "lu_swap_rows";
  f.group = "target";
  f.summary = "LU piece: row exchanges of a panel applied to a matrix, float64";
  f.flops = "0";
  f.bytes = "4*8*n*rows";  // two rows read and written for each exchange
  f.test_sizes = {{"n", {64, 768}}, {"rows", {1, 100}}};
  // Neighbours of powers of two lie 64 columns away, for `columns4` 256.
  for (const std::int64_t n :
       {256, 448, 512, 576, 768, 960, 1024, 1088, 1280, 1792, 1984, 2048, 2112, 2304, 4096}) {
    f.evaluation_sizes.push_back({{"n", n}, {"rows", 64}});
  }
  f.evaluation_sizes.push_back({{"n", 2048}, {"rows", 256}});
  f.evaluation_sizes.push_back({{"n", 4096}, {"rows", 1024}});  // 64 MiB of rows
  f.variants = {swap_variant("columns1", 1), swap_variant("columns4", 4)};
  return f;
}

Family lu_gemm() {
  Family f;
  f.name = "lu_gemm";
  f.group = "target";
  f.summary = "LU piece: trailing update C -= A B from packed operands, float64";
  f.flops = "2*m*n*k";
  f.bytes = "8*(m*k + k*n + 2*m*n)";
  f.test_sizes = {{"m", {4, 96}}, {"n", {8, 192}}, {"k", {1, 70}}};
  for (const auto& [m, n, k] : {std::array<std::int64_t, 3>{96, 96, 96},
                                {192, 192, 192},
                                {384, 384, 384},
                                {768, 768, 256},
                                {1024, 1008, 256},
                                {1024, 1056, 255},
                                {1536, 1536, 64},
                                {1536, 1536, 256},
                                {1152, 1152, 1152},
                                {2048, 2064, 128}}) {
    f.evaluation_sizes.push_back({{"m", m}, {"n", n}, {"k", k}});
  }
  f.variants = {gemm_variant(8, 3), gemm_variant(8, 1), gemm_variant(4, 3), gemm_variant(4, 1)};
  return f;
}

}  // namespace clgauge::kernels
