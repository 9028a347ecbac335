#include "model/expression/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace clgauge::model {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kSymbols = "+-*/^(),=";
constexpr std::size_t kContextCharacters = 60;  // shown on each side of the caret

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

// What a person sees for one byte of the input.
std::string printable(char c) {
  if (c >= ' ' && c <= '~') {
    return fmt::format("'{}'", c);
  }
  return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace

Error error_at(std::string_view text, std::size_t offset, const std::string& problem) {
  offset = std::min(offset, text.size());
  const auto before = text.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const std::size_t line_end = std::min(text.find('\n', offset), text.size());
  const std::size_t from = std::max(line_start, offset - std::min(offset, kContextCharacters));
  const std::size_t to = std::min(line_end, offset + kContextCharacters);

  std::string shown(text.substr(from, to - from));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, ' ');
  return {ErrorKind::input,
          fmt::format("model expression, line {}, column {}: {}", line, offset - line_start + 1,
                      problem),
          fmt::format("{}\n{}^", shown, std::string(offset - from, ' '))};
}

void fail_at(std::string_view text, std::size_t offset, const std::string& problem) {
  throw error_at(text, offset, problem);
}

std::string describe(const Token& token) {
  if (token.kind == TokenKind::end) {
    return "the end of the expression";
  }
  constexpr std::size_t kShown = 80;
  if (token.text.size() > kShown) {
    return fmt::format("'{}...'", token.text.substr(0, kShown));
  }
  return fmt::format("'{}'", token.text);
}

bool Lexer::at(std::size_t offset, std::string_view any_of) const {
  return offset < text_.size() && is_one_of(text_[offset], any_of);
}

void Lexer::skip_blank() {
  while (position_ < text_.size()) {
    if (at(position_, kBlanks)) {
      ++position_;
    } else if (text_[position_] == '#') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else {
      return;
    }
  }
}

Token Lexer::next() {
  skip_blank();
  if (position_ == text_.size()) {
    return {TokenKind::end, {}, position_, 0};
  }
  const char c = text_[position_];
  if (is_one_of(c, kDigits) || (c == '.' && at(position_ + 1, kDigits))) {
    return number();
  }
  if (is_one_of(c, kSymbols)) {
    return {TokenKind::symbol, text_.substr(position_++, 1), position_ - 1, 0};
  }
  if (is_one_of(c, kNameCharacters)) {
    return name();
  }
  fail_at(text_, position_,
          fmt::format("expected a number, a name or one of {}, found {}", kSymbols, printable(c)));
}

Token Lexer::number() {
  Token token{TokenKind::number, {}, position_, 0};
  const char* begin = text_.data() + position_;
  const auto [end, status] = std::from_chars(begin, text_.data() + text_.size(), token.number);
  if (status == std::errc::result_out_of_range) {
    fail_at(text_, position_, "expected a number between 1e-308 and 1e308, found one outside");
  }
  token.text = text_.substr(position_, static_cast<std::size_t>(end - begin));
  position_ += token.text.size();
  if (at(position_, kNameCharacters)) {
    fail_at(text_, position_,
            fmt::format("expected an operator after the number {}, found {}", token.text,
                        printable(text_[position_])));
  }
  return token;
}

// After the colon: "{0:1;1:>15}", or a comparison and a value such as ">1", "<=16", "aLD", "1.5".
void Lexer::constraint() {
  if (at(position_, "{")) {
    const auto close = text_.find_first_of("}\n", position_);
    if (close == std::string_view::npos || text_[close] != '}') {
      fail_at(text_, position_, "expected '}' to close this list of constraints, found none");
    }
    position_ = close + 1;
    return;
  }
  while (at(position_, "<>=")) {
    ++position_;
  }
  if (at(position_, "-")) {
    ++position_;
  }
  const std::size_t value = position_;
  while (at(position_, kNameCharacters) || at(position_, ".")) {
    // An underscore that starts the next constraint's keyword is taken by the caller's loop all the
    // same; splitting a name into constraints is the feature pattern's business.
    ++position_;
  }
  if (position_ == value) {
    fail_at(text_, position_, "expected a constraint such as '>1' or '{0:1}' after ':'");
  }
}

Token Lexer::name() {
  Token token{TokenKind::function, {}, position_, 0};
  const std::size_t start = position_;
  while (at(position_, kNameCharacters)) {
    ++position_;
  }
  const auto plain = text_.substr(start, position_ - start);
  if (plain.substr(0, 2) == "p_" && plain.size() > 2) {
    token.kind = TokenKind::parameter;
  } else if (plain.substr(0, 2) == "f_" && plain.size() > 2) {
    token.kind = TokenKind::feature;
    while (at(position_, ":")) {
      ++position_;
      constraint();
      while (at(position_, kNameCharacters)) {
        ++position_;
      }
    }
  }
  token.text = text_.substr(start, position_ - start);
  return token;
}

}  // namespace clgauge::model
