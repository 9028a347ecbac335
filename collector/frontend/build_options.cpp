#include "collector/frontend/build_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "base/error.h"

namespace clgauge::collector {
namespace {

// Whether an option reaches Clang or only concerns a driver's code generator.
enum class Effect { forward, ignore };

constexpr std::array<std::pair<std::string_view, Effect>, 17> kFlags{{
    {"-cl-single-precision-constant", Effect::forward},
    {"-cl-fp32-correctly-rounded-divide-sqrt", Effect::forward},
    {"-cl-mad-enable", Effect::forward},
    {"-cl-no-signed-zeros", Effect::forward},
    {"-cl-unsafe-math-optimizations", Effect::forward},
    {"-cl-finite-math-only", Effect::forward},
    {"-cl-fast-relaxed-math", Effect::forward},
    {"-w", Effect::forward},
    {"-Werror", Effect::forward},
    // Clang has no such option: drivers turn it into a mode of the processor.
    {"-cl-denorms-are-zero", Effect::ignore},
    {"-cl-opt-disable", Effect::ignore},
    {"-cl-strict-aliasing", Effect::ignore},
    {"-cl-uniform-work-group-size", Effect::ignore},
    {"-cl-no-subgroup-ifp", Effect::ignore},
    {"-cl-kernel-arg-info", Effect::ignore},
    {"-cl-program-linking", Effect::ignore},
    {"-g", Effect::ignore},
}};

constexpr std::array<std::string_view, 5> kLanguages{"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"};

// What a source in this language is analysed as: drivers know versions that came later, which only
// add to the newest one known here. Empty when it is no version.
std::string_view known_language(std::string_view version) {
  if (std::find(kLanguages.begin(), kLanguages.end(), version) != kLanguages.end()) return version;
  const bool has_form = version.size() == 5 && version.starts_with("CL") && version[3] == '.' &&
                        std::isdigit(static_cast<unsigned char>(version[2])) != 0 &&
                        std::isdigit(static_cast<unsigned char>(version[4])) != 0;
  return has_form && version > kLanguages.back() ? kLanguages.back() : std::string_view{};
}

Error bad_option(const std::string& what) {
  return Error(ErrorKind::input, "build options: " + what);
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      in_word = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      in_word = true;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote != 0) throw bad_option(std::string("a quote ") + quote + " is not closed");
  if (in_word) words.push_back(word);
  return words;
}

}  // namespace

BuildOptions parse_build_options(std::string_view options) {
  BuildOptions parsed;
  bool language_given = false;
  const std::vector<std::string> words = split_words(options);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    // The value of -D, -U or -I: joined ("-DX=1") or the next word ("-D X=1").
    const auto value = [&]() -> std::string {
      if (word.size() > 2) return word.substr(2);
      if (i + 1 == words.size()) throw bad_option(word + " lacks its value");
      return words[++i];
    };
    if (word.starts_with("-D") || word.starts_with("-U")) {
      const std::string flag = word.substr(0, 2);
      parsed.compiler_arguments.push_back(flag);
      parsed.compiler_arguments.push_back(value());
    } else if (word.starts_with("-I")) {
      parsed.include_directories.push_back(value());
    } else if (word.starts_with("-cl-std=")) {
      const std::string_view language = known_language(std::string_view(word).substr(8));
      if (language.empty()) {
        throw bad_option("'" + word + "' is not an OpenCL C version; use CL1.0 to CL3.0");
      }
      language_given = true;
      parsed.compiler_arguments.push_back("-cl-std=" + std::string(language));
    } else {
      const auto* flag = std::find_if(kFlags.begin(), kFlags.end(),
                                      [&](const auto& entry) { return entry.first == word; });
      if (flag == kFlags.end()) {
        throw bad_option("unknown option '" + word + "'; use those of clBuildProgram");
      }
      if (flag->second == Effect::forward) parsed.compiler_arguments.push_back(word);
    }
  }
  // What clBuildProgram assumes on an OpenCL 1.2 device: the language every device compiles.
  if (!language_given) parsed.compiler_arguments.emplace_back("-cl-std=CL1.2");
  return parsed;
}

}  // namespace clgauge::collector
