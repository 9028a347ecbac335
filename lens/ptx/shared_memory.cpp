#include "lens/ptx/shared_memory.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint64_t kMostSharedBytes = 16U << 20U;
constexpr std::uint64_t kSharedSlack = 64;

}  // namespace

SharedMemory::SharedMemory(std::uint64_t bytes) {
  if (bytes != 0 && bytes <= kMostSharedBytes) {
    bytes_ = bytes;
    memory_.emplace(0, bytes + kSharedSlack);
  }
}

void SharedMemory::forget() {
  if (knows_some_) {
    memory_->forget(0, bytes_);
    knows_some_ = false;
  }
}

}  // namespace clgauge::lens::ptx
