#include "lens/evaluate/convention.h"

#include <fmt/format.h>

#include "base/error.h"

namespace clgauge::lens {

void put(Machine& m, std::uint64_t address, std::uint64_t value, unsigned bytes) {
  m.memory.store(address, &value, bytes, 0);
}

KernelEntry find_entry(const ObjectImage& image, std::string_view kernel,
                       const EvaluatedLaunch& launch) {
  for (const Convention* convention : {&pocl_convention(), &intel_convention()}) {
    std::string symbol = convention->entry(image, kernel, launch);
    if (!symbol.empty()) {
      return {convention, std::move(symbol)};
    }
  }
  throw Error(ErrorKind::input,
              fmt::format("the object holds no kernel '{}' of PoCL or of Intel's runtime", kernel));
}

}  // namespace clgauge::lens
