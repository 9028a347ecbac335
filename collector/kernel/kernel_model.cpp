#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

const char* name_of(CountFlag flag) noexcept {
  switch (flag) {
    case CountFlag::exact:
      return "exact";
    case CountFlag::upper:
      return "upper";
    case CountFlag::data_dependent:
      return "data-dependent";
    case CountFlag::indirect:
      return "indirect";
  }
  return "data-dependent";
}

}  // namespace clgauge::collector
