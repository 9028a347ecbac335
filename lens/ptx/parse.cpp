#include "lens/ptx/parse.h"

#include <algorithm>
#include <string>
#include <utility>

#include "lens/ptx/body.h"
#include "lens/ptx/declaration.h"
#include "lens/ptx/number.h"

namespace clgauge::lens::ptx {
namespace {

class ModuleParser {
 public:
  explicit ModuleParser(std::string_view text) : scanner_(text) {}

  Module read() {
    while (scanner_.peek().kind != Token::Kind::end) {
      read_statement();
    }
    if (module_.version.empty() || module_.target.empty()) {
      fail_at(1, "expected .version and .target before the code");
    }
    return std::move(module_);
  }

 private:
  void read_statement() {
    bool is_external = false;
    for (bool is_linkage = true; is_linkage;) {
      const bool is_extern = scanner_.accept(".extern");
      is_external = is_external || is_extern;
      is_linkage = is_extern || scanner_.accept(".visible") || scanner_.accept(".weak") ||
                   scanner_.accept(".common");
    }
    const Token token = scanner_.peek();
    if (scanner_.accept(".version")) {
      module_.version = scanner_.next().text;
    } else if (scanner_.accept(".target")) {
      module_.target = scanner_.expect_word("a target");
      while (scanner_.accept(",")) {
        (void)scanner_.expect_word("a target");
      }
    } else if (scanner_.accept(".address_size")) {
      module_.address_bits = static_cast<unsigned>(read_count(scanner_));
    } else if (scanner_.accept(".entry")) {
      read_function(true);
    } else if (scanner_.accept(".func")) {
      read_function(false);
    } else if (scanner_.accept(".section")) {
      (void)scanner_.expect_word("a section's name");
      skip_braces(scanner_);
    } else if (scanner_.accept(
                   ".metadata_section")) {  // attributes, as NVIDIA's OpenCL writes them
      skip_braces(scanner_);
    } else if (scanner_.accept(".file") || scanner_.accept(".loc")) {
      while (scanner_.peek().line == token.line && scanner_.peek().kind != Token::Kind::end) {
        scanner_.next();
      }
    } else if (scanner_.accept(".pragma") || scanner_.accept(".alias")) {
      while (!scanner_.accept(";")) {
        if (scanner_.next().kind == Token::Kind::end) {
          scanner_.fail_expected("';'");
        }
      }
    } else if (const auto space = token.text.starts_with('.') ? space_of(token.text) : std::nullopt;
               space && *space != Space::param) {
      scanner_.next();
      for (Variable& variable : read_variables(scanner_, *space, is_external)) {
        module_.variables.push_back(std::move(variable));
      }
    } else {
      scanner_.fail_expected("a directive");
    }
  }

  void read_function(bool is_entry) {
    Function function;
    function.is_entry = is_entry;
    function.line = scanner_.peek().line;
    while (scanner_.accept(".noreturn")) {
    }
    std::vector<Variable> results;
    if (!is_entry) {
      results = read_parameters(scanner_);
    }
    function.name = scanner_.expect_word("a function's name");
    function.variables = read_parameters(scanner_);
    function.parameters = function.variables.size();
    function.results = results.size();
    std::move(results.begin(), results.end(), std::back_inserter(function.variables));
    skip_limits();
    if (!scanner_.accept(";")) {
      read_body(scanner_, function);
      function.has_body = true;
    }
    // A declaration may stand before the definition, and behind it.
    Function& known = module_.functions[function.name];
    if (function.has_body && known.has_body) {
      fail_at(function.line, "function '" + function.name + "' stands there twice");
    }
    if (!known.has_body) {
      known = std::move(function);
    }
  }

  // .maxntid 256, 1, 1 .minnctapersm 2 .noreturn
  void skip_limits() {
    while (scanner_.peek().text.starts_with('.')) {
      const unsigned line = scanner_.next().line;
      while (scanner_.peek().kind == Token::Kind::number || scanner_.peek().text == "," ||
             (scanner_.peek().kind == Token::Kind::string && scanner_.peek().line == line)) {
        scanner_.next();
      }
    }
  }

  Scanner scanner_;
  Module module_;
};

}  // namespace

Module parse(std::string_view text) { return ModuleParser(text).read(); }

}  // namespace clgauge::lens::ptx
