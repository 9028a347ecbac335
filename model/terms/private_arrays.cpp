#include "model/terms/private_arrays.h"

#include <algorithm>

namespace clgauge::model {

namespace {

using collector::Access;
using collector::KernelModel;

// What a line of the source stores is what it loads from elsewhere in the same array, in the same
// steps: only by the lines is it told that the one is the other.
bool moves(const Access& load, const Access& store) {
  const bool steps = std::any_of(load.loop_strides.begin(), load.loop_strides.end(),
                                 [](const auto& each) { return each.second.text() != "0"; });
  return load.direction == "load" && store.direction == "store" && load.line == store.line &&
         steps && load.loop_strides == store.loop_strides && load.first_byte != store.first_byte;
}

}  // namespace

bool is_kept_in_memory(const KernelModel& model, const Access& access) {
  if (access.space != "private") {
    return false;
  }
  const auto is_of_array = [&](const Access& other) {
    return other.space == "private" && other.array == access.array;
  };
  return std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& load) {
    return is_of_array(load) &&
           std::any_of(model.accesses.begin(), model.accesses.end(), [&](const Access& store) {
             return is_of_array(store) && moves(load, store);
           });
  });
}

}  // namespace clgauge::model
