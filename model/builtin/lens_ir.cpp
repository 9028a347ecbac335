#include "model/builtin/lens_ir.h"

namespace clgauge::model {

ModelDefinition lens_ir_model() {
  ModelDefinition model;
  model.name = "lens-ir";
  model.summary = "LLVM IR: operations by class beside cache lines by level, partly overlapping";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {2, 1, 12};
  model.text =
      "p_launch * f_sync_kernel_launch + p_group * f_lens_ir_groups\n"
      "+ pnorm(p_overlap,\n"
      "  p_f32 * f_lens_ir_float32 + p_f64 * f_lens_ir_float64 + p_int * f_lens_ir_integer\n"
      "  + p_index * f_lens_ir_index + p_div * f_lens_ir_divisions\n"
      "  + p_call * f_lens_ir_calls + p_exp * f_lens_ir_calls_exp + p_log * f_lens_ir_calls_log\n"
      "  + p_trig * f_lens_ir_calls_trig + p_pow * f_lens_ir_calls_pow\n"
      "  + p_atomic * f_lens_ir_atomics + p_barrier * f_lens_ir_barriers\n"
      "  + p_local * f_lens_ir_local_accesses + p_private * f_lens_ir_private_accesses\n"
      "  + p_line * f_lens_ir_lines,\n"
      "  p_l2 * (f_lens_ir_l2_stream + f_lens_ir_l2_store)\n"
      "  + p_l2_irregular * (f_lens_ir_l2_irregular + f_lens_ir_l2_store_irregular)\n"
      "  + p_l2_back * f_lens_ir_l2_writeback\n"
      "  + p_tlb * f_lens_ir_tlb_misses + p_walk * f_lens_ir_page_walks\n"
      "  + p_l3 * (f_lens_ir_l3_stream + f_lens_ir_l3_store)\n"
      "  + p_l3_irregular * (f_lens_ir_l3_irregular + f_lens_ir_l3_store_irregular)\n"
      "  + p_l3_back * f_lens_ir_l3_writeback\n"
      "  + p_dram * (f_lens_ir_dram_stream + f_lens_ir_dram_store)\n"
      "  + p_dram_irregular * (f_lens_ir_dram_irregular + f_lens_ir_dram_store_irregular)\n"
      "  + p_dram_back * f_lens_ir_dram_writeback)";
  return model;
}

}  // namespace clgauge::model
