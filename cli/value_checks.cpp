#include "cli/value_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace clgauge::cli {
namespace {

// Refuses what `is_good` does not take. Without a description, which CLI11 would print as a type.
CLI::Validator that_is(bool (*is_good)(const std::string&), const char* complaint) {
  return {[is_good, complaint](const std::string& text) {
            return is_good(text) ? std::string()
                                 : fmt::format("{} {}", text.empty() ? "''" : text, complaint);
          },
          ""};
}

// Nothing for what is no number, or none that a time can be.
std::optional<double> finite_number(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && end == text.c_str() + text.size();
  return is_number && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool same_letters(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

}  // namespace

CLI::Validator positive_number() {
  return that_is([](const std::string& text) { return finite_number(text).value_or(0) > 0; },
                 "is no positive number");
}

CLI::Validator no_negative_number() {
  return that_is([](const std::string& text) { return finite_number(text).value_or(-1) >= 0; },
                 "is no number from 0 on");
}

CLI::Validator whole_number(long long least, long long most) {
  return {[least, most](const std::string& text) {
            long long number = 0;
            const char* const end = text.data() + text.size();
            const auto [stopped, error] = std::from_chars(text.data(), end, number);
            const bool is_good =
                error == std::errc{} && stopped == end && number >= least && number <= most;
            return is_good ? std::string()
                           : fmt::format("{} is no whole number from {} to {}",
                                         text.empty() ? "''" : text, least, most);
          },
          ""};
}

CLI::Validator existing_folder() {
  return that_is(
      [](const std::string& text) {
        std::error_code ignored;
        return std::filesystem::is_directory(text, ignored);
      },
      "is no folder");
}

CLI::Validator one_of(Meanings meanings) {
  return {[meanings = std::move(meanings)](std::string& text) {
            const auto meant = std::find_if(meanings.begin(), meanings.end(), [&](const auto& one) {
              return same_letters(one.first, text);
            });
            if (meant != meanings.end()) {
              text = meant->second;
              return std::string();
            }
            std::vector<std::string> words;
            for (const auto& [word, meaning] : meanings) {
              words.push_back(word);
            }
            return fmt::format("{} is {}", text.empty() ? "''" : text,
                               words.size() == 2
                                   ? fmt::format("neither {} nor {}", words[0], words[1])
                                   : fmt::format("none of {}", fmt::join(words, ", ")));
          },
          ""};
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  Meanings meanings;
  for (const std::string& word : words) {
    meanings.emplace_back(word, word);
  }
  return one_of(std::move(meanings));
}

}  // namespace clgauge::cli
