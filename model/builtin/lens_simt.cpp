#include "model/builtin/lens_simt.h"

namespace clgauge::model {

ModelDefinition lens_simt_model() {
  ModelDefinition model;
  model.name = "lens-simt";
  model.summary = "PTX: what a multiprocessor issues beside what its sub-groups wait for";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {3, 1, 12};
  // A sub-group's own instructions are a part of its way; those of the others hide what it waits
  // for, and 2 is what a queue says of arrivals at random. What the units and the memory behind it
  // are asked for goes on beside that.
  model.text =
      "p_launch * f_sync_kernel_launch + pnorm(p_overlap,\n"
      "  p_group * f_lens_simt_groups,\n"
      "  p_busy * f_lens_simt_own_cycles + pnorm(2,\n"
      "    p_busy * f_lens_simt_hiding_cycles,\n"
      "    p_cycle * f_lens_simt_stalled_cycles + p_wait * f_lens_simt_path_load_seconds),\n"
      "  p_wait * f_lens_simt_tried_seconds,\n"
      "  p_line * f_lens_simt_lines + p_private * f_lens_simt_private\n"
      "  + p_local * f_lens_simt_local + p_local_update * f_lens_simt_local_updates\n"
      "  + p_barrier * f_lens_simt_barriers,\n"
      "  p_sector * f_lens_simt_sectors + p_request * f_lens_simt_requests,\n"
      "  p_l2 * f_lens_simt_all_sectors + p_l2_request * f_lens_simt_all_requests\n"
      "  + p_l2_stored * f_lens_simt_all_stored_sectors\n"
      "  + p_l2_request_stored * f_lens_simt_all_stored_requests,\n"
      "  p_memory * f_lens_simt_memory_sectors,\n"
      "  p_update * f_lens_simt_most_updates)";
  return model;
}

}  // namespace clgauge::model
