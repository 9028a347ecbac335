#pragma once

#include <string>
#include <vector>

#include "kernels/family.h"

namespace clgauge::kernels {

// Every family, targets first, in a fixed order. Built once; thread-safe.
[[nodiscard]] const std::vector<Family>& families();

// A family by name. Throws Error(usage) that lists the names there are.
[[nodiscard]] const Family& family(const std::string& name);

// A variant of a family by name. Throws Error(usage) that lists the names there are.
[[nodiscard]] const Variant& variant(const Family& family, const std::string& name);

}  // namespace clgauge::kernels
