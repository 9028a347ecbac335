#pragma once

#include <string>

#include "collector/collect.h"

namespace clgauge::collector::test {

// Kernel "k" of a text.
inline KernelModel model_of(const std::string& text, const LaunchDescription& launch) {
  Source source;
  source.text = text;
  return collect(source, "k", launch);
}

// A load of "f[INDEX]" by each of n x n work-items, at x and y, in groups of 32 x 4; `declarations`
// stand before it.
inline KernelModel model_of_load(const std::string& index, const std::string& declarations = {}) {
  LaunchDescription launch;
  launch.global = {"n", "n"};
  launch.local = {"32", "4"};
  return model_of(
      "kernel void k(global const float* f, global float* out, int n, int r) {\n"
      "  const int x = get_global_id(0), y = get_global_id(1);\n" +
          declarations + "  out[y * n + x] = f[" + index + "];\n}\n",
      launch);
}

}  // namespace clgauge::collector::test
