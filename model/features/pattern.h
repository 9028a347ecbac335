#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace clgauge::model {

// A condition on a stride or on an access-to-footprint ratio: "16", ">15", "<=4".
struct Constraint {
  enum class Comparison { equal, greater, greater_equal, less, less_equal };
  Comparison comparison = Comparison::equal;
  double value = 0;

  [[nodiscard]] bool accepts(double x) const noexcept;
};

// By NDRange dimension; a dimension without an entry is not constrained.
using StrideConstraints = std::map<unsigned, Constraint>;

// "f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_gstrides:{0:16}_afr:>1": which accesses a
// feature counts. Empty fields match everything.
struct AccessPattern {
  std::string array;      // from "tag:aLD": the array a
  std::string space;      // "global", "constant", "local", "private"
  std::string dtype;      // of one lane: "float32"
  int lanes = 0;          // from "float32x4": 4, counts accesses; 0: any, counts lanes
  std::string direction;  // "load", "store"
  StrideConstraints local_strides;
  StrideConstraints group_strides;
  std::optional<Constraint> access_to_footprint;
};

// The operation that stands for integer arithmetic on addresses and loop counters, which no other
// name counts.
inline constexpr std::string_view kIndexOperations = "index";

// "f_op_float32_madd"; without an operation, all of a type.
struct OperationPattern {
  std::string dtype;
  std::string op;
};

// "f_sync_barrier_local": synchronisations of a kind, as the collector names it.
struct SyncPattern {
  std::string kind;
};

// A quantity of the launch as a whole.
enum class LaunchQuantity {
  launches,         // f_sync_kernel_launch: 1
  groups,           // f_thread_groups
  work_items,       // f_work_items
  sub_groups,       // f_sub_groups
  flops,            // f_flops: a fused multiply-add counts two
  flops_float32,    // f_flops_float32
  flops_float64,    // f_flops_float64
  bytes_global,     // f_bytes_global: requested by all loads and stores
  bytes_footprint,  // f_bytes_footprint_global: moved under a perfect cache
};

using FeaturePattern = std::variant<AccessPattern, OperationPattern, SyncPattern, LaunchQuantity>;

// The names of the launch's quantities.
[[nodiscard]] std::vector<std::string_view> quantity_names();

// What a feature's name asks to count. Nothing when the name is of another kind (a term's feature,
// the output). Throws Error(input) that names the feature and the part that is wrong when it starts
// like one of ours and does not go on so; any word is taken for an operation or a synchronisation
// (model/features/check_features.h looks at these), because kernels may call what nobody knows.
[[nodiscard]] std::optional<FeaturePattern> parse_feature(std::string_view name);

}  // namespace clgauge::model
