#include "model/expression/parser.h"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace clgauge::model {

namespace {

std::string function_names() {
  std::string names;
  for (const Function& function : kFunctions) {
    names += names.empty() ? "" : ", ";
    names += function.name;
  }
  return names;
}

}  // namespace

// Counts how deep the descent is, for the lifetime of one nested construct.
class Parser::Depth {
 public:
  explicit Depth(Parser& parser) : parser_(parser) {
    if (++parser_.depth_ > Expression::kMaxDepth) {
      fail_at(parser_.text_, parser_.token_.offset,
              fmt::format("expected at most {} nested parentheses, signs and powers, found more",
                          Expression::kMaxDepth));
    }
  }
  ~Depth() { --parser_.depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  Parser& parser_;
};

Parser::Parser(std::string_view text) : text_(text), lexer_(text) {}

Expression Parser::parse() {
  if (text_.size() > Expression::kMaxTextBytes) {
    fail_at(text_, Expression::kMaxTextBytes,
            fmt::format("expected at most {} bytes, found {}", Expression::kMaxTextBytes,
                        text_.size()));
  }
  advance();
  if (token_.kind == TokenKind::feature) {
    Lexer ahead = lexer_;
    const Token after = ahead.next();
    if (after.kind == TokenKind::symbol && after.text == "=") {
      if (!token_.text.starts_with(Expression::kOutput)) {
        fail_expected(fmt::format("{}* before '='", Expression::kOutput));
      }
      result_.output_ = token_.text;
      advance();
      advance();
    }
  }
  // The node that is added last is the whole sum's: evaluation relies on it.
  static_cast<void>(sum());
  if (token_.kind != TokenKind::end) {
    fail_expected("an operator or the end of the expression");
  }
  result_.text_ = text_;
  return std::move(result_);
}

Parser::Id Parser::sum() {
  const Depth depth(*this);
  const std::size_t begin = token_.offset;
  Id left = product();
  while (is('+') || is('-')) {
    const Op op = is('+') ? Op::add : Op::subtract;
    advance();
    const Id right = product();
    left = add(op, {left, right}, begin);
  }
  return left;
}

Parser::Id Parser::product() {
  const std::size_t begin = token_.offset;
  Id left = signed_operand();
  while (is('*') || is('/')) {
    const Op op = is('*') ? Op::multiply : Op::divide;
    advance();
    const Id right = signed_operand();
    left = add(op, {left, right}, begin);
  }
  return left;
}

Parser::Id Parser::signed_operand() {
  const std::size_t begin = token_.offset;
  if (accept('-')) {
    const Depth depth(*this);
    const Id operand = signed_operand();
    return add(Op::negate, {operand}, begin);
  }
  if (accept('+')) {
    const Depth depth(*this);
    return signed_operand();
  }
  return power();
}

Parser::Id Parser::power() {
  const std::size_t begin = token_.offset;
  const Id base = primary();
  if (!accept('^')) {
    return base;
  }
  const Depth depth(*this);
  const Id exponent = signed_operand();
  return add(Op::power, {base, exponent}, begin);
}

Parser::Id Parser::primary() {
  switch (token_.kind) {
    case TokenKind::number: {
      const Token number = token_;
      advance();
      return add_node({Op::constant, 0, 0, number.number}, number.offset);
    }
    case TokenKind::parameter:
      return add_name(Op::parameter, result_.parameters_, parameter_index_);
    case TokenKind::feature:
      return add_name(Op::feature, result_.features_, feature_index_);
    case TokenKind::function:
      return call();
    case TokenKind::symbol:
      if (accept('(')) {
        const Id inner = sum();
        expect(')', "to close the parenthesis");
        return inner;
      }
      break;
    case TokenKind::end:
      break;
  }
  fail_expected("a number, p_<parameter>, f_<feature>, a function or '('");
}

Parser::Id Parser::call() {
  const Token name = token_;
  const Function* function = find_function(name.text);
  if (function == nullptr) {
    fail_at(text_, name.offset,
            fmt::format("expected a parameter p_*, a feature f_* or a function ({}), found {}",
                        function_names(), describe(name)));
  }
  advance();
  expect('(', "after the name of a function");
  std::vector<Id> arguments;
  do {
    if (arguments.size() == function->most_arguments) {
      fail_expected(fmt::format("')': {} takes at most {} argument{}", function->name,
                                function->most_arguments,
                                function->most_arguments == 1 ? "" : "s"));
    }
    arguments.push_back(sum());
  } while (accept(','));
  if (arguments.size() < function->least_arguments) {
    fail_expected(fmt::format("',': {} takes at least {} arguments", function->name,
                              function->least_arguments));
  }
  expect(')', "to close the list of arguments");
  return add(function->op, arguments, name.offset);
}

Parser::Id Parser::add(Op op, std::initializer_list<Id> operands, std::size_t begin) {
  return add(op, std::span<const Id>(operands.begin(), operands.size()), begin);
}

Parser::Id Parser::add(Op op, std::span<const Id> operands, std::size_t begin) {
  const auto first = static_cast<Id>(result_.operands_.size());
  result_.operands_.insert(result_.operands_.end(), operands.begin(), operands.end());
  return add_node({op, first, static_cast<std::uint32_t>(operands.size()), 0}, begin);
}

Parser::Id Parser::add_node(Node node, std::size_t begin) {
  if (result_.nodes_.size() == Expression::kMaxNodes) {
    fail_at(text_, token_.offset,
            fmt::format("expected at most {} operations, found more", Expression::kMaxNodes));
  }
  result_.nodes_.push_back(node);
  result_.places_.push_back({begin, end_ - begin});
  return static_cast<Id>(result_.nodes_.size() - 1);
}

// Every appearance is a node of its own; the name is stored once.
Parser::Id Parser::add_name(Op op, std::vector<std::string>& names,
                            std::map<std::string, Id, std::less<>>& index) {
  auto found = index.find(token_.text);
  if (found == index.end()) {
    found = index.emplace(std::string(token_.text), static_cast<Id>(names.size())).first;
    names.emplace_back(token_.text);
  }
  const std::size_t begin = token_.offset;
  advance();
  return add_node({op, found->second, 0, 0}, begin);
}

void Parser::advance() {
  end_ = token_.offset + token_.text.size();
  token_ = lexer_.next();
}

bool Parser::is(char symbol) const {
  return token_.kind == TokenKind::symbol && token_.text.front() == symbol;
}

bool Parser::accept(char symbol) {
  if (!is(symbol)) {
    return false;
  }
  advance();
  return true;
}

void Parser::expect(char symbol, std::string_view purpose) {
  if (!accept(symbol)) {
    fail_expected(fmt::format("'{}' {}", symbol, purpose));
  }
}

void Parser::fail_expected(const std::string& expected) const {
  fail_at(text_, token_.offset, fmt::format("expected {}, found {}", expected, describe(token_)));
}

Expression Expression::parse(std::string_view text) { return Parser(text).parse(); }

}  // namespace clgauge::model
