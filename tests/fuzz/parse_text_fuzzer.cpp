// libFuzzer target: clang++ only, see CMakeLists.txt.
#include <cstddef>
#include <cstdint>

#include "parse_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  clgauge::collector::test::parse_hostile_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
