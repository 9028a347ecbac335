#include "lens/ptx/body.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "lens/ptx/declaration.h"
#include "lens/ptx/number.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::size_t kMostNested = 64;     // scopes, and lists in lists
constexpr std::size_t kMostOperands = 256;  // of an instruction

// ".reg .b32 %r<24>": %r0 to %r23; or a single name, with no count.
struct Declared {
  Type type;
  std::optional<std::uint64_t> count;
  std::map<std::string, std::uint32_t> used;  // by name: its number in the function
};

struct Scope {
  std::map<std::string, Declared, std::less<>> registers;  // by name, or by what stands before <
  std::map<std::string, std::uint32_t, std::less<>> variables;
};

class BodyParser {
 public:
  BodyParser(Scanner& scanner, Function& function) : scanner_(scanner), function_(function) {
    scopes_.emplace_back();
    for (std::uint32_t i = 0; i < function.variables.size(); ++i) {
      scopes_.back().variables[function.variables[i].name] = i;
    }
  }

  void read() {
    const unsigned opened = scanner_.peek().line;
    scanner_.expect("{");
    while (!scopes_.empty()) {
      const Token token = scanner_.peek();
      if (token.kind == Token::Kind::end) {
        fail_at(opened, "the body of '" + function_.name + "' does not end");
      }
      if (scanner_.accept("}")) {
        scopes_.pop_back();
      } else if (scanner_.accept("{")) {
        open_scope(token.line);
      } else if (token.text.starts_with('.')) {
        read_directive();
      } else if (token.text == "@") {
        read_instruction();
      } else {
        read_label_or_instruction();
      }
    }
  }

 private:
  void open_scope(unsigned line) {
    if (scopes_.size() >= kMostNested) {
      fail_at(line, "more than " + std::to_string(kMostNested) + " nested '{'");
    }
    scopes_.emplace_back();
  }

  void read_directive() {
    const Token token = scanner_.next();
    if (token.text == ".reg") {
      read_registers();
    } else if (const auto space = space_of(token.text)) {
      for (Variable& variable : read_variables(scanner_, *space)) {
        scopes_.back().variables[variable.name] =
            static_cast<std::uint32_t>(function_.variables.size());
        function_.variables.push_back(std::move(variable));
      }
    } else if (token.text == ".loc") {
      (void)read_count(scanner_);
      source_line_ = static_cast<unsigned>(read_count(scanner_));
      (void)read_count(scanner_);
      skip_rest_of_line(token.line);
    } else if (token.text == ".file") {
      skip_rest_of_line(token.line);
    } else if (token.text == ".section") {
      (void)scanner_.expect_word("a section's name");
      skip_braces(scanner_);
    } else if (token.text == ".pragma") {
      read_pragma();
    } else {  // .branchtargets, .callprototype: what indirect branches and calls need
      skip_statement();
    }
  }

  // ", function_name $L__info_string0, inlined_at 1 22 5"
  void skip_rest_of_line(unsigned line) {
    while (scanner_.peek().line == line && scanner_.peek().kind != Token::Kind::end) {
      scanner_.next();
    }
  }

  void read_pragma() {
    while (!scanner_.accept(";")) {
      const Token token = scanner_.next();
      if (token.kind == Token::Kind::end) {
        scanner_.fail_expected("';'");
      }
      is_not_unrolled_ = is_not_unrolled_ || token.text.find("nounroll") != std::string_view::npos;
    }
  }

  void skip_statement() {
    while (!scanner_.accept(";")) {
      if (scanner_.next().kind == Token::Kind::end) {
        scanner_.fail_expected("';'");
      }
    }
  }

  void read_registers() {
    const auto type = type_of(scanner_.peek().text);
    if (!type || type->kind == Type::Kind::opaque) {
      scanner_.fail_expected("a register's type");
    }
    scanner_.next();
    do {
      const std::string name(scanner_.expect_word("a register"));
      Declared declared{*type, {}, {}};
      if (scanner_.accept("<")) {
        declared.count = read_count(scanner_);
        scanner_.expect(">");
      }
      scopes_.back().registers[name] = std::move(declared);
    } while (scanner_.accept(","));
    scanner_.expect(";");
  }

  void read_label_or_instruction() {
    const Token word = scanner_.peek();
    const std::string name(scanner_.expect_word("a label, an instruction or '}'"));
    if (!scanner_.accept(":")) {
      read_operands(begin(name, word.line));
      return;
    }
    if (!function_.labels.emplace(name, function_.instructions.size()).second) {
      fail_at(word.line, "label '" + name + "' stands twice in '" + function_.name + "'");
    }
  }

  void read_instruction() {
    scanner_.expect("@");
    Operand guard;
    guard.is_negated = scanner_.accept("!");
    const unsigned line = scanner_.peek().line;
    const bool is_negated = guard.is_negated;
    guard = named(scanner_.expect_word("a predicate"), line);
    guard.is_negated = is_negated;
    if (guard.kind != Operand::Kind::reg ||
        function_.registers[guard.index].type.kind != Type::Kind::predicate) {
      fail_at(line, "the guard of an instruction is no predicate register");
    }
    const unsigned at = scanner_.peek().line;
    Instruction& instruction = begin(std::string(scanner_.expect_word("an instruction")), at);
    instruction.is_guarded = true;
    instruction.guard = std::move(guard);
    read_operands(instruction);
  }

  Instruction& begin(const std::string& name, unsigned line) {
    if (name.starts_with('%') || name.starts_with('.')) {
      fail_at(line, "expected an instruction, found '" + name + "'");
    }
    Instruction& instruction = function_.instructions.emplace_back();
    instruction.line = line;
    instruction.source_line = source_line_;
    instruction.is_not_unrolled = std::exchange(is_not_unrolled_, false);
    std::size_t dot = name.find('.');
    instruction.opcode = name.substr(0, dot);
    while (dot != std::string::npos) {
      const std::size_t end = name.find('.', dot + 1);
      instruction.modifiers.push_back(name.substr(dot + 1, end - dot - 1));
      dot = end;
    }
    return instruction;
  }

