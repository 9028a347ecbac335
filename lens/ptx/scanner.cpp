#include "lens/ptx/scanner.h"

#include <cctype>

#include "base/error.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::size_t kLongestQuote = 40;  // of the text, in a message

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool begins_word(char c) { return is_letter(c) || c == '_' || c == '$' || c == '%' || c == '.'; }
bool continues_word(char c) { return begins_word(c) || is_digit(c); }

std::string quoted(const Token& token) {
  if (token.kind == Token::Kind::end) {
    return "the end of the text";
  }
  std::string text;
  for (const char c : token.text.substr(0, kLongestQuote)) {
    text += std::isprint(static_cast<unsigned char>(c)) != 0 ? c : '?';
  }
  return "'" + text + (token.text.size() > kLongestQuote ? "..." : "") + "'";
}

}  // namespace

void fail_at(unsigned line, const std::string& what) {
  throw Error(ErrorKind::input, "PTX line " + std::to_string(line) + ": " + what);
}

Scanner::Scanner(std::string_view text) : text_(text.substr(0, text.find('\0'))) { scan(); }

Token Scanner::next() {
  const Token taken = token_;
  scan();
  return taken;
}

bool Scanner::accept(std::string_view text) {
  const bool is_it =
      token_.kind != Token::Kind::string && token_.text == text && token_.kind != Token::Kind::end;
  if (is_it) {
    scan();
  }
  return is_it;
}

void Scanner::expect(std::string_view text) {
  if (!accept(text)) {
    fail_expected("'" + std::string(text) + "'");
  }
}

std::string_view Scanner::expect_word(std::string_view what) {
  if (token_.kind != Token::Kind::word) {
    fail_expected(what);
  }
  return next().text;
}

void Scanner::fail_expected(std::string_view what) const {
  fail_at(token_.line, "expected " + std::string(what) + ", found " + quoted(token_));
}

void Scanner::skip_line() {
  while (at_ < text_.size() && text_[at_] != '\n') {
    ++at_;
  }
}

void Scanner::skip_blanks() {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_, 2);
    if (rest[0] == '\n') {
      ++line_;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      ++at_;
    } else if (rest == "//" || rest == "@@") {  // @@DWARF: debug sections of old compilers
      skip_line();
    } else if (rest == "/*") {
      const unsigned opened = line_;
      for (at_ += 2; at_ < text_.size() && text_.substr(at_, 2) != "*/"; ++at_) {
        line_ += text_[at_] == '\n' ? 1U : 0U;
      }
      if (at_ >= text_.size()) {
        fail_at(opened, "this comment does not end");
      }
      at_ += 2;
    } else {
      return;
    }
  }
}

void Scanner::scan() {
  skip_blanks();
  token_ = {Token::Kind::end, {}, line_};
  if (at_ >= text_.size()) {
    return;
  }
  const std::size_t start = at_;
  const char first = text_[at_++];
  const auto has = [this] { return at_ < text_.size(); };
  if (first == '"') {
    while (has() && text_[at_] != '"' && text_[at_] != '\n') {
      ++at_;
    }
    if (!has() || text_[at_] != '"') {
      fail_at(line_, "this string does not end");
    }
    token_ = {Token::Kind::string, text_.substr(start + 1, at_ - start - 1), line_};
    ++at_;
    return;
  }
  token_.kind = Token::Kind::punctuation;
  if (is_digit(first)) {
    token_.kind = Token::Kind::number;
    while (has() && (is_digit(text_[at_]) || is_letter(text_[at_]) || text_[at_] == '.')) {
      ++at_;
    }
  } else if (begins_word(first)) {
    token_.kind = Token::Kind::word;
    while (has()) {  // "::" is inside of modifiers: ld.global.L2::128B
      const bool is_scope = text_.substr(at_, 2) == "::";
      if (!is_scope && !continues_word(text_[at_])) {
        break;
      }
      at_ += is_scope ? 2 : 1;
    }
  }
  token_.text = text_.substr(start, at_ - start);
}

}  // namespace clgauge::lens::ptx
