#include "lens/ptx/item_memory.h"

namespace clgauge::lens::ptx {

Value ItemMemory::load(unsigned item, std::uint64_t address, unsigned bytes,
                       std::uint32_t reader) const {
  address += item * stride_;
  Value value;
  const bool is_known =
      bytes <= sizeof(value.number) && memory_.load(address, &value.number, bytes) == 0;
  if (is_known) {
    return value;
  }
  const auto cause = causes_.find(address);
  return {0, cause == causes_.end() ? reader : cause->second};
}

void ItemMemory::store(unsigned item, std::uint64_t address, unsigned bytes, const Value& value) {
  address += item * stride_;
  is_fresh_ = false;
  if (value.is_known() && bytes <= sizeof(value.number)) {
    memory_.store(address, &value.number, bytes, 0);
    return;
  }
  memory_.forget(address, bytes);
  causes_[address] = value.cause;
}

void ItemMemory::forget(unsigned item) {
  memory_.forget(item * stride_, bytes_);
  for (auto at = causes_.begin(); at != causes_.end();) {
    at = at->first / stride_ == item ? causes_.erase(at) : std::next(at);
  }
}

void ItemMemory::forget() {
  if (!is_fresh_) {
    memory_.forget(0, stride_ * items_);
    causes_.clear();
    is_fresh_ = true;
  }
}

}  // namespace clgauge::lens::ptx
