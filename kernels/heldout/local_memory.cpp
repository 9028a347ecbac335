// Held-out kernels whose work-items meet: reductions, scans, counters, sorting.
#include <algorithm>

#include "kernels/heldout/heldout.h"
#include "kernels/heldout/shorthand.h"

namespace clgauge::kernels {
namespace {

Family reduce() {
  Family f = heldout_family("reduce", "sum of a vector in 64 parts, float32", {"n", "4*n"},
                            {{"n", {1, 30000}}});
  f.evaluation_sizes =
      sizes_over("n", {8192, 65535, 65536, 65537, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26});
  Variant v = variant_of("strided", "reduce.cl", "reduce_partial", {"8192"}, {"128"});
  v.constraints = {"n >= 1"};
  // Positive summands: a relative tolerance of sums that cancel would say little.
  v.arguments = {floats("x", "n", Role::input, Uniform{0.5, 1}),
                 floats("partial", "64", Role::output), integer("n", "n")};
  v.reference = [](const Sizes&, const Arrays& in) -> Arrays {
    std::vector<double> partial(64, 0.0);
    const auto& x = in.at("x");
    for (std::size_t i = 0; i < x.size(); ++i) {
      partial[i % 8192 / 128] += x[i];
    }
    return {{"partial", std::move(partial)}};
  };
  f.variants = {v};
  return f;
}

Family scan_block() {
  Family f = heldout_family("scan_block", "inclusive sums within blocks of 128, int32",
                            {"n", "8*n"}, {{"n", {128, 4000}}});
  f.evaluation_sizes = sizes_over("n", {4096, 1 << 15, (1 << 15) + 128, 1 << 17, 1 << 19, 1 << 21});
  Variant v = variant_of("doubling", "scan_block.cl", "scan_block", {"n"}, {"128"});
  v.constraints = {"n % 128 == 0"};
  v.arguments = {BufferArgument{"in", "int32", "n", Role::input, Indices{"1000"}},
                 BufferArgument{"out", "int32", "n", Role::output}};
  v.reference = [](const Sizes&, const Arrays& in) -> Arrays {
    std::vector<double> out = in.at("in");
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] += i % 128 == 0 ? 0.0 : out[i - 1];
    }
    return {{"out", std::move(out)}};
  };
  v.tolerance = 0;
  f.variants = {v};
  return f;
}

Family histogram() {
  Family f = heldout_family("histogram", "counts of 16 values, private counters, uint8",
                            {"0", "n + 4096"}, {{"n", {1, 20000}}});
  f.evaluation_sizes =
      sizes_over("n", {1 << 14, 1 << 16, (1 << 16) + 1, 1 << 18, 1 << 20, 1 << 22, 1 << 24});
  Variant v = variant_of("private", "histogram.cl", "histogram_private", {"4096"}, {"64"});
  v.constraints = {"n >= 1"};
  v.arguments = {BufferArgument{"data", "uint8", "n", Role::input, Indices{"100"}},
                 BufferArgument{"counts", "uint32", "1024", Role::output}, integer("n", "n")};
  v.reference = [](const Sizes&, const Arrays& in) -> Arrays {
    std::vector<double> counts(1024, 0.0);
    const auto& data = in.at("data");
    for (std::size_t i = 0; i < data.size(); ++i) {
      const std::size_t group = i % 4096 / 64;
      counts[group * 16 + static_cast<std::size_t>(data[i]) % 16] += 1;
    }
    return {{"counts", std::move(counts)}};
  };
  v.tolerance = 0;
  f.variants = {v};
  return f;
}

Family bitonic() {
  Family f = heldout_family("bitonic", "one stage of a bitonic sort, distance 64, float32",
                            {"n", "8*n"}, {{"n", {128, 4000}}});
  f.evaluation_sizes =
      sizes_over("n", {4096, 1 << 15, (1 << 15) + 128, 1 << 17, 1 << 19, 1 << 21, 1 << 23});
  Variant v = variant_of("distance64", "bitonic.cl", "bitonic_stage", {"n/2"}, {"64"});
  v.constraints = {"n % 128 == 0"};
  v.arguments = {floats("keys", "n", Role::input_output), integer("distance", "64"),
                 integer("block", "256")};
  v.reference = [](const Sizes&, const Arrays& in) -> Arrays {
    std::vector<double> keys = in.at("keys");
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (i % 128 < 64 && (keys[i] > keys[i + 64]) == (i / 256 % 2 == 0)) {
        std::swap(keys[i], keys[i + 64]);
      }
    }
    return {{"keys", std::move(keys)}};
  };
  v.tolerance = 0;
  f.variants = {v};
  return f;
}

}  // namespace

std::vector<Family> heldout_local_memory() {
  return {reduce(), scan_block(), histogram(), bitonic()};
}

}  // namespace clgauge::kernels
