#include "lens/ptx/item_memory.h"

namespace clgauge::lens::ptx {

Value ItemMemory::load(std::uint64_t address, unsigned bytes, std::uint32_t reader) const {
  Value value;
  const bool is_known =
      bytes <= sizeof(value.number) && memory_.load(address, &value.number, bytes) == 0;
  if (is_known) {
    return value;
  }
  const auto cause = causes_.find(address);
  return {0, cause == causes_.end() ? reader : cause->second};
}

void ItemMemory::store(std::uint64_t address, unsigned bytes, const Value& value) {
  if (value.is_known() && bytes <= sizeof(value.number)) {
    memory_.store(address, &value.number, bytes, 0);
    return;
  }
  memory_.forget(address, bytes);
  causes_[address] = value.cause;
}

void ItemMemory::forget() {
  memory_.forget(0, bytes_);
  causes_.clear();
}

}  // namespace clgauge::lens::ptx
