#include "model/builtin/lens_simt.h"

namespace clgauge::model {

ModelDefinition lens_simt_model() {
  ModelDefinition model;
  model.name = "lens-simt";
  model.summary = "PTX: what a multiprocessor issues beside what its sub-groups wait for";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {3, 1, 12};
  model.text =
      "p_launch * f_sync_kernel_launch + pnorm(p_overlap,\n"
      "  p_group * f_lens_simt_groups,\n"
      "  p_issue * f_lens_simt_issued + p_f32 * f_lens_simt_float32 + p_multiply * "
      "f_lens_simt_multiply\n"
      "  + p_int * f_lens_simt_integer + p_f64 * f_lens_simt_float64\n"
      "  + p_special * f_lens_simt_special + p_convert * f_lens_simt_converted,\n"
      "  p_line * f_lens_simt_lines + p_private * f_lens_simt_private\n"
      "  + p_local * f_lens_simt_local + p_local_update * f_lens_simt_local_updates,\n"
      "  p_sector * f_lens_simt_sectors,\n"
      "  p_all_sectors * f_lens_simt_all_sectors,\n"
      "  p_memory * f_lens_simt_memory_sectors,\n"
      "  p_update * f_lens_simt_updates + p_contended * f_lens_simt_most_updates,\n"
      "  p_cycle * f_lens_simt_path_cycles + p_wait_local * f_lens_simt_path_local\n"
      "  + p_wait_load * f_lens_simt_path_loads\n"
      "  + p_wait_second * f_lens_simt_path_second_cache\n"
      "  + p_wait_memory * f_lens_simt_path_memory + p_wait_update * f_lens_simt_path_updates\n"
      "  + p_wait_barrier * f_lens_simt_path_barriers)";
  return model;
}

}  // namespace clgauge::model
