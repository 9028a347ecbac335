#include "collector/symbolic/parse.h"

#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "collector/symbolic/operations.h"
#include "collector/symbolic/sums.h"

namespace clgauge::symbolic {
namespace {

struct Fraction {
  Poly numerator;
  Poly denominator = Poly(1);
};

class Parser {
 public:
  Parser(Context& context, std::string_view text, Division division)
      : context_(context), text_(text), division_(division) {}

  Poly run() {
    if (text_.size() > kMostCharacters) fail("an expression of at most a million characters");
    Poly result = whole(expression());
    skip_space();
    if (position_ != text_.size()) fail("an operator or the end");
    return result;
  }

 private:
  static constexpr int kMostNested = 200;
  static constexpr std::size_t kMostCharacters = 1000000;
  static constexpr std::size_t kMostTerms = 4000;
  static constexpr Integer kMostPower = 64;

  [[noreturn]] void fail(const std::string& expected) const {
    constexpr std::size_t kShown = 80;
    const std::string shown(text_.substr(0, kShown));
    throw Error(ErrorKind::input, "cannot read the expression '" + shown +
                                      (text_.size() > kShown ? "...'" : "'") + " at position " +
                                      std::to_string(position_ + 1) + ": expected " + expected);
  }

  void skip_space() {
    while (position_ < text_.size() &&
           std::isspace(static_cast<unsigned char>(text_[position_])) != 0) {
      ++position_;
    }
  }

  char peek() {
    skip_space();
    return position_ < text_.size() ? text_[position_] : '\0';
  }

  bool accept(char c) {
    if (peek() != c) return false;
    ++position_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(std::string("'") + c + "'");
  }

  const Poly& checked(const Poly& poly) const {
    if (poly.terms().size() > kMostTerms) fail("an expression of at most 4000 terms");
    return poly;
  }

  Poly multiply(const Poly& a, const Poly& b) const {
    if (a.terms().size() * b.terms().size() > kMostTerms) {
      fail("an expression of at most 4000 terms");
    }
    return a * b;
  }

  Poly whole(const Fraction& fraction) const {
    if (!fraction.denominator.is_constant()) {
      fail("floor() or ceil() around a division by an expression");
    }
    return fraction.numerator * (Rational(1) / fraction.denominator.constant_term());
  }

  Fraction expression() {
    Fraction sum = term();
    for (;;) {
      const bool minus = peek() == '-';
      if (!minus && peek() != '+') return sum;
      ++position_;
      const Fraction next = term();
      Poly added = next.numerator;
      if (!(next.denominator == sum.denominator)) {
        added = multiply(added, sum.denominator);
        sum.numerator = multiply(sum.numerator, next.denominator);
        sum.denominator = multiply(sum.denominator, next.denominator);
      }
      sum.numerator = minus ? sum.numerator - added : sum.numerator + added;
      checked(sum.numerator);
    }
  }

  Fraction term() {
    Fraction product = unary();
    for (;;) {
      if (accept('*')) {
        const Fraction next = unary();
        product.numerator = multiply(product.numerator, next.numerator);
        product.denominator = multiply(product.denominator, next.denominator);
      } else if (accept('/')) {
        divide_by(product, unary());
      } else if (accept('%')) {
        const Poly divisor = whole(unary());
        if (divisor.is_zero()) fail("a divisor that is not zero");
        product = {modulo(context_, whole(product), divisor)};
      } else {
        return product;
      }
    }
  }

  void divide_by(Fraction& dividend, const Fraction& divisor) {
    if (divisor.numerator.is_zero()) fail("a divisor that is not zero");
    if (division_ == Division::floor) {
      dividend = {floor_div(context_, whole(dividend), whole(divisor))};
      return;
    }
    dividend.numerator = multiply(dividend.numerator, divisor.denominator);
    dividend.denominator = multiply(dividend.denominator, divisor.numerator);
    if (dividend.denominator.is_constant()) dividend = {whole(dividend)};
  }

  Fraction unary() {
    bool negative = false;
    for (;;) {
      if (accept('-')) {
        negative = !negative;
      } else if (!accept('+')) {
        break;
      }
    }
    Fraction value = raised();
    if (negative) value.numerator = -value.numerator;
    return value;
  }

  Fraction raised() {
    Fraction base = primary();
    if (!accept('^')) return base;
    const Integer exponent = number();
    if (exponent > kMostPower) fail("an exponent of at most 64");
    Fraction result{Poly(1)};
    for (Integer i = 0; i < exponent; ++i) {
      result.numerator = multiply(result.numerator, base.numerator);
      result.denominator = multiply(result.denominator, base.denominator);
    }
    return result;
  }

