#include "kernels/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "base/error.h"

namespace clgauge::kernels {
namespace {

// Calls `use` with a value of the C++ type that `dtype` names.
template <typename Use>
void with_type(const std::string& dtype, Use use) {
  if (dtype == "float32") return use(float{});
  if (dtype == "float64") return use(double{});
  if (dtype == "int8") return use(std::int8_t{});
  if (dtype == "uint8") return use(std::uint8_t{});
  if (dtype == "int16") return use(std::int16_t{});
  if (dtype == "uint16") return use(std::uint16_t{});
  if (dtype == "int32") return use(std::int32_t{});
  if (dtype == "uint32") return use(std::uint32_t{});
  if (dtype == "int64") return use(std::int64_t{});
  if (dtype == "uint64") return use(std::uint64_t{});
  throw Error(ErrorKind::input,
              fmt::format("dtype '{}' is unknown: use float32, int32, ...", dtype));
}

std::vector<double> draw(const BufferArgument& buffer, const Sizes& sizes,
                         std::mt19937_64& random) {
  std::vector<double> values(static_cast<std::size_t>(evaluate(buffer.elements, sizes)));
  if (const auto* indices = std::get_if<Indices>(&buffer.values)) {
    std::uniform_int_distribution<std::int64_t> index(0, evaluate(indices->below, sizes) - 1);
    std::generate(values.begin(), values.end(), [&] { return static_cast<double>(index(random)); });
    return values;
  }
  const auto& range = std::get<Uniform>(buffer.values);
  std::uniform_real_distribution<double> real(range.low, range.high);
  std::generate(values.begin(), values.end(), [&] { return real(random); });
  // Through the dtype and back: what the device will see.
  return decode(encode(values, buffer.dtype), buffer.dtype);
}

}  // namespace

Arrays random_inputs(const Variant& variant, const Sizes& sizes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Arrays arrays;
  for (const Argument& argument : variant.arguments) {
    if (const auto* buffer = std::get_if<BufferArgument>(&argument);
        buffer != nullptr && buffer->role != Role::output) {
      arrays[buffer->name] = draw(*buffer, sizes, random);
    }
  }
  return arrays;
}

std::vector<std::byte> encode(const std::vector<double>& values, const std::string& dtype) {
  std::vector<std::byte> bytes(values.size() * bytes_of(dtype));
  with_type(dtype, [&](auto type) {
    using Element = decltype(type);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto element = static_cast<Element>(values[i]);
      std::memcpy(bytes.data() + i * sizeof(Element), &element, sizeof(Element));
    }
  });
  return bytes;
}

std::vector<double> decode(const std::vector<std::byte>& bytes, const std::string& dtype) {
  std::vector<double> values(bytes.size() / bytes_of(dtype));
  with_type(dtype, [&](auto type) {
    using Element = decltype(type);
    for (std::size_t i = 0; i < values.size(); ++i) {
      Element element;
      std::memcpy(&element, bytes.data() + i * sizeof(Element), sizeof(Element));
      values[i] = static_cast<double>(element);
    }
  });
  return values;
}

}  // namespace clgauge::kernels
