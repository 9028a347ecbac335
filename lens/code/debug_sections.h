#pragma once

#include <map>
#include <string>
#include <string_view>

#include "lens/code/image.h"

namespace clgauge::lens {

// An object's sections of debug information by their names without the dot ("debug_line"), with the
// addresses in them counted from ObjectImage::base_address: where the object leaves it to the
// loader what lies where, relocations are applied. Compressed sections are left out. `image` was
// loaded from `elf`. Throws Error(input) for a damaged object, Error(unsupported) for a relocation
// that is not known. Thread-safe.
[[nodiscard]] std::map<std::string, std::string> debug_sections(std::string_view elf,
                                                                const ObjectImage& image);

}  // namespace clgauge::lens
