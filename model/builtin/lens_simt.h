#pragma once

#include "model/definition.h"

namespace clgauge::model {

// The lens' model for devices that show PTX: what sub-groups issue and wait for on a multiprocessor
// (docs/lens-ptx.md).
[[nodiscard]] ModelDefinition lens_simt_model();

}  // namespace clgauge::model
