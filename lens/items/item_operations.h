#pragma once

#include <map>
#include <string>

namespace clgauge::lens {

// Operations of work-items, as the collector classes them (collector/analysis/op_classes.h); lanes
// of a vector count one by one.
struct ItemOperations {
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

// Adds them so many times.
void add_times(const ItemOperations& some, double times, ItemOperations& sums);

}  // namespace clgauge::lens
