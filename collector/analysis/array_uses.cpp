#include "collector/analysis/array_uses.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "collector/analysis/extent.h"
#include "collector/analysis/footprints.h"
#include "collector/analysis/written_formula.h"
#include "collector/frontend/memory_operation.h"
#include "collector/frontend/types.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

// The unit in which an array is counted: what every access moves when they all move the same and
// lie side by side, else the largest unit of which every access moves whole ones.
int element_bytes_of(const Workspace& workspace, const std::vector<PlaceInArray>& places) {
  const int first = places.front().access->operation.bytes;
  const bool uniform = std::all_of(places.begin(), places.end(), [&](const PlaceInArray& where) {
    const bool known = where.place != nullptr && where.place->known;
    return where.access->operation.bytes == first &&
           (!known || first < 2 ||
            symbolic::is_integral(workspace.context,
                                  where.place->offset * symbolic::Rational(1, first)));
  });
  int unit = 0;
  for (const PlaceInArray& where : places) {
    const MemoryOperation& operation = where.access->operation;
    const int lanes = operation.type == nullptr ? 1 : lanes_of(*operation.type);
    unit = std::gcd(unit, uniform ? operation.bytes : operation.bytes / std::max(lanes, 1));
  }
  return std::max(unit, 1);
}

class Summary {
 public:
  Summary(Workspace& workspace, BlockCounts& counts) : workspace_(workspace), counts_(counts) {}

  ArrayUse of(const llvm::Value& array, const std::vector<PlaceInArray>& places) {
    ArrayUse use;
    use.array = array_name(array, workspace_.kernel.function());
    use.space = array_space(array);
    use.element_bytes = element_bytes_of(workspace_, places);
    Poly elements;
    for (const PlaceInArray& where : places) {
      const MemoryOperation& operation = where.access->operation;
      (operation.is_store ? use.stored : use.loaded) = true;
      const BlockCounts::Entry& entry = counts_.of(*where.access->block);
      const Poly& executions = where.place == nullptr ? entry.total : where.place->executions;
      elements += executions * symbolic::Rational(operation.bytes, use.element_bytes);
      note_flag(use, entry.domain.flag);
      // It may be another array's turn.
      if (where.place == nullptr) note_flag(use, CountFlag::data_dependent);
    }
    use.accesses = written(workspace_.context, elements, use.accesses_flag);
    const Footprint footprint =
        footprint_in_elements(workspace_, counts_, formulas_, places, use.element_bytes);
    use.footprint_flag = footprint.flag;
    use.footprint = written(workspace_.context, footprint.elements, use.footprint_flag);
    set_extent(use, array, places);
    return use;
  }

 private:
  static void note_flag(ArrayUse& use, CountFlag flag) {
    if (flag == CountFlag::data_dependent || use.accesses_flag == CountFlag::exact) {
      use.accesses_flag = flag;
    }
  }

  void set_extent(ArrayUse& use, const llvm::Value& array,
                  const std::vector<PlaceInArray>& places) {
    std::optional<Poly> extent = reach_of(use, places);
    if (use.extent_flag != CountFlag::exact) {
      if (const auto declared = declared_bytes(array)) {
        extent =
            extent ? symbolic::min(workspace_.context, *extent, Poly(*declared)) : Poly(*declared);
        use.extent_flag = CountFlag::upper;
      }
    }
    // Without any bound the formula stays zero, and the flag says why.
    if (extent) {
      use.extent_bytes =
          written(workspace_.context, symbolic::positive_part(workspace_.context, *extent),
                  use.extent_flag);
    }
  }

  // One past the last byte, as far as addresses tell; sets the flag.
  std::optional<Poly> reach_of(ArrayUse& use, const std::vector<PlaceInArray>& places) {
    std::optional<Poly> extent;
    use.extent_flag = CountFlag::exact;
    for (const PlaceInArray& where : places) {
      const bool known = where.place != nullptr && where.place->known;
      std::optional<Highest> highest;
      if (known) highest = highest_over(workspace_, where.place->offset, where.place->domain);
      if (!highest) {
        use.extent_flag = known ? CountFlag::upper : CountFlag::indirect;
        return std::nullopt;
      }
      if (!highest->exact) use.extent_flag = CountFlag::upper;
      const Poly end = highest->value + Poly(where.access->operation.bytes);
      extent = extent ? symbolic::max(workspace_.context, *extent, end) : end;
    }
    return extent;
  }

  Workspace& workspace_;
  BlockCounts& counts_;
  FootprintFormulas formulas_;
};

}  // namespace

std::vector<ArrayUse> array_uses(Workspace& workspace, BlockCounts& counts,
                                 const std::vector<PlacedAccess>& accesses) {
  std::vector<const llvm::Value*> order;
  std::map<const llvm::Value*, std::vector<PlaceInArray>> by_array;
  const auto add = [&](const llvm::Value* array, const PlaceInArray& where) {
    if (by_array.count(array) == 0) order.push_back(array);
    by_array[array].push_back(where);
  };
  for (const PlacedAccess& access : accesses) {
    for (const PlacedAccess::Place& place : access.places) add(place.array, {&access, &place});
    if (!access.places.empty()) continue;
    // A pointer that may be one of several arrays counts for each of them.
    for (const llvm::Value* array : origins_of(*access.operation.pointer).arrays) {
      add(array, {&access, nullptr});
    }
  }
  std::vector<ArrayUse> uses;
  Summary summary(workspace, counts);
  for (const llvm::Value* array : order) uses.push_back(summary.of(*array, by_array[array]));
  return uses;
}

}  // namespace clgauge::collector
