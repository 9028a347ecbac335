#pragma once

#include <llvm/Support/Error.h>

#include <string>
#include <utility>

#include "base/error.h"

// Reading what a driver hands out, with LLVM: it may be damaged.
namespace clgauge::lens {

[[noreturn]] inline void damaged(const std::string& what) {
  throw Error(ErrorKind::input, "damaged object (" + what +
                                    "); delete the driver's cache and build the kernel again");
}

template <typename T>
T checked(llvm::Expected<T> expected, const char* what) {
  if (!expected) {
    damaged(std::string(what) + ": " + llvm::toString(expected.takeError()));
  }
  return std::move(*expected);
}

}  // namespace clgauge::lens
