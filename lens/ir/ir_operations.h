#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace llvm {
class Function;
}

namespace clgauge::lens {

// Operations of work-items, as the collector classes them (collector/analysis/op_classes.h); lanes
// of a vector count one by one.
struct IrOperations {
  double float32 = 0;  // and narrower: additions, products, multiply-adds, comparisons, conversions
  double float64 = 0;
  double integer = 0;              // the same of integers, with logic and shifts
  double index = 0;                // integers that end in addresses and branches only
  double divisions = 0;            // and remainders, of all types
  double atomics = 0;              // atomic updates
  double barriers = 0;             // of the work-group
  double local_accesses = 0;       // loads and stores
  double private_accesses = 0;     // of variables that have an address
  double global_bytes_loaded = 0;  // and constant memory
  double global_bytes_stored = 0;
  std::map<std::string, double> calls;  // of mathematics, by the builtin's name
};

// What so many runs of each block do; in the order of the function's blocks. Throws
// Refusal(unknown_call) for a call whose accesses nobody knows (printf, images) in a block that
// runs. Thread-safe for different modules.
[[nodiscard]] IrOperations operations_of(const llvm::Function& kernel,
                                         const std::vector<double>& block_runs);

}  // namespace clgauge::lens
