#include "lens/launch/look_at_ir.h"

#include "lens/ir/ir_kernel.h"
#include "lens/ir/ir_operations.h"
#include "lens/ir/ir_walker.h"
#include "lens/launch/look_at_items.h"

namespace clgauge::lens {

void look_at_ir(const LensRequest& request, LensAnswer& answer) {
  const MachineShape& machine = request.machine;
  const IrKernel kernel(request.object, request.kernel);
  IrWalker walker(kernel, request.launch, {machine.sub_group_items, machine.sub_groups_take_turns},
                  machine.core.l1.line_bytes);
  look_at_items(
      request.launch, machine,
      {kernel.places(),
       [&](const auto& group, AccessSink& sink) { return walker.walk(group, sink); },
       [&](const auto& block_runs) { return operations_of(kernel.function(), block_runs); }},
      answer);
}

}  // namespace clgauge::lens
