#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/terms/term.h"

namespace clgauge::model {

// What the device's compiler made of the kernel, as the room lens counts it (lens/launch/features.h
// names all, ir_features.h those of LLVM IR; docs/lens.md explains them): cycles of a core, lines
// by level. A kernel model alone does not tell: the counts are given with the launch
// (bind_features), and are unknown without.
[[nodiscard]] std::unique_ptr<Term> lens_term();

[[nodiscard]] bool is_lens_feature(std::string_view name);

// Whether a model of these features looks at LLVM IR of the source: f_lens_ir_*.
[[nodiscard]] bool needs_ir(const std::vector<std::string>& features);

// Whether a model of these features looks at compiled code, or at that.
[[nodiscard]] bool needs_lens(const std::vector<std::string>& features);

}  // namespace clgauge::model