  void read_operands(Instruction& instruction) {
    while (!scanner_.accept(";")) {
      if (!instruction.operands.empty()) {
        scanner_.expect(",");
      }
      if (instruction.operands.size() >= kMostOperands) {
        fail_at(instruction.line, "an instruction of too many operands");
      }
      instruction.operands.push_back(read_operand(0));
    }
  }

  Operand read_operand(std::size_t depth) {
    if (depth > kMostNested) {
      fail_at(scanner_.peek().line, "operands are nested too deeply");
    }
    const Token token = scanner_.peek();
    Operand operand;
    if (scanner_.accept("!")) {
      operand = read_operand(depth + 1);
      operand.is_negated = !operand.is_negated;
      return operand;
    }
    if (scanner_.accept("[")) {
      operand.kind = Operand::Kind::address;
      operand.elements.push_back(read_operand(depth + 1));
      std::swap(operand.number, operand.elements[0].number);
      if (operand.elements[0].kind == Operand::Kind::immediate) {
        std::swap(operand.number, operand.elements[0].number);
      }
      while (scanner_.accept(",")) {  // of textures: coordinates
        operand.elements.push_back(read_operand(depth + 1));
      }
      scanner_.expect("]");
      return operand;
    }
    if (token.text == "{" || token.text == "(") {
      return read_list(depth, token.text == "{" ? "}" : ")");
    }
    if (token.kind == Token::Kind::number || token.text == "-") {
      const Number number = read_number(scanner_);
      operand.kind = Operand::Kind::immediate;
      operand.number = number.value;
      operand.float_bits = number.float_bits;
      return operand;
    }
    std::string_view name = scanner_.expect_word("an operand");
    // Clang 15 puts labels of debug lines into the middle of calls.
    while (name.starts_with("$L__tmp") && scanner_.accept(":")) {
      name = scanner_.expect_word("an operand");
    }
    operand = named(name, token.line);
    read_offset(operand);
    if (scanner_.accept("|")) {  // %p|%q
      Operand both;
      both.kind = Operand::Kind::list;
      both.elements = {std::move(operand), read_operand(depth + 1)};
      return both;
    }
    return operand;
  }

  Operand read_list(std::size_t depth, const char* end) {
    scanner_.next();
    Operand list;
    list.kind = Operand::Kind::list;
    while (!scanner_.accept(end)) {
      if (!list.elements.empty()) {
        scanner_.expect(",");
      }
      if (list.elements.size() >= kMostOperands) {
        fail_at(scanner_.peek().line, "a list of too many operands");
      }
      list.elements.push_back(read_operand(depth + 1));
    }
    return list;
  }

  // "+4", "+-4", "-4"
  void read_offset(Operand& operand) {
    const bool has_offset = scanner_.accept("+");
    if (has_offset || scanner_.peek().text == "-") {
      operand.number = read_number(scanner_).value;
    }
  }

  Operand named(std::string_view name, unsigned line) {
    Operand operand;
    if (name == "_") {
      return operand;
    }
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto number = register_in(*scope, name)) {
        operand.kind = Operand::Kind::reg;
        operand.index = *number;
        return operand;
      }
      const auto variable = scope->variables.find(name);
      if (variable != scope->variables.end()) {
        operand.kind = Operand::Kind::variable;
        operand.index = variable->second;
        return operand;
      }
    }
    operand.name = name;
    const bool is_special = name.starts_with('%') || name == "WARP_SZ";
    operand.kind = is_special ? Operand::Kind::special : Operand::Kind::symbol;
    if (name.starts_with("%r") || name.starts_with("%f") || name.starts_with("%p")) {
      if (name.find_first_of("0123456789") != std::string_view::npos && !name.starts_with("%pm")) {
        fail_at(line, "register '" + operand.name + "' is not declared");
      }
    }
    return operand;
  }

  std::optional<std::uint32_t> register_in(Scope& scope, std::string_view name) {
    auto declared = scope.registers.find(name);
    if (declared == scope.registers.end() || declared->second.count) {
      const std::size_t stem = name.find_last_not_of("0123456789") + 1;
      declared = scope.registers.find(name.substr(0, stem));
      std::uint64_t number = 0;
      const auto [end, status] =
          std::from_chars(name.data() + stem, name.data() + name.size(), number);
      const bool is_number = status == std::errc() && stem < name.size();
      if (declared == scope.registers.end() || !is_number ||
          number >= declared->second.count.value_or(0)) {
        return std::nullopt;
      }
    }
    auto& used = declared->second.used;
    const auto [found, is_new] =
        used.emplace(name, static_cast<std::uint32_t>(function_.registers.size()));
    if (is_new) {
      function_.registers.push_back({std::string(name), declared->second.type});
    }
    return found->second;
  }

  Scanner& scanner_;
  Function& function_;
  std::vector<Scope> scopes_;
  unsigned source_line_ = 0;
  bool is_not_unrolled_ = false;  // the next instruction
};

}  // namespace

std::string Instruction::name() const {
  std::string whole = opcode;
  for (const std::string& modifier : modifiers) {
    whole += '.' + modifier;
  }
  return whole;
}

bool Instruction::has(const char* modifier) const {
  return std::find(modifiers.begin(), modifiers.end(), modifier) != modifiers.end();
}

void read_body(Scanner& scanner, Function& function) { BodyParser(scanner, function).read(); }

}  // namespace clgauge::lens::ptx
