#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace clgauge::lens::ptx {

struct Token {
  enum class Kind { word, number, string, punctuation, end };
  Kind kind = Kind::end;
  std::string_view text;  // of a string without its quotes
  unsigned line = 1;
};

// Splits PTX into words (names, opcodes and directives with their dots), numbers, strings and
// single characters. The text must outlive it.
class Scanner {
 public:
  explicit Scanner(std::string_view text);

  [[nodiscard]] const Token& peek() const noexcept { return token_; }
  Token next();
  // Takes the token if it is this one.
  bool accept(std::string_view text);
  // Throws Error(input) that says what stands there instead.
  void expect(std::string_view text);
  std::string_view expect_word(std::string_view what);

  [[noreturn]] void fail_expected(std::string_view what) const;

 private:
  void scan();
  void skip_blanks();
  void skip_line();

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  Token token_;
};

// Throws Error(input): "PTX line 12: ...".
[[noreturn]] void fail_at(unsigned line, const std::string& what);

}  // namespace clgauge::lens::ptx
