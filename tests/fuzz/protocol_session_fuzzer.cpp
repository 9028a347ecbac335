#include <cstddef>
#include <cstdint>

#include "protocol_session.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clgauge::fuzz::protocol_session({reinterpret_cast<const char*>(data), size});
  return 0;
}
