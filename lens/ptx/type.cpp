#include "lens/ptx/type.h"

#include <array>

namespace clgauge::lens::ptx {
namespace {

using Kind = Type::Kind;

struct NamedType {
  std::string_view name;
  Type type;
};

constexpr std::array<NamedType, 26> kTypes{
    {{"pred", {Kind::predicate, 1, 1}},     {"b8", {Kind::bits, 8, 1}},
     {"b16", {Kind::bits, 16, 1}},          {"b32", {Kind::bits, 32, 1}},
     {"b64", {Kind::bits, 64, 1}},          {"b128", {Kind::opaque, 128, 1}},
     {"u8", {Kind::is_unsigned, 8, 1}},     {"u16", {Kind::is_unsigned, 16, 1}},
     {"u32", {Kind::is_unsigned, 32, 1}},   {"u64", {Kind::is_unsigned, 64, 1}},
     {"s8", {Kind::is_signed, 8, 1}},       {"s16", {Kind::is_signed, 16, 1}},
     {"s32", {Kind::is_signed, 32, 1}},     {"s64", {Kind::is_signed, 64, 1}},
     {"f16", {Kind::floating, 16, 1}},      {"bf16", {Kind::floating, 16, 1}},
     {"f16x2", {Kind::floating, 32, 2}},    {"bf16x2", {Kind::floating, 32, 2}},
     {"tf32", {Kind::floating, 32, 1}},     {"f32", {Kind::floating, 32, 1}},
     {"f64", {Kind::floating, 64, 1}},      {"f32x2", {Kind::floating, 64, 2}},
     {"u16x2", {Kind::opaque, 32, 2}},      {"texref", {Kind::opaque, 64, 1}},
     {"samplerref", {Kind::opaque, 64, 1}}, {"surfref", {Kind::opaque, 64, 1}}}};

std::string_view without_dot(std::string_view word) {
  return word.starts_with('.') ? word.substr(1) : word;
}

}  // namespace

std::optional<Type> type_of(std::string_view word) {
  word = without_dot(word);
  for (const NamedType& named : kTypes) {
    // Asked of every word of an instruction, again and again: most end otherwise.
    if (named.name.size() == word.size() && named.name.back() == word.back() &&
        named.name == word) {
      return named.type;
    }
  }
  return std::nullopt;
}

std::optional<Space> space_of(std::string_view word) {
  word = without_dot(word);
  word = word.substr(0, word.find("::"));
  if (word == "global") return Space::global;
  if (word == "const") return Space::constant;
  if (word == "shared") return Space::shared;
  if (word == "local") return Space::local;
  if (word == "param") return Space::param;
  return std::nullopt;
}

}  // namespace clgauge::lens::ptx
