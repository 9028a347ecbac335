#include "lens/simt/multiprocessor.h"

#include <algorithm>
#include <array>

#include "base/align.h"
#include "lens/ptx/lanes.h"

namespace clgauge::lens::simt {
namespace {

constexpr std::uint64_t kRegistersAtOnce = 256;  // that a sub-group's are dealt out by
constexpr std::uint64_t kKiB = 1024;

struct Known {
  std::string_view target;
  Multiprocessor shape;
};
constexpr std::array<Known, 10> kKnown{
    {{"sm_60", {2048, 32, 65536, 64 * kKiB, 0, 2, 32, 64, 32, 16}},
     {"sm_61", {2048, 32, 65536, 96 * kKiB, 0, 4, 32, 128, 4, 32}},
     {"sm_70", {2048, 32, 65536, 96 * kKiB, 0, 4, 64, 64, 32, 16}},
     {"sm_72", {2048, 32, 65536, 96 * kKiB, 0, 4, 64, 64, 32, 16}},
     {"sm_75", {1024, 16, 65536, 64 * kKiB, 0, 4, 64, 64, 2, 16}},
     {"sm_80", {2048, 32, 65536, 164 * kKiB, kKiB, 4, 64, 64, 32, 16}},
     {"sm_86", {1536, 16, 65536, 100 * kKiB, kKiB, 4, 64, 64, 2, 16}},
     {"sm_87", {1536, 16, 65536, 164 * kKiB, kKiB, 4, 64, 64, 2, 16}},
     {"sm_89", {1536, 24, 65536, 100 * kKiB, kKiB, 4, 64, 64, 2, 16}},
     {"sm_90", {2048, 32, 65536, 228 * kKiB, kKiB, 4, 64, 64, 64, 16}}}};

}  // namespace

Multiprocessor multiprocessor_of(std::string_view target) {
  const auto* const found = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known& known) {
    return target.starts_with(known.target);
  });
  return found == kKnown.end() ? kKnown.back().shape : found->shape;
}

double resident_groups(const Multiprocessor& shape, std::uint64_t items, unsigned registers_of_item,
                       std::uint64_t local_bytes) {
  const std::uint64_t sub_groups =
      std::max<std::uint64_t>(1, align_up(items, ptx::kLanes) / ptx::kLanes);
  const std::uint64_t registers =
      sub_groups * align_up(std::uint64_t{registers_of_item} * ptx::kLanes, kRegistersAtOnce);
  const std::uint64_t bytes =
      local_bytes == 0 ? 0 : align_up(local_bytes, 128) + shape.local_bytes_of_group;
  std::uint64_t groups =
      std::min<std::uint64_t>(shape.groups, shape.items / (sub_groups * ptx::kLanes));
  groups = std::min(groups, shape.registers / std::max<std::uint64_t>(registers, 1));
  if (bytes > 0) {
    groups = std::min(groups, shape.local_bytes / bytes);
  }
  return static_cast<double>(std::max<std::uint64_t>(groups, 1));
}

}  // namespace clgauge::lens::simt
