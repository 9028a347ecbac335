#include "lens/ptx/declaration.h"

#include <optional>
#include <string>
#include <utility>

#include "lens/ptx/number.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::uint64_t kMostBytes = 1ULL << 32U;         // of a variable
constexpr std::uint64_t kMostInitialBytes = 1ULL << 22U;  // of one that says what it holds

struct Attributes {
  Type type;
  std::uint64_t alignment = 0;
  unsigned lanes = 1;
  bool is_pointer = false;
  Space pointer_space = Space::generic;
};

std::uint64_t product(unsigned line, std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > kMostBytes / b) {
    fail_at(line, "a variable of more than " + std::to_string(kMostBytes) + " bytes");
  }
  return a * b;
}

// Everything between the space and the name, in any order: ".align 4 .v2 .f32 .ptr .global".
Attributes read_attributes(Scanner& scanner) {
  Attributes attributes;
  std::optional<Type> type;
  while (scanner.peek().text.starts_with('.')) {
    const std::string_view word = scanner.peek().text;
    if (scanner.accept(".align")) {
      attributes.alignment = read_count(scanner);
    } else if (scanner.accept(".ptr")) {
      attributes.is_pointer = true;
    } else if (scanner.accept(".v2") || scanner.accept(".v4") || scanner.accept(".v8")) {
      attributes.lanes = static_cast<unsigned>(word[2] - '0');
    } else if (scanner.accept(".attribute")) {
      while (!scanner.accept(")")) {
        if (scanner.next().kind == Token::Kind::end) {
          scanner.fail_expected("')'");
        }
      }
    } else if (const auto space = space_of(word); space && attributes.is_pointer) {
      attributes.pointer_space = *space;
      scanner.next();
    } else if (const auto found = type_of(word); found && !type) {
      type = found;
      scanner.next();
    } else {
      scanner.fail_expected("a type");
    }
  }
  if (!type) {
    scanner.fail_expected("a type");
  }
  attributes.type = *type;
  return attributes;
}

class Initializer {
 public:
  Initializer(Scanner& scanner, Variable& variable) : scanner_(scanner), variable_(variable) {}

  void read() {
    if (variable_.bytes > kMostInitialBytes) {
      fail_at(variable_.line,
              "an initialiser of more than " + std::to_string(kMostInitialBytes) + " bytes");
    }
    variable_.initial.assign(variable_.bytes, 0);
    if (scanner_.peek().text == "{") {
      read_list();
    } else {
      read_value();
    }
  }

 private:
  // Lists in lists are rows; PTX pads none but the last.
  void read_list() {
    for (int depth = 0;;) {
      if (scanner_.accept("{")) {
        ++depth;
      } else if (scanner_.accept("}")) {
        if (--depth == 0) {
          return;
        }
      } else if (!scanner_.accept(",")) {
        read_value();
      }
    }
  }

  void read_value() {
    const bool is_number =
        scanner_.peek().kind == Token::Kind::number || scanner_.peek().text == "-";
    std::optional<Number> number;
    if (is_number) {
      number = read_number(scanner_);
    }
    if (!is_number || scanner_.peek().text == "(") {  // 0xFF(address): a byte of it
      number.reset();
      skip_address();
    }
    put(number);
  }

  // "a", "generic(a)+4": only the driver knows where it lies.
  void skip_address() {
    int depth = 0;
    const auto ends = [&] {
      const std::string_view text = scanner_.peek().text;
      return scanner_.peek().kind == Token::Kind::end ||
             (depth == 0 && (text == "," || text == "}" || text == ";"));
    };
    if (ends() || scanner_.peek().text == "{") {
      scanner_.fail_expected("a value");
    }
    for (; !ends(); scanner_.next()) {
      const std::string_view text = scanner_.peek().text;
      depth += text == "(" ? 1 : text == ")" ? -1 : 0;
    }
  }

  void put(const std::optional<Number>& number) {
    const unsigned bytes = variable_.type.bytes();
    if (at_ + bytes > variable_.initial.size()) {
      fail_at(variable_.line, "'" + variable_.name + "' has more values than elements");
    }
    std::uint64_t value = number ? static_cast<std::uint64_t>(number->value) : 0;
    for (unsigned i = 0; i < bytes; ++i, value >>= 8U) {
      const bool is_known = number && i < sizeof(value);
      variable_.initial[at_++] =
          is_known ? static_cast<std::int16_t>(value & 0xFFU) : std::int16_t{-1};
    }
  }

  Scanner& scanner_;
  Variable& variable_;
  std::size_t at_ = 0;
};

Variable read_declarator(Scanner& scanner, Space space, const Attributes& attributes) {
  Variable variable;
  variable.line = scanner.peek().line;
  variable.name = scanner.expect_word("a name");
  variable.space = space;
  variable.type = attributes.type;
  variable.is_pointer = attributes.is_pointer;
  variable.pointer_space = attributes.pointer_space;
  variable.bytes = std::uint64_t{attributes.type.bytes()} * attributes.lanes;
  const bool has_alignment = attributes.alignment != 0 && !attributes.is_pointer;
  variable.alignment = has_alignment ? attributes.alignment : variable.bytes;
  if ((variable.alignment & (variable.alignment - 1)) != 0 || variable.alignment > kMostBytes) {
    fail_at(variable.line, "an alignment that is no power of two");
  }
  while (scanner.accept("[")) {
    std::uint64_t count = 0;  // []: as many as the launch says
    if (scanner.peek().text != "]") {
      count = read_count(scanner);
    }
    variable.bytes = product(variable.line, variable.bytes, count);
    scanner.expect("]");
  }
  if (scanner.accept("=")) {
    Initializer(scanner, variable).read();
  }
  return variable;
}

}  // namespace

std::vector<Variable> read_variables(Scanner& scanner, Space space, bool is_external) {
  const Attributes attributes = read_attributes(scanner);
  std::vector<Variable> variables;
  do {
    variables.push_back(read_declarator(scanner, space, attributes));
    variables.back().is_external = is_external;
  } while (scanner.accept(","));
  scanner.expect(";");
  return variables;
}

std::vector<Variable> read_parameters(Scanner& scanner) {
  std::vector<Variable> parameters;
  if (!scanner.accept("(") || scanner.accept(")")) {
    return parameters;
  }
  do {
    if (scanner.peek().text == ".reg") {
      fail_at(scanner.peek().line, "parameters in registers are not known here");
    }
    scanner.expect(".param");
    const Attributes attributes = read_attributes(scanner);
    parameters.push_back(read_declarator(scanner, Space::param, attributes));
  } while (scanner.accept(","));
  scanner.expect(")");
  return parameters;
}

void skip_braces(Scanner& scanner) {
  const unsigned opened = scanner.peek().line;
  scanner.expect("{");
  for (int depth = 1; depth > 0;) {
    const Token token = scanner.next();
    if (token.kind == Token::Kind::end) {
      fail_at(opened, "this '{' has no '}'");
    }
    const bool is_sign = token.kind == Token::Kind::punctuation;
    depth += is_sign && token.text == "{" ? 1 : is_sign && token.text == "}" ? -1 : 0;
  }
}

}  // namespace clgauge::lens::ptx
