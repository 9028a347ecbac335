// The serial references against OpenBLAS and LAPACKE: two oracles that share no code.
#include <cblas.h>
#include <gtest/gtest.h>
#include <lapacke.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/catalogue.h"
#include "kernels/inputs.h"
#include "test_sizes.h"

namespace clgauge::kernels {
namespace {

struct Problem {
  const Variant& variant;
  Sizes sizes;
  Arrays inputs;
  Arrays expected;

  [[nodiscard]] int size(const char* name) const { return static_cast<int>(sizes.at(name)); }
};

Problem random_problem(const char* family_name, const Variant& one, std::mt19937_64& random) {
  Sizes sizes = random_sizes(family(family_name), one, random);
  Arrays inputs = random_inputs(one, sizes, random());
  Arrays expected = one.reference(sizes, inputs);
  return {one, std::move(sizes), std::move(inputs), std::move(expected)};
}

void expect_near(const std::vector<double>& reference, const std::vector<double>& blas,
                 double tolerance) {
  ASSERT_EQ(reference.size(), blas.size());
  for (std::size_t i = 0; i < blas.size(); ++i) {
    ASSERT_LE(std::abs(reference[i] - blas[i]), tolerance) << "element " << i;
  }
}

TEST(ReferenceAgainstBlas, Matmul) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 5; ++trial) {
    const Problem p = random_problem("matmul", variant(family("matmul"), "naive"), random);
    const int n = p.size("n");
    std::vector<double> c(p.expected.at("c").size());
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0, p.inputs.at("a").data(), n,
                p.inputs.at("b").data(), n, 0.0, c.data(), n);
    expect_near(p.expected.at("c"), c, 1e-12);
  }
}

TEST(ReferenceAgainstBlas, DgIsThreeProducts) {
  std::mt19937_64 random(2);
  const Problem p = random_problem("dg", variant(family("dg"), "naive"), random);
  const int elements = p.size("elements");
  std::vector<double> du(p.expected.at("du").size());
  for (int axis = 0; axis < 3; ++axis) {
    // (elements x 64) times the transposed matrix of the axis.
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, elements, 64, 64, 1.0,
                p.inputs.at("u").data(), 64,
                p.inputs.at("d").data() + static_cast<std::ptrdiff_t>(axis) * 64 * 64, 64, 0.0,
                du.data() + static_cast<std::ptrdiff_t>(axis) * elements * 64, 64);
  }
  expect_near(p.expected.at("du"), du, 1e-12);
}

TEST(ReferenceAgainstBlas, LuRank1) {
  std::mt19937_64 random(3);
  const Problem p = random_problem("lu_rank1", family("lu_rank1").variants.front(), random);
  const int n = p.size("n");
  std::vector<double> a = p.inputs.at("a");
  cblas_dger(CblasRowMajor, n, n, -1.0, p.inputs.at("l").data(), 1, p.inputs.at("u").data(), 1,
             a.data(), n);
  expect_near(p.expected.at("a"), a, 1e-14);
}

TEST(ReferenceAgainstBlas, LuSwapRows) {
  std::mt19937_64 random(4);
  for (const Variant& one : family("lu_swap_rows").variants) {
    const Problem p = random_problem("lu_swap_rows", one, random);
    std::vector<double> a = p.inputs.at("a");
    std::vector<lapack_int> pivot;
    for (const double index : p.inputs.at("pivot")) {
      pivot.push_back(static_cast<lapack_int>(index) + 1);  // LAPACK counts from one
    }
    const int n = p.size("n");
    ASSERT_EQ(LAPACKE_dlaswp(LAPACK_ROW_MAJOR, n, a.data(), n, 1, p.size("rows"), pivot.data(), 1),
              0);
    expect_near(p.expected.at("a"), a, 0.0);
  }
}

TEST(ReferenceAgainstBlas, LuGemmUnpacked) {
  std::mt19937_64 random(5);
  for (const Variant& one : family("lu_gemm").variants) {
    const Problem p = random_problem("lu_gemm", one, random);
    const int m = p.size("m"), n = p.size("n"), k = p.size("k");
    const auto mr = static_cast<int>(one.parameters.at("MR"));
    const auto nr = static_cast<int>(one.parameters.at("NV")) * 8;
    // A panel of MR rows is an MR x k matrix with its columns side by side, so BLAS can take the
    // panels as they are.
    std::vector<double> c = p.inputs.at("c");
    for (int i = 0; i < m; i += mr) {
      for (int j = 0; j < n; j += nr) {
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, mr, nr, k, -1.0,
                    p.inputs.at("a_packed").data() + static_cast<std::ptrdiff_t>(i) * k, mr,
                    p.inputs.at("b_packed").data() + static_cast<std::ptrdiff_t>(j) * k, nr, 1.0,
                    c.data() + static_cast<std::ptrdiff_t>(i) * n + j, n);
      }
    }
    expect_near(p.expected.at("c"), c, 1e-12);
  }
}

}  // namespace
}  // namespace clgauge::kernels
