#include "lens/launch/ir_features.h"

#include <cmath>

#include "lens/launch/traffic_features.h"

namespace clgauge::lens {

LensFeatures ir_features(const ItemOperations& operations, double instructions,
                         const LaunchTraffic& traffic, const MachineShape& machine) {
  const double rounds = std::ceil(traffic.groups / static_cast<double>(machine.cores));
  LensFeatures features;
  features["f_lens_ir_groups"] = rounds;
  features["f_lens_ir_instructions"] = rounds * instructions;
  features["f_lens_ir_float32"] = rounds * operations.float32;
  features["f_lens_ir_float64"] = rounds * operations.float64;
  features["f_lens_ir_integer"] = rounds * operations.integer;
  features["f_lens_ir_index"] = rounds * operations.index;
  features["f_lens_ir_divisions"] = rounds * operations.divisions;
  features["f_lens_ir_atomics"] = rounds * operations.atomics;
  features["f_lens_ir_barriers"] = rounds * operations.barriers;
  features["f_lens_ir_local_accesses"] = rounds * operations.local_accesses;
  features["f_lens_ir_private_accesses"] = rounds * operations.private_accesses;
  features["f_lens_ir_global_bytes_loaded"] = rounds * operations.global_bytes_loaded;
  features["f_lens_ir_global_bytes_stored"] = rounds * operations.global_bytes_stored;
  features["f_lens_ir_lines"] = rounds * traffic.accesses;
  add_calls(operations.calls, rounds, "f_lens_ir_", features);
  add_traffic(traffic, machine, rounds, "f_lens_ir_", features);
  return features;
}

const std::vector<std::string>& ir_feature_names() {
  static const std::vector<std::string> names = names_of(ir_features({}, 0, {}, {}));
  return names;
}

}  // namespace clgauge::lens
