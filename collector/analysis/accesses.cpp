#include "collector/analysis/accesses.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <utility>

#include "collector/analysis/narrow_index.h"
#include "collector/analysis/point_count.h"
#include "collector/analysis/pointer_cases.h"
#include "collector/analysis/strides.h"
#include "collector/analysis/unplaced_strides.h"
#include "collector/analysis/value_forms.h"
#include "collector/analysis/written_formula.h"
#include "collector/frontend/types.h"

namespace clgauge::collector {
namespace {

using symbolic::Poly;

// "a", or "a|b" where a pointer may belong to either.
std::string array_names(const PlacedAccess& access, const llvm::Function& kernel) {
  std::vector<const llvm::Value*> arrays;
  for (const PlacedAccess::Place& place : access.places) arrays.push_back(place.array);
  if (arrays.empty()) {
    const PointerOrigins origins = origins_of(*access.operation.pointer);
    arrays.assign(origins.arrays.begin(), origins.arrays.end());
  }
  std::vector<std::string> names;
  for (const llvm::Value* array : arrays) {
    std::string name = array_name(*array, kernel);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : "|") + name;
  return joined.empty() ? "unknown" : joined;
}

std::vector<PlacedAccess::Place> places_of(Workspace& workspace, BlockCounts& counts,
                                           const llvm::Value& pointer,
                                           const llvm::BasicBlock& block) {
  const BlockCounts::Entry& entry = counts.of(block);
  const auto cases = pointer_cases_at(workspace, pointer, block);
  std::vector<PlacedAccess::Place> places;
  if (!cases) return places;
  for (const PointerCase& one : *cases) {
    PlacedAccess::Place place;
    place.array = one.form.array;
    place.offset = place.offset_in_block = one.form.offset;
    place.known = !symbolic::is_opaque(workspace.context, place.offset);
    const bool always = one.turns.empty() && one.when.is_always();
    place.domain = always ? entry.domain : narrowed(workspace, entry.domain, one, place.offset);
    place.executions = always ? entry.total : count_total(workspace, place.domain);
    places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

bool PlacedAccess::placed() const {
  return !places.empty() &&
         std::all_of(places.begin(), places.end(), [](const Place& place) { return place.known; });
}

std::vector<PlacedAccess> find_accesses(Workspace& workspace, BlockCounts& counts) {
  std::vector<PlacedAccess> accesses;
  for (const llvm::BasicBlock& block : workspace.kernel.function()) {
    for (const llvm::Instruction& instruction : block) {
      for (const MemoryOperation& operation : memory_operations(instruction)) {
        accesses.push_back(
            {operation, &block, places_of(workspace, counts, *operation.pointer, block)});
      }
    }
  }
  return accesses;
}

Access describe(Workspace& workspace, BlockCounts& counts, const PlacedAccess& placed) {
  const MemoryOperation& operation = placed.operation;
  Access access;
  access.array = array_names(placed, workspace.kernel.function());
  access.space =
      array_space(placed.places.empty() ? *operation.pointer : *placed.places.front().array);
  access.direction = operation.is_store ? "store" : "load";
  access.dtype = operation.type == nullptr ? "int8" : dtype_of(*operation.type);
  access.lanes = operation.type == nullptr ? operation.bytes : lanes_of(*operation.type);
  access.bytes = operation.bytes;
  access.line = line_of(*operation.instruction);
  access.narrow_index = has_narrow_index(workspace, *operation.pointer, *placed.block);
  access.count = count_of(workspace.context, counts.of(*placed.block), 1);
  if (!placed.placed()) {
    access.affine = false;
    if (access.count.flag == CountFlag::exact) access.count.flag = CountFlag::indirect;
    if (placed.places.size() == 1) {
      describe_unplaced(workspace, placed.places.front().offset_in_block, *placed.block, access);
    }
    return access;
  }
  // Buffers that take turns are walked through alike.
  const PlacedAccess::Place& place = placed.places.front();
  const AccessStrides strides = strides_of(workspace, place.offset_in_block, *placed.block);
  access.stride_unit_bytes = unit_of(strides, access);
  CountFlag strides_flag = CountFlag::exact;
  const auto in_units = [&](const Poly& bytes) {
    return written(workspace.context, bytes * symbolic::Rational(1, access.stride_unit_bytes),
                   strides_flag);
  };
  for (const Poly& stride : strides.local) access.local_strides.push_back(in_units(stride));
  for (const Poly& stride : strides.group) access.group_strides.push_back(in_units(stride));
  for (const auto& [loop, stride] : strides.loops) {
    access.loop_strides.emplace(name_of(workspace, *loop), in_units(stride));
  }
  access.first_byte = written(workspace.context, strides.first, strides_flag);
  access.affine = strides.affine && placed.places.size() == 1 && strides_flag == CountFlag::exact;
  access.affine_in_rows = !access.affine && strides.affine_in_rows && placed.places.size() == 1;
  return access;
}

}  // namespace clgauge::collector
