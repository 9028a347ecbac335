#pragma once

#include <isl/ctx.h>
#include <isl/set.h>
#include <isl/val.h>

#include <memory>

// Owners of isl objects.
namespace clgauge::collector {

struct FreeIsl {
  void operator()(isl_ctx* context) const { isl_ctx_free(context); }
  void operator()(isl_set* set) const { isl_set_free(set); }
  void operator()(isl_basic_set* set) const { isl_basic_set_free(set); }
  void operator()(isl_val* value) const { isl_val_free(value); }
};

using IslContext = std::unique_ptr<isl_ctx, FreeIsl>;
using IslSet = std::unique_ptr<isl_set, FreeIsl>;
using IslBasicSet = std::unique_ptr<isl_basic_set, FreeIsl>;
using IslValue = std::unique_ptr<isl_val, FreeIsl>;

}  // namespace clgauge::collector
