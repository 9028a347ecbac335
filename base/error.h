#pragma once

#include <stdexcept>
#include <string>

namespace clgauge {

// What went wrong, in the terms a caller can act on.
enum class ErrorKind {
  usage,        // the command line or a call was wrong
  input,        // a file, an expression, a message from outside was wrong
  unsupported,  // understood, but this version or this device cannot do it
  device,       // OpenCL or its driver failed
  store,        // the database failed
  timeout,      // gave up waiting
  internal,     // a defect of clgauge
};

// The one exception type that crosses rooms. what() is one line that says what failed, where, and
// how to mend it; detail() may hold more lines (a compiler's diagnostics, say).
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::string detail = {});

  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }
  [[nodiscard]] const std::string& detail() const noexcept { return detail_; }

 private:
  ErrorKind kind_;
  std::string detail_;
};

// The process exit status for an error: 2 for bad usage or bad input, 1 for a failed run.
[[nodiscard]] int exit_status(ErrorKind kind) noexcept;

// A stable lower-case name ("usage", "input", ...), for JSON and for the protocol.
[[nodiscard]] const char* name_of(ErrorKind kind) noexcept;

}  // namespace clgauge
