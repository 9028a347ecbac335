#include "service/engine/buffer_places.h"

#include <cstdint>
#include <vector>

#include "base/align.h"
#include "microbench/worker/heap.h"

namespace clgauge::service {
namespace {

constexpr const char* kIntel = "Intel(R) OpenCL";
constexpr const char* kPocl = "Portable Computing Language";
constexpr std::uint64_t kAlignment = 128;    // MAX_EXTENDED_ALIGNMENT
constexpr std::uint64_t kHeader = 16;        // of glibc's chunks
constexpr std::uint64_t kHeapStart = 0xb00;  // of a page: apart from where mapped buffers start
constexpr std::uint64_t kPage = 4096;

// Intel's runtime maps all but small buffers one below the other, page by page. Programs are taken
// to make them in the order of the arguments: what lies around the first and the last is not known,
// and taken not to be there.
void map_downwards(lens::EvaluatedLaunch& launch) {
  constexpr std::uint64_t kMapped = 128ULL << 10U;
  std::vector<lens::EvaluatedArgument*> mapped;
  for (lens::EvaluatedArgument& argument : launch.arguments) {
    if (argument.kind == lens::EvaluatedArgument::Kind::buffer && argument.size_bytes >= kMapped) {
      mapped.push_back(&argument);
    }
  }
  const auto pages_of = [](const lens::EvaluatedArgument& one) {
    return align_up(one.size_bytes, kPage);
  };
  std::uint64_t above = 0;
  for (lens::EvaluatedArgument* one : mapped) {
    one->mapped_behind_bytes = pages_of(*one) - one->size_bytes + above;
    above += pages_of(*one);
  }
  std::uint64_t below = 0;
  for (auto one = mapped.rbegin(); one != mapped.rend(); ++one) {
    (*one)->mapped_before_bytes = below;
    below += pages_of(**one);
  }
}

}  // namespace

void place_buffers(lens::EvaluatedLaunch& launch, const device::Identity& device) {
  if (device.platform == kIntel) {
    return map_downwards(launch);
  }
  if (device.platform != kPocl) {
    return;
  }
  std::uint64_t heap = kHeapStart;
  for (lens::EvaluatedArgument& argument : launch.arguments) {
    if (argument.kind != lens::EvaluatedArgument::Kind::buffer) {
      continue;
    }
    if (argument.size_bytes > microbench::kLargestOnHeapBytes) {
      argument.address += kAlignment;
    } else {
      argument.address += heap % kPage;
      // PoCL asks for whole multiples of its alignment.
      heap += align_up(align_up(argument.size_bytes, kAlignment) + kHeader, kAlignment);
    }
  }
}

}  // namespace clgauge::service