  Fraction primary() {
    if (++nested_ > kMostNested) fail("less deep nesting");
    Fraction value;
    const char c = peek();
    if (accept('(')) {
      value = expression();
      expect(')');
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      value = {Poly(number())};
    } else if (c == '@') {
      ++position_;
      value = {context_.opaque(identifier())};
    } else {
      value = name();
    }
    --nested_;
    return value;
  }

  Integer number() {
    if (std::isdigit(static_cast<unsigned char>(peek())) == 0) fail("a number");
    Integer value = 0;
    while (position_ < text_.size() &&
           std::isdigit(static_cast<unsigned char>(text_[position_])) != 0) {
      value = checked_add(checked_multiply(value, 10), text_[position_++] - '0');
    }
    return value;
  }

  std::string identifier() {
    skip_space();
    const std::size_t begin = position_;
    const auto belongs = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
    };
    while (position_ < text_.size() && belongs(text_[position_])) ++position_;
    if (position_ == begin || std::isdigit(static_cast<unsigned char>(text_[begin])) != 0) {
      position_ = begin;
      fail("a number, a name or '('");
    }
    return std::string(text_.substr(begin, position_ - begin));
  }

  Fraction name() {
    const std::string id = identifier();
    if (peek() == '(') return {function(id)};
    for (auto it = bound_.rbegin(); it != bound_.rend(); ++it) {
      if (it->first == id) return {Poly::atom(it->second)};
    }
    return {context_.symbol(id)};
  }

  std::vector<Fraction> arguments(std::size_t least, std::size_t most) {
    std::vector<Fraction> result;
    do {
      result.push_back(expression());
    } while (accept(','));
    if (result.size() < least || result.size() > most) {
      fail(least == most ? std::to_string(least) + " argument(s)" : "more arguments");
    }
    expect(')');
    return result;
  }

  Poly function(const std::string& id) {
    expect('(');
    if (id == "sum") return sum();
    if (id == "floor" || id == "ceil") {
      const Fraction value = arguments(1, 1).front();
      return id == "floor" ? floor_div(context_, value.numerator, value.denominator)
                           : ceil_div(context_, value.numerator, value.denominator);
    }
    if (id == "max" || id == "min") {
      const std::vector<Fraction> values = arguments(1, kMostTerms);
      Poly result = whole(values.front());
      for (std::size_t i = 1; i < values.size(); ++i) {
        const Poly next = whole(values[i]);
        result = id == "max" ? max(context_, result, next) : min(context_, result, next);
      }
      return checked(result);
    }
    if (id == "pow" || id == "ilog") return exponential(id);
    if (id == "bitand" || id == "bitor" || id == "bitxor") {
      const std::vector<Fraction> values = arguments(2, 2);
      const Poly a = whole(values[0]);
      const Poly b = whole(values[1]);
      if (id == "bitand") return bitwise_and(context_, a, b);
      return id == "bitor" ? bitwise_or(context_, a, b) : bitwise_xor(context_, a, b);
    }
    fail("one of the functions floor, ceil, min, max, sum, pow, ilog, bitand, bitor, bitxor");
  }

  Poly exponential(const std::string& id) {
    const std::vector<Fraction> values = arguments(2, 2);
    const Poly base = whole(values[0]);
    if (!base.is_constant() || !base.constant_term().is_integer() ||
        base.constant_term().numerator() < 2) {
      fail("a constant base of at least 2");
    }
    const std::int64_t number = to_int64(base.constant_term().numerator());
    return id == "pow" ? power_of(context_, number, whole(values[1]))
                       : log_of(context_, number, whole(values[1]));
  }

  Poly sum() {
    const std::string variable = identifier();
    expect(',');
    const Poly low = whole(expression());
    expect(',');
    const Poly high = whole(expression());
    expect(',');
    const Temporary symbol(context_);
    const ScopedRange within(context_, symbol.id(), {low, high, false});
    bound_.emplace_back(variable, symbol.id());
    const Poly body = whole(expression());
    bound_.pop_back();
    expect(')');
    constexpr int kDeepestSolved = 4;
    return sum_depth(context_, body) < kDeepestSolved
               ? sum_over(context_, symbol.id(), low, high, body)
               : unevaluated_sum(context_, symbol.id(), low, high, body);
  }

  Context& context_;
  std::string_view text_;
  Division division_;
  std::size_t position_ = 0;
  int nested_ = 0;
  std::vector<std::pair<std::string, AtomId>> bound_;
};

}  // namespace

Poly parse(Context& context, std::string_view text, Division division) {
  return Parser(context, text, division).run();
}

}  // namespace clgauge::symbolic
