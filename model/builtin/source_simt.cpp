#include "model/builtin/source_simt.h"

namespace clgauge::model {

ModelDefinition source_simt() {
  ModelDefinition model;
  model.name = "source-simt";
  model.summary = "source: what a GPU's compute units issue beside what their sub-groups wait for";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {3, 1, 12};
  model.ranges["p_hidden"] = {1.7, 1, 12, 1};
  // As lens-simt, which sees the instructions that there are. What is issued hides what sub-groups
  // wait for, as far as there are others; caches and memory go on beside that.
  model.text =
      "p_launch * f_sync_kernel_launch + pnorm(p_overlap,\n"
      "  p_group * f_simt_groups,\n"
      "  pnorm(p_hidden,\n"
      "    p_issue * f_simt_issued + p_f64 * f_simt_float64\n"
      "    + p_div_int * f_simt_div_int\n"
      "    + p_div * (f_simt_div_float32 + 3 * f_simt_div_float64)\n"
      "    + p_sqrt * (f_simt_sqrt_float32 + 3 * f_simt_sqrt_float64)\n"
      "    + p_exp * (f_simt_exp_float32 + 3 * f_simt_exp_float64)\n"
      "    + p_log * (f_simt_log_float32 + 3 * f_simt_log_float64)\n"
      "    + p_trig * (f_simt_trig_float32 + 3 * f_simt_trig_float64)\n"
      "    + p_pow * (f_simt_pow_float32 + 3 * f_simt_pow_float64),\n"
      "    p_step * f_simt_path_cycles\n"
      "    + p_wait * f_simt_path_seconds),\n"
      "  p_line * f_simt_lines + p_local * f_simt_local + p_private * f_simt_private\n"
      "  + p_local_atomic * f_local_atomics + p_barrier * f_simt_barriers,\n"
      "  p_sector * f_simt_sectors,\n"
      "  p_l2 * f_simt_all_sectors + p_l2_stored * f_simt_all_stored,\n"
      "  p_memory * f_simt_memory,\n"
      "  p_atomic * f_simt_updates)";
  return model;
}

}  // namespace clgauge::model
