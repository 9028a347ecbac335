#include "lens/launch/look_at_items.h"

#include "lens/launch/ir_features.h"

namespace clgauge::lens {

std::vector<InstructionKind> kinds_of(const std::vector<AccessPlace>& places) {
  std::vector<InstructionKind> kinds;
  for (const AccessPlace& place : places) {
    kinds.push_back(place.is_atomic ? InstructionKind::locked : InstructionKind::plain);
  }
  return kinds;
}

SampledCode sampled_items(const std::vector<AccessPlace>& places, const EvaluatedLaunch& launch) {
  return {kinds_of(places), false, {}, BufferEnds(launch.arguments)};
}

LaunchTraffic look_at_items(
    const EvaluatedLaunch& launch, const MachineShape& machine, LaunchSample sample,
    const std::function<ItemOperations(const std::vector<double>& block_runs)>& operations,
    LensAnswer& answer) {
  const ItemOperations sums = operations(sample.passes.blocks);
  tell_buffers(launch, sample.groups);
  LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  answer.features = ir_features(sums, sample.instructions, traffic, machine);
  answer.calls = sums.calls;
  answer.overruns = sample.overruns;
  return traffic;
}

}  // namespace clgauge::lens
