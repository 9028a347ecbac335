#include "collector/analysis/array_uses.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "collector/analysis/extent.h"
#include "collector/analysis/footprints.h"
#include "collector/frontend/types.h"
#include "collector/kernel/formula_builder.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

// The unit in which an array is counted: what every access moves when they all move the same, else
// the largest unit of which every access moves whole ones.
int element_bytes_of(const std::vector<const PlacedAccess*>& accesses) {
  const int first = accesses.front()->operation.bytes;
  const bool uniform = std::all_of(accesses.begin(), accesses.end(), [&](const auto* access) {
    return access->operation.bytes == first;
  });
  int unit = 0;
  for (const PlacedAccess* access : accesses) {
    const MemoryOperation& operation = access->operation;
    const int lanes = operation.type == nullptr ? 1 : lanes_of(*operation.type);
    unit = std::gcd(unit, uniform ? operation.bytes : operation.bytes / std::max(lanes, 1));
  }
  return std::max(unit, 1);
}

class Summary {
 public:
  Summary(Workspace& workspace, BlockCounts& counts) : workspace_(workspace), counts_(counts) {}

  ArrayUse of(const llvm::Value& array, const std::vector<const PlacedAccess*>& accesses) {
    ArrayUse use;
    use.array = array_name(array, workspace_.kernel.function());
    use.space = array_space(array);
    use.element_bytes = element_bytes_of(accesses);
    Poly elements;
    for (const PlacedAccess* access : accesses) {
      const MemoryOperation& operation = access->operation;
      (operation.is_store ? use.stored : use.loaded) = true;
      elements +=
          counts_.of(*access->block).total * symbolic::Rational(operation.bytes, use.element_bytes);
    }
    use.accesses = FormulaBuilder::build(workspace_.context, elements);
    const Footprint footprint =
        footprint_in_elements(workspace_, counts_, accesses, use.element_bytes);
    use.footprint = FormulaBuilder::build(workspace_.context, footprint.elements);
    use.footprint_flag = footprint.flag;
    set_extent(use, accesses);
    return use;
  }

 private:
  void set_extent(ArrayUse& use, const std::vector<const PlacedAccess*>& accesses) {
    std::optional<Poly> extent;
    use.extent_flag = CountFlag::exact;
    for (const PlacedAccess* access : accesses) {
      std::optional<Highest> highest;
      if (access->placed) {
        highest = highest_over(workspace_, access->offset, counts_.of(*access->block).domain);
      }
      if (!highest) {
        // No bound at all: the formula stays zero, and the flag says why.
        use.extent_flag = access->placed ? CountFlag::upper : CountFlag::indirect;
        return;
      }
      if (!highest->exact) use.extent_flag = CountFlag::upper;
      const Poly end = highest->value + Poly(access->operation.bytes);
      extent = extent ? symbolic::max(workspace_.context, *extent, end) : end;
    }
    if (extent) {
      use.extent_bytes = FormulaBuilder::build(
          workspace_.context, symbolic::positive_part(workspace_.context, *extent));
    }
  }

  Workspace& workspace_;
  BlockCounts& counts_;
};

}  // namespace

std::vector<ArrayUse> array_uses(Workspace& workspace, BlockCounts& counts,
                                 const std::vector<PlacedAccess>& accesses) {
  std::vector<const llvm::Value*> order;
  std::map<const llvm::Value*, std::vector<const PlacedAccess*>> by_array;
  for (const PlacedAccess& access : accesses) {
    // A pointer that may be one of several arrays counts for each of them.
    std::vector<const llvm::Value*> arrays;
    if (access.array != nullptr) {
      arrays.push_back(access.array);
    } else {
      arrays = origins_of(*access.operation.pointer).arrays;
    }
    for (const llvm::Value* array : arrays) {
      if (by_array.count(array) == 0) order.push_back(array);
      by_array[array].push_back(&access);
    }
  }
  std::vector<ArrayUse> uses;
  Summary summary(workspace, counts);
  for (const llvm::Value* array : order) uses.push_back(summary.of(*array, by_array[array]));
  return uses;
}

}  // namespace clgauge::collector
