#include "kernels/size_expression.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

#include "base/error.h"

namespace clgauge::kernels {
namespace {

// Recursive descent: comparison, sum, product, factor.
class Evaluator {
 public:
  Evaluator(std::string_view text, const Sizes& sizes) : text_(text), sizes_(sizes) {}

  std::int64_t whole() {
    const std::int64_t value = comparison();
    skip_space();
    if (at_ < text_.size()) {
      fail("expected an operator or the end");
    }
    return value;
  }

 private:
  std::int64_t comparison() {
    const std::int64_t left = sum();
    // Two-character operators first: "<=" is not "<".
    for (const std::string_view op : {"==", "!=", "<=", ">=", "<", ">"}) {
      if (accept(op)) {
        const std::int64_t right = sum();
        return compare(op, left, right) ? 1 : 0;
      }
    }
    return left;
  }

  static bool compare(std::string_view op, std::int64_t left, std::int64_t right) {
    if (op == "==") return left == right;
    if (op == "!=") return left != right;
    if (op == "<=") return left <= right;
    if (op == ">=") return left >= right;
    return op == "<" ? left < right : left > right;
  }

  std::int64_t sum() {
    std::int64_t value = product();
    while (true) {
      if (accept("+")) {
        check(__builtin_add_overflow(value, product(), &value));
      } else if (accept("-")) {
        check(__builtin_sub_overflow(value, product(), &value));
      } else {
        return value;
      }
    }
  }

  std::int64_t product() {
    std::int64_t value = factor();
    while (true) {
      if (accept("*")) {
        check(__builtin_mul_overflow(value, factor(), &value));
      } else if (accept("/")) {
        value /= divisor();
      } else if (accept("%")) {
        value %= divisor();
      } else {
        return value;
      }
    }
  }

  std::int64_t divisor() {
    const std::int64_t value = factor();
    if (value == 0) {
      fail("division by zero");
    }
    if (value == -1) {
      fail("division by -1");  // INT64_MIN / -1 overflows, and no size is negative
    }
    return value;
  }

  std::int64_t factor() {
    if (accept("(")) {
      const std::int64_t value = comparison();
      if (!accept(")")) {
        fail("expected ')'");
      }
      return value;
    }
    skip_space();
    const std::size_t start = at_;
    while (at_ < text_.size() && is_word(text_[at_])) {
      ++at_;
    }
    const std::string_view word = text_.substr(start, at_ - start);
    if (word.empty()) {
      fail("expected a number, a name or '('");
    }
    return std::isdigit(static_cast<unsigned char>(word.front())) != 0 ? number(word) : name(word);
  }

  std::int64_t number(std::string_view word) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      fail("not a 64-bit integer");
    }
    return value;
  }

  std::int64_t name(std::string_view word) {
    const auto found = sizes_.find(std::string(word));
    if (found == sizes_.end()) {
      fail(fmt::format("size '{}' has no value", word));
    }
    return found->second;
  }

  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  }

  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
    }
  }

  bool accept(std::string_view token) {
    skip_space();
    if (text_.substr(at_, token.size()) != token) {
      return false;
    }
    at_ += token.size();
    return true;
  }

  void check(bool overflow) {
    if (overflow) {
      fail("the value does not fit into 64 bits");
    }
  }

  [[noreturn]] void fail(const std::string& what) {
    throw Error(ErrorKind::input,
                fmt::format("size expression '{}', before position {}: {}", text_, at_ + 1, what));
  }

  std::string_view text_;
  const Sizes& sizes_;
  std::size_t at_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view expression, const Sizes& sizes) {
  return Evaluator(expression, sizes).whole();
}

}  // namespace clgauge::kernels
