#include "lens/items/item_operations.h"

namespace clgauge::lens {

void add_times(const ItemOperations& some, double times, ItemOperations& sums) {
  for (double ItemOperations::*count :
       {&ItemOperations::float32, &ItemOperations::float64, &ItemOperations::integer,
        &ItemOperations::index, &ItemOperations::divisions, &ItemOperations::atomics,
        &ItemOperations::barriers, &ItemOperations::local_accesses,
        &ItemOperations::private_accesses, &ItemOperations::global_bytes_loaded,
        &ItemOperations::global_bytes_stored}) {
    sums.*count += times * some.*count;
  }
  for (const auto& [name, count] : some.calls) {
    sums.calls[name] += times * count;
  }
}

}  // namespace clgauge::lens
