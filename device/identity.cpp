#include "device/identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"

namespace clgauge::device {

std::string id_of(const Identity& identity) {
  const std::string shape = identity.is_sub_device()
                                ? fmt::format("equally:{}", identity.compute_units)
                                : std::string("whole");
  return hash_of({identity.vendor, identity.canonical_name, identity.type,
                  std::to_string(identity.parent_compute_units != 0 ? identity.parent_compute_units
                                                                    : identity.compute_units),
                  identity.platform, shape})
      .substr(0, 16);
}

Identity sub_device(const Identity& whole, std::uint32_t compute_units) {
  if (whole.is_sub_device()) {
    throw Error(ErrorKind::usage,
                fmt::format("{} is a sub-device already: start from the whole device", whole.id));
  }
  if (!whole.can_partition_equally) {
    throw Error(
        ErrorKind::unsupported,
        fmt::format("\"{}\" cannot be partitioned by compute units: use it whole", whole.name));
  }
  if (compute_units == 0 || compute_units >= whole.compute_units) {
    throw Error(ErrorKind::usage,
                fmt::format("a sub-device of \"{}\" has 1 to {} compute units, not {}", whole.name,
                            whole.compute_units - 1, compute_units));
  }
  Identity part = whole;
  part.parent_id = whole.id;
  part.parent_compute_units = whole.compute_units;
  part.compute_units = compute_units;
  part.can_partition_equally = false;
  part.id = id_of(part);
  return part;
}

}  // namespace clgauge::device
