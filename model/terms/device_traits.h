#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace clgauge::model {

// What a device may say of its caches and is believed.
inline constexpr double kLeastLineBytes = 8;
inline constexpr double kMostLineBytes = 4096;
inline constexpr double kMostCacheBytes = 1125899906842624;  // 2^50

struct CacheLevel {
  double capacity_bytes = 0;
  double line_bytes = 64;
  unsigned ways = 8;
  // Whether it gives up the line that was used longest ago, and so all of a walk that is a little
  // too long; false where nobody knows.
  bool is_lru = false;
};

// What counts depend on beside the kernel: how a device executes together and what its memory
// hierarchy looks like. Stored with a calibration, so that a prediction elsewhere uses the same.
struct DeviceTraits {
  unsigned sub_group_size = 8;
  unsigned compute_units = 1;
  std::vector<CacheLevel> caches = {{32768, 64, 8}, {1048576, 64, 16}, {33554432, 64, 16}};
  // Whether sets of the second one are chosen by a hash of physical addresses, as AMD's; else by
  // their lowest bits, so that lines at one place of their pages share few of them.
  bool second_cache_hashes = true;
  double page_bytes = 4096;
  double first_tlb_pages = 64;
  double tlb_pages = 1536;         // of the second, or only, one
  bool tlbs_are_reported = false;  // and not of a usual size
  // Of a core: those of AVX2 where nobody says more.
  unsigned vector_registers = 16;
  double vector_register_bytes = 32;
  // Of type GPU: its second cache is shared by all compute units, and none lies behind it.
  bool is_gpu = false;
  // Of one load whose address the one before it loaded: from each of the caches, then from memory.
  // Empty where nobody has measured that, as on CPUs.
  std::vector<double> load_seconds;
};

// The data caches, the page size, the TLBs and the vector registers of the machine that this runs
// on, from sysfs and the
// processor; the defaults where they do not say. For OpenCL devices of type CPU.
[[nodiscard]] DeviceTraits host_traits(unsigned sub_group_size);

// Round-trips; from_json throws Error(input) that names what is missing, and what no device has.
[[nodiscard]] nlohmann::json to_json(const DeviceTraits& traits);
[[nodiscard]] DeviceTraits device_traits_from_json(const nlohmann::json& json);

}  // namespace clgauge::model
