#include "model/builtin/paper.h"

#include <string>

namespace clgauge::model {

namespace {

constexpr const char* kOverhead = "p_launch * f_sync_kernel_launch + p_group * f_thread_groups";

// By direction, type and the stride between neighbouring work-items. A uniform load (stride 0) is
// counted per sub-group, the others per work-item.
constexpr const char* kGlobalMemory =
    "p_g32_uniform * f_mem_access_global_float32_load_lstrides:{0:0}\n"
    "+ p_g32_load * f_mem_access_global_float32_load_lstrides:{0:1}\n"
    "+ p_g32_strided * f_mem_access_global_float32_load_lstrides:{0:>1}\n"
    "+ p_g32_store * f_mem_access_global_float32_store_lstrides:{0:<=1}\n"
    "+ p_g32_scatter * f_mem_access_global_float32_store_lstrides:{0:>1}\n"
    "+ p_g64_uniform * f_mem_access_global_float64_load_lstrides:{0:0}\n"
    "+ p_g64_load * f_mem_access_global_float64_load_lstrides:{0:1}\n"
    "+ p_g64_strided * f_mem_access_global_float64_load_lstrides:{0:>1}\n"
    "+ p_g64_store * f_mem_access_global_float64_store_lstrides:{0:<=1}\n"
    "+ p_g64_scatter * f_mem_access_global_float64_store_lstrides:{0:>1}\n"
    "+ p_gi32 * (f_mem_access_global_int32_load + f_mem_access_global_int32_store)";

constexpr const char* kOnChip =
    "p_f32add * (f_op_float32_add + f_op_float32_neg + f_op_float32_minmax + f_op_float32_cmp)\n"
    "+ p_f32mul * f_op_float32_mul\n"
    "+ p_f32madd * f_op_float32_madd\n"
    "+ p_f32div * f_op_float32_div\n"
    "+ p_f32sqrt * (f_op_float32_sqrt + f_op_float32_rsqrt)\n"
    "+ p_f32exp * (f_op_float32_exp + f_op_float32_log + f_op_float32_sin + f_op_float32_cos\n"
    "              + f_op_float32_pow + f_op_float32_tanh)\n"
    "+ p_f64add * (f_op_float64_add + f_op_float64_neg + f_op_float64_minmax + f_op_float64_cmp)\n"
    "+ p_f64mul * f_op_float64_mul\n"
    "+ p_f64madd * f_op_float64_madd\n"
    "+ p_f64div * f_op_float64_div\n"
    "+ p_f64sqrt * (f_op_float64_sqrt + f_op_float64_rsqrt)\n"
    "+ p_f64exp * (f_op_float64_exp + f_op_float64_log + f_op_float64_sin + f_op_float64_cos\n"
    "              + f_op_float64_pow + f_op_float64_tanh)\n"
    "+ p_i32op * f_op_int32\n"
    "+ p_l32 * (f_mem_access_local_float32 + f_mem_access_local_int32)\n"
    "+ p_l64 * f_mem_access_local_float64\n"
    "+ p_barrier * f_sync_barrier_local";

}  // namespace

ModelDefinition paper_linear() {
  ModelDefinition model;
  model.name = "paper-linear";
  model.summary = "every operation has a cost and all costs add up (Stevens & Kloeckner 2019)";
  model.residual = Residual::relative;
  model.text = std::string(kOverhead) + "\n+ " + kGlobalMemory + "\n+ " + kOnChip;
  return model;
}

ModelDefinition paper_overlap() {
  ModelDefinition model;
  model.name = "paper-overlap";
  model.summary = "global memory and on-chip work hide each other (Stevens & Kloeckner 2019)";
  model.residual = Residual::relative;
  model.text =
      std::string(kOverhead) + "\n+ smoothmax(p_edge,\n" + kGlobalMemory + ",\n" + kOnChip + ")";
  return model;
}

}  // namespace clgauge::model
