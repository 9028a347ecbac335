#include "service/engine/buffer_places.h"

#include <cstdint>

namespace clgauge::service {
namespace {

constexpr const char* kPocl = "Portable Computing Language";
constexpr std::uint64_t kAlignment = 128;             // MAX_EXTENDED_ALIGNMENT
constexpr std::uint64_t kHeader = 16;                 // of glibc's chunks
constexpr std::uint64_t kMappedAlone = 32ULL << 20U;  // DEFAULT_MMAP_THRESHOLD_MAX
constexpr std::uint64_t kPage = 4096;

}  // namespace

void place_buffers(lens::EvaluatedLaunch& launch, const device::Identity& device) {
  if (device.platform != kPocl) {
    return;
  }
  std::uint64_t heap = kAlignment;
  for (lens::EvaluatedArgument& argument : launch.arguments) {
    if (argument.kind != lens::EvaluatedArgument::Kind::buffer) {
      continue;
    }
    if (argument.size_bytes >= kMappedAlone) {
      argument.address += kAlignment;
    } else {
      argument.address += heap % kPage;
      heap += (argument.size_bytes + kHeader + kAlignment - 1) / kAlignment * kAlignment;
    }
  }
}

}  // namespace clgauge::service
