#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/Error.hpp>
#include <CLI/Validators.hpp>

namespace clgauge::cli {

// What options take, each with what it says of anything else; CLI11 puts the option before it:
// "--seconds: -1 is no positive number". To be given to transform().

[[nodiscard]] CLI::Validator positive_number();
// Zero or more.
[[nodiscard]] CLI::Validator no_negative_number();
[[nodiscard]] CLI::Validator whole_number(long long least, long long most);
[[nodiscard]] CLI::Validator existing_folder();

// One of these words, in letters of either case, which is replaced by what stands beside it.
using Meanings = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] CLI::Validator one_of(Meanings meanings);
// One of these words as it is.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& words);
// One of these words for a value of an enumeration, which CLI11 reads as its number.
template <typename Enum>
[[nodiscard]] CLI::Validator one_of(const std::vector<std::pair<std::string, Enum>>& words) {
  Meanings meanings;
  for (const auto& [word, value] : words) {
    meanings.emplace_back(word, std::to_string(static_cast<int>(value)));
  }
  return one_of(std::move(meanings));
}

}  // namespace clgauge::cli
