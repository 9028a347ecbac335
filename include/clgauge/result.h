#pragma once

#include <optional>
#include <string>
#include <utility>

namespace clgauge {

// A value, or one line that says what failed, where and how to mend it. Thread-safe as its value
// is.
template <typename T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] static Result failure(const std::string& error) {
    Result result;
    result.error_ = error;
    return result;
  }

  [[nodiscard]] bool ok() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }

  // Only when ok().
  [[nodiscard]] const T& operator*() const { return *value_; }
  [[nodiscard]] const T* operator->() const { return &*value_; }
  [[nodiscard]] T& operator*() { return *value_; }
  [[nodiscard]] T* operator->() { return &*value_; }

  // Empty when ok().
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 private:
  Result() = default;
  std::optional<T> value_;
  std::string error_;
};

}  // namespace clgauge
