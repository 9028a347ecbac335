#include "model/builtin/roofline.h"

namespace clgauge::model {

ModelDefinition roofline() {
  ModelDefinition model;
  model.name = "roofline";
  model.summary = "peak arithmetic or peak bandwidth, whichever takes longer: the naive baseline";
  model.estimator = Estimator::envelope;
  model.residual = Residual::log_ratio;
  model.text =
      "p_launch * f_sync_kernel_launch\n"
      "+ max(p_flop32 * f_flops_float32 + p_flop64 * f_flops_float64,\n"
      "      p_byte * f_bytes_footprint_global)";
  return model;
}

}  // namespace clgauge::model
