#include "lens/launch/look_at_ptx.h"

#include "lens/launch/look_at_items.h"
#include "lens/ptx/walker.h"

namespace clgauge::lens {

void look_at_ptx(const LensRequest& request, LensAnswer& answer) {
  const MachineShape& machine = request.machine;
  const PtxKernel kernel(request.object, request.kernel);
  PtxWalker walker(kernel, request.launch, {machine.sub_group_items, machine.sub_groups_take_turns},
                   machine.core.l1.line_bytes);
  look_at_items(request,
                {kernel.places(),
                 [&](const auto& group, AccessSink& sink) { return walker.walk(group, sink); },
                 [&](const auto& block_runs) { return walker.operations(block_runs); }},
                answer);
}

}  // namespace clgauge::lens
