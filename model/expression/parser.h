#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/expression/expression.h"
#include "model/expression/lexer.h"

namespace clgauge::model {

// Recursive descent with one token of look-ahead; depth and size are bounded, so that no text can
// exhaust the stack.
//   model   = [ FEATURE "=" ] sum
//   sum     = product { ("+" | "-") product }
//   product = signed { ("*" | "/") signed }
//   signed  = { "-" | "+" } power
//   power   = primary [ "^" signed ]
//   primary = NUMBER | PARAMETER | FEATURE | "(" sum ")" | FUNCTION "(" sum { "," sum } ")"
class Parser {
 public:
  explicit Parser(std::string_view text);
  [[nodiscard]] Expression parse();

 private:
  using Id = std::uint32_t;
  class Depth;

  [[nodiscard]] Id sum();
  [[nodiscard]] Id product();
  [[nodiscard]] Id signed_operand();
  [[nodiscard]] Id power();
  [[nodiscard]] Id primary();
  [[nodiscard]] Id call();

  // `begin` is where the first of their tokens stands.
  [[nodiscard]] Id add(Op op, std::initializer_list<Id> operands, std::size_t begin);
  [[nodiscard]] Id add(Op op, std::span<const Id> operands, std::size_t begin);
  [[nodiscard]] Id add_node(Node node, std::size_t begin);
  [[nodiscard]] Id add_name(Op op, std::vector<std::string>& names,
                            std::map<std::string, Id, std::less<>>& index);

  void advance();
  [[nodiscard]] bool accept(char symbol);
  [[nodiscard]] bool is(char symbol) const;
  void expect(char symbol, std::string_view purpose);
  [[noreturn]] void fail_expected(const std::string& expected) const;

  std::string_view text_;
  Lexer lexer_;
  Token token_;
  std::size_t end_ = 0;  // of the token before
  std::size_t depth_ = 0;
  Expression result_;
  std::map<std::string, Id, std::less<>> parameter_index_;
  std::map<std::string, Id, std::less<>> feature_index_;
};

}  // namespace clgauge::model
