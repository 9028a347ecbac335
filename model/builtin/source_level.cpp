#include "model/builtin/source_level.h"

namespace clgauge::model {

ModelDefinition source_level() {
  ModelDefinition model;
  model.name = "source";
  model.summary = "cache traffic by level beside instructions by control flow, partly overlapping";
  model.residual = Residual::log_ratio;
  // Samples are of one kind of work each, and say little of how two overlap.
  model.ranges["p_overlap"] = {2, 1, 12, 0.05};
  // What all work-items of a vector read is one load of it, as what lies side by side, where
  // vectors are certain. Every level that a line passes adds its cost. Either all that is to be
  // done takes the time or the longest chain of it does, for work-items that wait alone longer. A
  // group's cost and a launch's hide nothing, nor does what it costs to wake the other compute
  // units.
  model.text =
      "p_launch * f_sync_kernel_launch + p_fork * f_forks + p_group * f_thread_groups\n"
      "+ p_empty_item * f_empty_items + p_dram_wait * f_dram_waits\n"
      "+ pnorm(p_overlap,\n"
      "  p_l2 * f_lines_l2 + p_l2_irregular * f_lines_l2_irregular\n"
      "  + p_l2_stored_again * f_lines_l2_stored_again\n"
      "  + p_l3 * f_lines_l3 + p_l3_irregular * f_lines_l3_irregular\n"
      "  + p_dram * f_lines_dram + p_dram_irregular * f_lines_dram_irregular\n"
      "  + p_page * f_page_misses,\n"
      "  max(p_straight_flop * (f_straight_float32 + 2 * f_straight_float64)\n"
      "  + p_unit * (f_straight_unit + f_straight_uniform + f_loop_unit + f_vector_unit\n"
      "              + f_vector_uniform + f_barrier_inner)\n"
      "  + p_far * f_loop_far + p_beside * f_loop_beside\n"
      "  + p_straight_store * f_straight_store + p_straight_item * f_straight_items\n"
      "  + p_gather * (f_straight_gather + f_barrier_gather)\n"
      "  + p_narrow * (f_straight_narrow + f_barrier_narrow)\n"
      "  + p_narrow_store * (f_straight_narrow_store + f_barrier_narrow_store)\n"
      "  + p_loop_narrow * (f_loop_narrow + f_vector_narrow)\n"
      "  + p_loop_narrow_store * (f_loop_narrow_store + f_vector_narrow_store)\n"
      "  + p_scatter * (f_straight_scatter + f_barrier_scatter) + p_alias * f_alias\n"
      "  + p_loop_f32 * f_loop_float32 + p_loop_f64 * f_loop_float64\n"
      "  + p_packed_f32 * f_loop_packed_float32 + p_packed_f64 * f_loop_packed_float64\n"
      "  + p_loop_gather * (f_loop_gather + f_vector_gather)\n"
      "  + p_loop_store * (f_loop_store + f_loop_scatter + f_vector_store + f_vector_scatter)\n"
      "  + p_loop_iteration * (f_loop_iterations + f_barrier_iterations)\n"
      "  + p_loop_item * f_loop_items\n"
      "  + p_vector * f_vector_registers + p_spill * f_vector_spilled\n"
      "  + p_lone_vector * f_vector_lone_registers + p_lone_spill * f_vector_lone_spilled\n"
      "  + p_lone * (f_straight_lone + f_loop_lone + f_vector_lone + f_barrier_lone)\n"
      "  + p_barrier_unit * (f_barrier_unit + f_barrier_store)\n"
      "  + p_barrier_step * f_barrier_steps + p_barrier_carried * f_barrier_carried\n"
      "  + p_barrier_item * f_barrier_items\n"
      "  + p_uniform * (f_loop_uniform + f_barrier_uniform)\n"
      "  + p_int * (f_straight_int + f_vector_int) + p_loop_int * f_loop_int\n"
      "  + p_loop_int64 * f_loop_int64\n"
      "  + p_div_int * f_div_int\n"
      "  + p_local * (f_barrier_local + f_loop_local + f_straight_local + f_vector_local)\n"
      "  + p_local_strided * (f_barrier_local_strided + f_loop_local_strided\n"
      "                       + f_straight_local_strided + f_vector_local_strided)\n"
      "  + p_private * (f_straight_private + f_loop_private + f_vector_private\n"
      "                 + f_barrier_private)\n"
      "  + p_barrier * f_sync_barrier_local\n"
      "  + p_f16 * (f_straight_float16 + f_loop_float16)\n"
      "  + p_atomic * f_atomics + p_local_atomic * f_local_atomics\n"
      "  + p_div * (f_div_float32 + 3 * f_div_float64)\n"
      "  + p_sqrt * (f_sqrt_float32 + 3 * f_sqrt_float64)\n"
      "  + p_exp * (f_exp_float32 + 3 * f_exp_float64)\n"
      "  + p_log * (f_log_float32 + 3 * f_log_float64)\n"
      "  + p_trig * (f_trig_float32 + 3 * f_trig_float64)\n"
      "  + p_pow * (f_pow_float32 + f_loop_pow_float32\n"
      "             + 3 * (f_pow_float64 + f_loop_pow_float64))\n"
      "  + p_loop_div * (f_loop_div_float32 + f_loop_sqrt_float32\n"
      "                  + 2 * (f_loop_div_float64 + f_loop_sqrt_float64))\n"
      "  + p_loop_exp * (f_loop_exp_float32 + 2 * f_loop_exp_float64)\n"
      "  + p_loop_log * (f_loop_log_float32 + 2 * f_loop_log_float64)\n"
      "  + p_loop_trig * (f_loop_trig_float32 + 2 * f_loop_trig_float64),\n"
      "  p_chain * (f_chain + f_loop_chain) + p_loop_chain * f_loop_chain))";
  return model;
}

}  // namespace clgauge::model
