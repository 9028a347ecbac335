#include "model/builtin/lens.h"

#include <string>

namespace clgauge::model {

namespace {

// What a core does overlaps with what it waits for, partly. A line that is stored to comes in like
// one that is loaded, and goes out again. Lines that no prefetcher sees coming cost the same way,
// and the first one of a core's window a wait as well, which nothing overlaps with: what a core can
// do meanwhile is what its window holds; so do pages whose translation is not at hand, and every
// line that a gather takes from memory. A function that no microbenchmark calls costs what an
// exponential does, at least.
constexpr const char* kBusiestCore =
    "pnorm(p_overlap,\n"
    "  p_cycle * f_lens_cycles + p_gather * f_lens_gather_lanes\n"
    "  + p_scatter * f_lens_scatter_lanes + p_locked * f_lens_locked\n"
    "  + p_contended * f_lens_contended\n"
    "  + p_call * f_lens_calls + p_exp * (f_lens_calls_exp + f_lens_calls)\n"
    "  + p_log * f_lens_calls_log + p_trig * f_lens_calls_trig + p_pow * f_lens_calls_pow\n"
    "  + p_divide * f_lens_calls_div + p_copy * f_lens_calls_copy\n"
    "  + p_split * f_lens_split_accesses + p_mispredict * f_lens_mispredictions,\n"
    "  p_l2 * (f_lens_l2_stream + f_lens_l2_store\n"
    "    + f_lens_l2_irregular + f_lens_l2_store_irregular)\n"
    "  + p_l2_back * f_lens_l2_writeback + p_conflict * f_lens_l1_conflicts\n"
    "  + p_tlb * f_lens_tlb_misses + p_walk * f_lens_page_walks\n"
    "  + p_l3 * (f_lens_l3_stream + f_lens_l3_store\n"
    "    + f_lens_l3_irregular + f_lens_l3_store_irregular)\n"
    "  + p_l3_back * f_lens_l3_writeback\n"
    "  + p_dram * (f_lens_dram_stream + f_lens_dram_store\n"
    "    + f_lens_dram_irregular + f_lens_dram_store_irregular)\n"
    "  + p_dram_back * (f_lens_dram_writeback + f_lens_non_temporal_lines))\n"
    "  + p_alias * f_lens_alias_waits + p_l3_wait * f_lens_l3_waits + p_dram_wait * "
    "f_lens_dram_waits\n"
    "  + p_dram_gather * f_lens_dram_gathered + p_walk_wait * f_lens_walk_waits";

}  // namespace

ModelDefinition lens_model() {
  ModelDefinition model;
  model.name = "lens";
  model.summary = "compiled code: cycles of a core beside cache lines by level, partly overlapping";
  model.residual = Residual::log_ratio;
  model.ranges["p_overlap"] = {2, 1, 12};
  // The other cores of those that share a launch join late: until then the first one works for two.
  model.text =
      "p_launch * f_sync_kernel_launch + p_fork * f_lens_forks\n"
      "+ p_group * f_lens_groups\n+ " +
      std::string(kBusiestCore) + "\n+ f_lens_forks * min(p_delay, " + kBusiestCore + ")";
  return model;
}

}  // namespace clgauge::model
