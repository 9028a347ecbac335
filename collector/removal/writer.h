#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "collector/removal/effects.h"
#include "collector/removal/type_names.h"

namespace clgauge::collector::removal {

// One load, or store, as it appears in one activation.
using LoadSite = std::pair<const Activation*, const clang::Expr*>;

struct WrittenKernel {
  std::string text;
  std::string kernel;
  std::string sink;
  std::string sink_dtype;
  // `text` with every kept load in lines of its own, which tell which load an instruction is.
  std::string text_by_load;
  std::map<unsigned, LoadSite> load_of_line;
  std::vector<std::pair<LoadSite, Roots>> stores;  // that load nothing, with their arrays
  bool shares_copies = false;                      // an asynchronous copy became a loop
};

// Writes the sliced kernel as OpenCL C 1.2. Those in `volatiles` are written as volatile.
// `prefix` begins every name that is added; the source must not use it.
[[nodiscard]] WrittenKernel write_kernel(const EffectFinder& effects,
                                         const std::set<LoadSite>& volatiles,
                                         const std::string& prefix);

}  // namespace clgauge::collector::removal
