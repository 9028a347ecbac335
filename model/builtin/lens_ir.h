#pragma once

#include "model/definition.h"

namespace clgauge::model {

// The lens' model for devices that show no compiled code: operations of LLVM IR by class beside
// lines by the level that they come from or go to (docs/lens-ptx.md).
[[nodiscard]] ModelDefinition lens_ir_model();

}  // namespace clgauge::model
