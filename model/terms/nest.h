#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "collector/kernel/kernel_model.h"
#include "model/features/formula_table.h"
#include "model/features/launch_shape.h"

namespace clgauge::model {

// One level of the order in which a launch executes: how often it repeats what is inside.
struct NestLevel {
  double trips = 1;
  double stride_bytes = 0;  // of one stream, from one repetition to the next
  bool walks = false;       // by that stride, in a stream that else jumps
};

// Accesses of one array that move together: same strides everywhere. What lies at constant offsets
// from one another (the points of a stencil) is one stream.
struct Stream {
  double element_bytes = 4;
  double accesses = 0;  // of the whole launch, all members
  double members = 1;   // accesses in the source
  // Of the array in the whole launch: distinct elements, and bytes from its start to the last one;
  // infinite when unknown.
  double footprint_elements = 0;
  double extent_bytes = 0;
  bool loaded = false;
  bool stored = false;
  bool affine = true;             // false: jumps anywhere within the footprint
  bool walks = false;             // along some of its loops, where it is not affine
  bool jumps = false;             // along none: only memory knows where it goes
  std::vector<NestLevel> levels;  // innermost first; the same number in every stream of a kernel
};

// The global-memory streams of a kernel along one order of execution, innermost first: the lanes
// that execute together; loops without a barrier; the rest of the group; loops with a barrier (they
// run for the whole group in step); the groups in the order of their ids.
class Nest {
 public:
  Nest(const collector::KernelModel& model, FormulaTable& table);

  // The streams at concrete sizes, in `streams`, whose memory is reused. A stream with a stride
  // without value is taken as not affine.
  void bind(const FormulaTable::Values& values, const LaunchShape& shape,
            std::vector<Stream>& streams) const;

  // How many of a stream's levels are loops without a barrier, and with one.
  [[nodiscard]] std::size_t plain_levels() const noexcept { return plain_levels_; }
  [[nodiscard]] std::size_t barrier_levels() const noexcept { return barrier_levels_; }

 private:
  struct LoopSlots {
    std::size_t iterations = 0;
    std::size_t parent = 0;  // index, or kNone
    std::size_t level = 0;   // among the levels of its kind, innermost 0
    bool has_barrier = false;
  };
  struct StreamSlots {
    double bytes = 4;
    double stride_unit_bytes = 4;
    bool loaded = false;
    bool stored = false;
    bool affine = true;
    bool is_modal = false;            // by strides that hold but where it wraps or is cut off
    bool walks = false;               // along its loops, from wherever memory says
    std::vector<std::size_t> totals;  // of the members
    std::array<std::size_t, 3> local{};
    std::array<std::size_t, 3> group{};
    std::map<std::size_t, std::size_t> loops;  // loop -> stride
    std::size_t footprint = 0;                 // kNone when unknown
    std::size_t extent = 0;                    // kNone when unknown
  };
  static constexpr std::size_t kNone = ~std::size_t{0};

  void add_loops(const collector::KernelModel& model, FormulaTable& table);
  void add_access(const collector::KernelModel& model, const collector::Access& access,
                  FormulaTable& table);
  [[nodiscard]] double trips(const FormulaTable::Values& values, const LaunchShape& shape,
                             std::size_t loop) const;
  void bind_levels(const FormulaTable::Values& values, const LaunchShape& shape,
                   const StreamSlots& slots, Stream& stream) const;
  void add_unplaced_trips(Stream& stream) const;

  std::map<std::string, std::size_t> loop_index_;
  std::vector<LoopSlots> loops_;
  std::size_t plain_levels_ = 0;                     // depth of loops without a barrier
  std::size_t barrier_levels_ = 0;                   // depth of loops with one
  std::map<std::string, std::size_t> stream_index_;  // by array and texts of the strides
  std::vector<StreamSlots> streams_;
};

}  // namespace clgauge::model
