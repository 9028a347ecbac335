#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace clgauge::model {

enum class TokenKind { number, parameter, feature, function, symbol, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;   // within the lexer's text
  std::size_t offset = 0;  // of its first byte
  double number = 0;       // when kind is number
};

// Splits a model's text into tokens. A feature with its constraints, such as
// "f_mem_access_global_float32_load_lstrides:{0:1;1:>15}_afr:>1", is one token: a colon joins the
// name to a brace list or to a comparison and a number. White space, and "#" to the end of the
// line, separate tokens.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  // The next token; TokenKind::end for ever after the last one. Throws Error(input) for what cannot
  // start or continue a token.
  [[nodiscard]] Token next();

 private:
  void skip_blank();
  [[nodiscard]] Token name();
  [[nodiscard]] Token number();
  void constraint();
  [[nodiscard]] bool at(std::size_t offset, std::string_view any_of) const;

  std::string_view text_;
  std::size_t position_ = 0;
};

// An Error(input): "model expression, line 1, column 7: expected X, found Y", with the line and a
// caret in detail().
[[nodiscard]] Error error_at(std::string_view text, std::size_t offset, const std::string& problem);
[[noreturn]] void fail_at(std::string_view text, std::size_t offset, const std::string& problem);

// How an error message names a token: "')'", "the end", "'p_x'".
[[nodiscard]] std::string describe(const Token& token);

}  // namespace clgauge::model
