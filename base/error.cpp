#include "base/error.h"

#include <utility>

namespace clgauge {

Error::Error(ErrorKind kind, const std::string& message, std::string detail)
    : std::runtime_error(message), kind_(kind), detail_(std::move(detail)) {}

int exit_status(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::usage:
    case ErrorKind::input:
    case ErrorKind::unsupported:
      return 2;
    case ErrorKind::device:
    case ErrorKind::store:
    case ErrorKind::timeout:
    case ErrorKind::internal:
      return 1;
  }
  return 1;
}

const char* name_of(ErrorKind kind) noexcept {
  switch (kind) {
    case ErrorKind::usage:
      return "usage";
    case ErrorKind::input:
      return "input";
    case ErrorKind::unsupported:
      return "unsupported";
    case ErrorKind::device:
      return "device";
    case ErrorKind::store:
      return "store";
    case ErrorKind::timeout:
      return "timeout";
    case ErrorKind::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace clgauge
