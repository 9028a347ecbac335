#pragma once

#include <string>
#include <vector>

#include "collector/source.h"

namespace clgauge::collector {

// What stays of a kernel whose work is removed.
struct StripOptions {
  // Arrays (pointer arguments) whose accesses stay; empty: every __global argument.
  std::vector<std::string> keep;
  // Stores to kept arrays stay, too; they store ones, so that inputs of one stay ones. Atomics stay
  // atomics. Without it, an update keeps its load only.
  bool keep_stores = false;
  // Without barriers a CPU compiles the kernel in another way: leave them unless you know better.
  bool keep_barriers = true;
  // Accesses to __local arrays stay like those to kept arrays.
  bool keep_local_memory = false;
  // The opposite: arithmetic and local memory stay, global loads become values in registers, and
  // stores become additions to the sink. Excludes keep, keep_stores and keep_local_memory.
  bool arithmetic_only = false;
};

struct StrippedKernel {
  std::string text;               // OpenCL C 1.2, needs no build options and no include folders
  std::string kernel;             // its name in `text`
  std::string sink;               // name of the added argument, the last one
  unsigned sink_index = 0;        // its index
  std::string sink_dtype;         // of its elements: "float32", or "float64" if doubles are summed
  std::vector<std::string> kept;  // arrays whose accesses stay
  // One per work-item: element x + gx * (y + gy * z) of the NDRange gx * gy * gz.
  // With inputs of one it receives the number of kept loads of that work-item, lanes counted.
  std::vector<std::string> notes;  // what a user should know about this kernel
};

// Removes the work of a kernel (DESIGN.md, "Collector"): loops, guards and the kept accesses stay,
// with the arithmetic that decides them; each loaded value is added to a private sum, and the sums
// go to the sink. What is loaded and stored is exactly what the collector counts in the original:
// a load that it leaves out as redundant is left out here, and one that became redundant because
// the stores around it went is made volatile.
//
// Control flow and addresses that depend on memory are kept when that memory is a global array that
// the kernel only reads (assuming that no other argument aliases it), and refused otherwise.
// With an empty `kernel` the source must hold exactly one.
// Throws Error(input) as collect() does and for a name in `keep` that is no array, Error(usage) for
// options that contradict each other, and Error(unsupported) that names, with the line, what cannot
// be stripped soundly. Not thread-safe against itself: LLVM's option tables are global.
[[nodiscard]] StrippedKernel strip(const Source& source, const std::string& kernel,
                                   const StripOptions& options);

}  // namespace clgauge::collector
