#include "model/builtin/lens.h"

namespace clgauge::model {

ModelDefinition lens_model() {
  ModelDefinition model;
  model.name = "lens";
  model.summary = "compiled code: cycles of a core beside cache lines by level, partly overlapping";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {2, 1, 12};
  model.text =
      "p_launch * f_sync_kernel_launch + p_group * f_lens_groups\n"
      "+ pnorm(p_overlap,\n"
      "  p_cycle * f_lens_cycles + p_gather * f_lens_gather_lanes\n"
      "  + p_scatter * f_lens_scatter_lanes + p_call * f_lens_calls\n"
      "  + p_split * f_lens_split_accesses + p_stack * f_lens_stack_loads\n"
      "  + p_exit * f_lens_loop_exits,\n"
      "  p_l2 * f_lens_l2_stream + p_l2_irregular * f_lens_l2_irregular\n"
      "  + p_l2_store * f_lens_l2_store\n"
      "  + p_tlb * f_lens_tlb_misses + p_walk * f_lens_page_walks\n"
      "  + p_l3 * f_lens_l3_stream + p_l3_irregular * f_lens_l3_irregular\n"
      "  + p_l3_store * f_lens_l3_store\n"
      "  + p_dram * f_lens_dram_stream + p_dram_irregular * f_lens_dram_irregular\n"
      "  + p_dram_store * (f_lens_dram_store + f_lens_non_temporal_lines))";
  return model;
}

}  // namespace clgauge::model
