#include "lens/launch/typical_path.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lens/launch/follow_path.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kFollowedInstructions = 50000;
constexpr std::uint64_t kFollowedFar = 1000000;  // where those do not show enough
constexpr double kShownEnough = 0.9;
// Another group than the first one has to show so much more of the average.
constexpr double kWorthChanging = 0.1;
// A call of a function is worth as many of its caller's.
constexpr double kInstructionsOfCall = 200;

// Which part of what an average group does stands in the blocks that a group, or a path, passes.
class Shown {
 public:
  Shown(const MachineCode& code, const LaunchSample& sample) {
    for (std::size_t b = 0; b < sample.passes.blocks.size(); ++b) {
      const BasicBlock& block = code.blocks[b];
      const std::uint32_t last = block.first_instruction + block.instruction_count - 1;
      const double of_call = sample.call_sites.contains(last) ? kInstructionsOfCall : 0;
      of_blocks_.push_back(sample.passes.blocks[b] * (block.instruction_count + of_call));
      all_ += of_blocks_.back();
    }
  }

  [[nodiscard]] double by(const WalkedGroup& group) const {
    double shown = 0;
    for (std::size_t b = 0; b < of_blocks_.size(); ++b) {
      shown += group.counts.block_counts[b] > 0 ? of_blocks_[b] : 0;
    }
    return part(shown);
  }
  [[nodiscard]] double by(const TracedPath& path) const {
    std::vector<bool> is_passed(of_blocks_.size());
    double shown = 0;
    for (const std::uint32_t b : path.blocks) {
      shown += is_passed[b] ? 0 : of_blocks_[b];
      is_passed[b] = true;
    }
    return part(shown);
  }

 private:
  [[nodiscard]] double part(double shown) const { return all_ > 0 ? shown / all_ : 1; }

  std::vector<double> of_blocks_;
  double all_ = 0;
};

}  // namespace

std::optional<TracedPath> typical_path(const SampledCode& code, const LaunchSample& sample,
                                       std::span<const WalkedGroup> groups) {
  const Shown shown(*code.code, sample);
  const WalkedGroup* best = &groups.front();
  double by_best = shown.by(*best);
  for (const WalkedGroup& group : groups.subspan(1)) {
    const double by_group = shown.by(group);
    if (by_group > by_best + kWorthChanging) {
      best = &group;
      by_best = by_group;
    }
  }
  const FollowFurther further{
      kFollowedFar, [&](const TracedPath& path) { return shown.by(path) >= kShownEnough; }};
  return follow_path(*code.code, code.kinds, best->counts, best->record.trace,
                     kFollowedInstructions, further);
}

}  // namespace clgauge::lens
