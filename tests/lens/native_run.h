#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lens/code/machine_code.h"
#include "lens/evaluate/machine.h"
#include "lens/evaluate/trace.h"

namespace clgauge::lens {

// What the real processor did with one work-group: the judge of the evaluator.
struct NativeRun {
  std::vector<std::uint64_t> block_counts;
  std::vector<std::uint64_t> edge_counts;
  std::uint64_t instructions = 0;
  std::vector<MemoryAccess> accesses;  // whatever their region, which no processor knows
  std::string problem;                 // why the group did not run to its end; empty if it did
};

// Runs the function in a child process, one instruction at a time, at the very addresses that the
// evaluator pretends: image, arguments, local memory and stack as in `prepared`, every buffer
// filled with `fill`. Functions of the runtime are stepped over, as the evaluator does. Needs a
// processor that has the object's instructions.
[[nodiscard]] NativeRun run_natively(const MachineCode& code, const Machine& prepared,
                                     std::uint64_t entry_address, std::uint8_t fill,
                                     std::uint64_t most_steps);

// The address of a function that an object expects from its runtime; 0 where there is none.
// `driver_folder` is where Intel's libraries lie (may be empty).
[[nodiscard]] std::uint64_t address_of_runtime_function(const std::string& symbol,
                                                        const std::string& driver_folder);

// Where the OpenCL loader finds Intel's driver; empty where it does not.
[[nodiscard]] std::string intel_driver_folder();

}  // namespace clgauge::lens
