#include "model/builtin/source_level.h"

namespace clgauge::model {

ModelDefinition source_level() {
  ModelDefinition model;
  model.name = "clgauge";
  model.summary = "cache traffic by level beside instructions by control flow, partly overlapping";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {2, 1, 12};
  // Every level that a line passes adds its cost. A group's cost and a launch's hide nothing.
  model.text =
      "p_launch * f_sync_kernel_launch + p_group * f_thread_groups\n"
      "+ pnorm(p_overlap,\n"
      "  p_l2 * f_lines_l2 + p_l2_irregular * f_lines_l2_irregular\n"
      "  + p_l3 * f_lines_l3 + p_l3_irregular * f_lines_l3_irregular\n"
      "  + p_dram * f_lines_dram + p_dram_irregular * f_lines_dram_irregular\n"
      "  + p_page * f_page_misses,\n"
      "  p_straight_f32 * f_straight_float32 + p_straight_f64 * f_straight_float64\n"
      "  + p_straight_unit * f_straight_unit + p_straight_gather * f_straight_gather\n"
      "  + p_straight_int * f_straight_int + p_straight_item * f_straight_items\n"
      "  + p_loop_f32 * f_loop_float32 + p_loop_f64 * f_loop_float64\n"
      "  + p_loop_unit * f_loop_unit + p_loop_gather * f_loop_gather\n"
      "  + p_loop_int * f_loop_int + p_loop_iteration * f_loop_iterations\n"
      "  + p_loop_item * f_loop_items\n"
      "  + p_barrier_f32 * f_barrier_float32 + p_barrier_f64 * f_barrier_float64\n"
      "  + p_barrier_access * (f_barrier_unit + f_barrier_gather)\n"
      "  + p_barrier_int * f_barrier_int + p_barrier_iteration * f_barrier_iterations\n"
      "  + p_barrier_item * f_barrier_items\n"
      "  + p_local * (f_barrier_local + f_loop_local + f_straight_local)\n"
      "  + p_barrier * f_sync_barrier_local\n"
      "  + p_f32div * f_op_float32_div + p_f32sqrt * (f_op_float32_sqrt + f_op_float32_rsqrt)\n"
      "  + p_f32special * (f_op_float32_exp + f_op_float32_log + f_op_float32_sin\n"
      "                    + f_op_float32_cos + f_op_float32_tan + f_op_float32_pow)\n"
      "  + p_f64div * f_op_float64_div + p_f64sqrt * (f_op_float64_sqrt + f_op_float64_rsqrt)\n"
      "  + p_f64special * (f_op_float64_exp + f_op_float64_log + f_op_float64_sin\n"
      "                    + f_op_float64_cos + f_op_float64_tan + f_op_float64_pow))";
  return model;
}

}  // namespace clgauge::model
