#include "lens/launch/look_at_ir.h"

#include "lens/ir/ir_kernel.h"
#include "lens/ir/ir_operations.h"
#include "lens/ir/ir_walker.h"
#include "lens/launch/ir_features.h"
#include "lens/launch/sample_launch.h"

namespace clgauge::lens {
namespace {

std::vector<InstructionKind> kinds_of(const std::vector<AccessPlace>& places) {
  std::vector<InstructionKind> kinds;
  for (const AccessPlace& place : places) {
    kinds.push_back(place.is_atomic ? InstructionKind::locked : InstructionKind::plain);
  }
  return kinds;
}

}  // namespace

void look_at_ir(const LensRequest& request, LensAnswer& answer) {
  const MachineShape& machine = request.machine;
  const IrKernel kernel(request.object, request.kernel);
  IrWalker walker(kernel, request.launch, {machine.sub_group_items, machine.sub_groups_take_turns},
                  machine.core.l1.line_bytes);
  const LaunchSample sample =
      sample_launch(kinds_of(kernel.places()), request.launch.groups(),
                    [&](const auto& group, AccessSink& sink) { return walker.walk(group, sink); });
  const ItemOperations operations = operations_of(kernel.function(), sample.passes.blocks);
  const LaunchTraffic traffic = traffic_of(sample.groups, machine.core);
  answer.features = ir_features(operations, sample.instructions, traffic, machine);
  answer.calls = operations.calls;
}

}  // namespace clgauge::lens
