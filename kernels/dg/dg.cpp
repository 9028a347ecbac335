#include "kernels/dg/dg.h"

namespace clgauge::kernels {
namespace {

constexpr std::size_t kNodes = 64;
constexpr std::size_t kAxes = 3;

// Where a variant keeps its arrays: how far apart neighbours in each index are.
struct Layout {
  const char* matrix;
  std::size_t matrix_row, matrix_column;
  const char* field;
  const char* result;
  bool element_fastest;
};

Reference reference(const Layout& layout) {
  return [layout](const Sizes& sizes, const Arrays& in) -> Arrays {
    const auto elements = static_cast<std::size_t>(sizes.at("elements"));
    const std::size_t node = layout.element_fastest ? elements : 1;
    const std::size_t element = layout.element_fastest ? 1 : kNodes;
    const auto& d = in.at(layout.matrix);
    const auto& u = in.at(layout.field);
    std::vector<double> du(kAxes * elements * kNodes);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      for (std::size_t e = 0; e < elements; ++e) {
        for (std::size_t i = 0; i < kNodes; ++i) {
          double sum = 0;
          for (std::size_t j = 0; j < kNodes; ++j) {
            sum += d[axis * kNodes * kNodes + i * layout.matrix_row + j * layout.matrix_column] *
                   u[e * element + j * node];
          }
          du[axis * elements * kNodes + e * element + i * node] = sum;
        }
      }
    }
    return {{layout.result, std::move(du)}};
  };
}

Variant with_layout(const std::string& name, const Layout& layout) {
  Variant v;
  v.name = name;
  v.file = "dg/" + name + ".cl";
  v.kernel = "dg_" + name;
  v.global = {"64", "elements"};
  v.local = {"16", "16"};
  v.constraints = {"elements % 16 == 0", "elements >= 16"};
  v.arguments = {BufferArgument{layout.matrix, "float32", "3*64*64"},
                 BufferArgument{layout.field, "float32", "64*elements"},
                 BufferArgument{layout.result, "float32", "3*64*elements", Role::output},
                 IntegerArgument{"elements", "int32", "elements"}};
  v.reference = reference(layout);
  return v;
}

}  // namespace

Family dg() {
  const Layout rows = {"d", kNodes, 1, "u", "du", false};
  const Layout columns = {"dt", 1, kNodes, "u", "du", false};
  const Layout element_fastest = {"d", kNodes, 1, "ut", "dut", true};
  Family f;
  f.name = "dg";
  f.group = "target";
  f.summary = "discontinuous-Galerkin differentiation, 64 nodes an element, 3 axes, float32";
  f.flops = "3*2*64*64*elements";
  f.bytes = "4*(3*64*64 + 64*elements + 3*64*elements)";
  f.test_sizes = {{"elements", {16, 300}}};
  for (const std::int64_t n : {64, 256, 1008, 1024, 1040, 4096, 16384, 16400, 65536}) {
    f.evaluation_sizes.push_back({{"elements", n}});
  }
  f.variants = {with_layout("naive", rows), with_layout("transposed", columns),
                with_layout("prefetch_u", columns), with_layout("prefetch_d", element_fastest)};
  f.variants.back().global = {"elements", "64"};
  return f;
}

}  // namespace clgauge::kernels
