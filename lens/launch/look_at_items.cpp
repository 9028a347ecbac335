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

LaunchTraffic look_at_items(const EvaluatedLaunch& launch, const MachineShape& machine,
                            const WalkedItems& items, LensAnswer& answer, SecondThread* second) {
  LaunchSample sample =
      sample_launch({kinds_of(items.places), false, {}, BufferEnds(launch.arguments)},
                    GroupOrder(launch.groups()), items.walk);
  const ItemOperations operations = items.operations(sample.passes.blocks);
  tell_buffers(launch, sample.groups);
  LaunchTraffic traffic = traffic_of(sample.groups, machine.core, second);
  answer.features = ir_features(operations, sample.instructions, traffic, machine);
  answer.calls = operations.calls;
  answer.overruns = sample.overruns;
  return traffic;
}

}  // namespace clgauge::lens
