#pragma once

#include "model/definition.h"

namespace clgauge::model {

// What `source` is of a GPU: what its compute units issue, what their sub-groups wait for, and what
// goes through caches and memory, by the source alone.
[[nodiscard]] ModelDefinition source_simt();

}  // namespace clgauge::model
