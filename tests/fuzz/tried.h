#pragma once

#include <cstdlib>

#include "base/error.h"

namespace clgauge::fuzz {

// Bad input is an Error with a cause; one of clgauge's own is a finding.
template <typename Action>
void tried(Action action) {
  try {
    action();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::internal) {
      std::abort();
    }
  }
}

}  // namespace clgauge::fuzz
