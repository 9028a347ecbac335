#include "microbench/worker/values.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <span>
#include <type_traits>

#include "base/error.h"

namespace clgauge::microbench {
namespace {

// A prime: blocks of random values repeat without lining up with any power-of-two stride.
constexpr std::size_t kRandomPeriod = 262139;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
// Random floating-point data stays this far from zero, so that sums of products rarely get near
// the subnormal range.
constexpr double kLeastMagnitude = 1e-3;

// Calls `use` with a value of the C++ type that `dtype` names.
template <class Use>
auto with_type(const std::string& dtype, Use use) {
  if (dtype == "float32") return use(float{});
  if (dtype == "float64") return use(double{});
  if (dtype == "float16") return use(_Float16{});
  if (dtype == "int8") return use(std::int8_t{});
  if (dtype == "int16") return use(std::int16_t{});
  if (dtype == "int32") return use(std::int32_t{});
  if (dtype == "int64") return use(std::int64_t{});
  if (dtype == "uint8") return use(std::uint8_t{});
  if (dtype == "uint16") return use(std::uint16_t{});
  if (dtype == "uint32") return use(std::uint32_t{});
  if (dtype == "uint64") return use(std::uint64_t{});
  throw Error(ErrorKind::input, "'" + dtype +
                                    "' is no element type: use float16, float32, float64, int8 to "
                                    "int64 or uint8 to uint64");
}

bool is_floating(const std::string& dtype) { return dtype.compare(0, 5, "float") == 0; }

double ordinary_value(std::mt19937_64& engine, const std::string& dtype) {
  if (!is_floating(dtype))
    return static_cast<double>(std::uniform_int_distribution<int>(0, 100)(engine));
  std::normal_distribution<double> normal;
  double value = 0;
  do {
    value = normal(engine);
  } while (std::abs(value) < kLeastMagnitude);
  return value;
}

double random_value(std::mt19937_64& engine, const BufferArgument& buffer) {
  if (buffer.fill != Fill::uniform) return ordinary_value(engine, buffer.dtype);
  const double value = std::uniform_real_distribution<double>(buffer.low, buffer.high)(engine);
  return is_floating(buffer.dtype) ? value : std::floor(value);
}

// Writes the numbers of a structure that begins at `structure`, of `bytes` bytes; `next` gives
// them.
template <class Next>
void write_members(const std::vector<StructMember>& members, std::byte* structure,
                   std::size_t bytes, Next next) {
  for (const StructMember& member : members) {
    const std::size_t width = element_bytes(member.dtype);
    if (member.offset > bytes || member.count > (bytes - member.offset) / width) {
      throw Error(ErrorKind::input, "a structure has members beyond its end");
    }
    for (std::size_t i = 0; i < member.count; ++i) {
      const std::vector<std::byte> number = encode(member.dtype, next(member));
      std::copy(number.begin(), number.end(), structure + member.offset + i * width);
    }
  }
}

std::vector<std::byte> period_of_structures(const BufferArgument& buffer, std::uint64_t seed) {
  if (buffer.element_bytes == 0) {
    throw Error(ErrorKind::input, "a buffer of structures needs the size of one");
  }
  const std::size_t fit = std::min(buffer.bytes, kBlockBytes) / buffer.element_bytes;
  const std::size_t elements = std::max<std::size_t>(fit, 1) | 1U;  // no power of two
  std::vector<std::byte> block(elements * buffer.element_bytes);
  std::mt19937_64 engine(seed);
  for (std::size_t i = 0; i < elements; ++i) {
    write_members(buffer.members, block.data() + i * buffer.element_bytes, buffer.element_bytes,
                  [&](const StructMember& member) {
                    return member.fill == Fill::zero ? 0 : ordinary_value(engine, member.dtype);
                  });
  }
  return block;
}

std::vector<std::byte> given_bytes(const std::string& content) {
  if (content.empty()) {
    throw Error(ErrorKind::input, "a buffer of given content needs one byte at least");
  }
  const auto bytes = std::as_bytes(std::span(content));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> one_period(const BufferArgument& buffer, std::uint64_t seed) {
  if (buffer.fill == Fill::members) return period_of_structures(buffer, seed);
  if (buffer.fill == Fill::given) return given_bytes(buffer.content);
  const std::size_t width = element_bytes(buffer.dtype);
  const std::size_t elements = std::max<std::size_t>(buffer.bytes / width, 1);
  switch (buffer.fill) {
    case Fill::zero:
      return encode(buffer.dtype, 0);
    case Fill::one:
      return encode(buffer.dtype, 1);
    case Fill::poison:
      return std::vector<std::byte>(width, std::byte{0xff});
    case Fill::iota:
    case Fill::normal_random:
      break;
    case Fill::uniform:
      if (!(buffer.low < buffer.high)) {
        throw Error(ErrorKind::input, "a uniform fill needs low < high");
      }
      break;
    case Fill::ring:
      throw Error(ErrorKind::input, "a ring is no block that is repeated");
    case Fill::members:
    case Fill::given:
      break;
  }
  const bool iota = buffer.fill == Fill::iota;
  const std::size_t period =
      iota ? static_cast<std::size_t>(width == 1 ? kIotaPeriod8 : kIotaPeriod) : kRandomPeriod;
  std::mt19937_64 engine(seed);
  std::vector<std::byte> block;
  block.reserve(std::min(period, elements) * width);
  for (std::size_t i = 0; i < std::min(period, elements); ++i) {
    const double value = iota ? static_cast<double>(i) : random_value(engine, buffer);
    const std::vector<std::byte> element = encode(buffer.dtype, value);
    block.insert(block.end(), element.begin(), element.end());
  }
  return block;
}

}  // namespace

std::size_t element_bytes(const std::string& dtype) {
  return with_type(dtype, [](auto element) { return sizeof(element); });
}

std::vector<std::byte> encode(const std::string& dtype, double value) {
  return with_type(dtype, [value](auto element) {
    element = static_cast<decltype(element)>(value);
    std::vector<std::byte> bytes(sizeof(element));
    std::memcpy(bytes.data(), &element, sizeof(element));
    return bytes;
  });
}

std::vector<std::byte> encode(const ScalarArgument& argument) {
  std::vector<std::byte> bytes = encode(argument.dtype, argument.value);
  const std::size_t lane = bytes.size();
  for (const double value : argument.more) {
    const std::vector<std::byte> next = encode(argument.dtype, value);
    bytes.insert(bytes.end(), next.begin(), next.end());
  }
  if (argument.more.size() == 2) bytes.resize(4 * lane);
  return bytes;
}

std::vector<std::byte> encode(const StructArgument& argument) {
  std::size_t numbers = 0;
  for (const StructMember& member : argument.members) numbers += member.count;
  if (numbers != argument.values.size()) {
    throw Error(ErrorKind::input, "a structure has " + std::to_string(numbers) + " numbers, not " +
                                      std::to_string(argument.values.size()));
  }
  std::vector<std::byte> bytes(argument.bytes);
  auto value = argument.values.begin();
  write_members(argument.members, bytes.data(), bytes.size(),
                [&](const StructMember& /*member*/) { return *value++; });
  return bytes;
}

std::string as_text(const std::vector<std::byte>& bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (const std::byte byte : bytes) {
    text.push_back(std::to_integer<char>(byte));
  }
  return text;
}

double decode(const std::string& dtype, const std::byte* element) {
  return with_type(dtype, [element](auto value) {
    std::memcpy(&value, element, sizeof(value));
    return static_cast<double>(value);
  });
}

std::vector<std::byte> fill_block(const BufferArgument& buffer, std::uint64_t seed) {
  std::vector<std::byte> period = one_period(buffer, seed);
  const std::size_t wanted = std::min(buffer.bytes, kBlockBytes);
  const std::size_t repeats = std::max<std::size_t>(wanted / period.size(), 1);
  std::vector<std::byte> block;
  block.reserve(repeats * period.size());
  for (std::size_t i = 0; i < repeats; ++i) {
    block.insert(block.end(), period.begin(), period.end());
  }
  return block;
}

std::vector<std::byte> content_of(const Job& job, std::size_t argument) {
  return fill_block(std::get<BufferArgument>(job.arguments.at(argument)), job.seed + argument);
}

void give_content(Job& job, std::size_t argument) {
  std::string content = as_text(content_of(job, argument));
  auto& buffer = std::get<BufferArgument>(job.arguments.at(argument));
  buffer.content = std::move(content);
  buffer.fill = Fill::given;
}

}  // namespace clgauge::microbench
