#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "source_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // A crash inside Clang can take the report and its artifact down with it.
  if (const char* file = std::getenv("CLGAUGE_FUZZ_LAST_INPUT")) {
    std::ofstream(file, std::ios::binary) << text;
  }
  clgauge::fuzz::source_text(text);
  return 0;
}
