#include "checked_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "kernels/inputs.h"
#include "kernels/source.h"

namespace clgauge::kernels {
namespace {

constexpr std::byte kPoison{0xff};  // repeated: NaN, and the integer -1
// Repeated: a huge number. No NaN, since arithmetic keeps the bits of a NaN that it reads, and one
// written past the end would look untouched.
constexpr std::byte kGuard{0xfe};

using Bytes = std::vector<std::byte>;

// A buffer's first content: inputs or poison, then the guard.
Bytes initial_content(const BufferArgument& buffer, const Sizes& sizes, const Arrays& inputs,
                      std::size_t guard_bytes) {
  Bytes content;
  if (buffer.role != Role::output) {
    content = encode(inputs.at(buffer.name), buffer.dtype);
  }
  const auto elements = static_cast<std::size_t>(evaluate(buffer.elements, sizes));
  content.resize(elements * bytes_of(buffer.dtype), kPoison);
  content.resize(content.size() + guard_bytes, kGuard);
  return content;
}

void set_scalar(device::Kernel& kernel, unsigned index, const std::string& dtype, double value) {
  const Bytes bytes = encode({value}, dtype);
  kernel.set_value(index, bytes.data(), bytes.size());
}

bool is_all(std::byte value, const Bytes& content, std::size_t first, std::size_t bytes) {
  const auto begin = content.begin() + static_cast<std::ptrdiff_t>(first);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(bytes),
                     [value](std::byte byte) { return byte == value; });
}

std::string compare(const BufferArgument& buffer, const Bytes& content,
                    const std::vector<double>& expected, double tolerance,
                    std::size_t guard_bytes) {
  const std::size_t element_bytes = bytes_of(buffer.dtype);
  const std::size_t own_bytes = content.size() - guard_bytes;
  if (!is_all(kGuard, content, own_bytes, guard_bytes)) {
    return fmt::format("{} was written past its end", buffer.name);
  }
  double scale = 0;
  for (const double value : expected) {
    scale = std::isnan(value) ? scale : std::max(scale, std::abs(value));
  }
  const std::vector<double> actual =
      decode(Bytes(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(own_bytes)),
             buffer.dtype);
  if (actual.size() != expected.size()) {
    return fmt::format("{} holds {} elements, the reference {}", buffer.name, actual.size(),
                       expected.size());
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (std::isnan(expected[i])) {
      if (!is_all(kPoison, content, i * element_bytes, element_bytes)) {
        return fmt::format("{}[{}] must not be written and is {}", buffer.name, i, actual[i]);
      }
    } else if (!(std::abs(actual[i] - expected[i]) <= tolerance * scale)) {
      return fmt::format("{}[{}] is {}, expected {} within {} of {}", buffer.name, i, actual[i],
                         expected[i], tolerance, scale);
    }
  }
  return {};
}

}  // namespace

std::string checked_run(device::Session& session, const Variant& variant, const Sizes& sizes,
                        std::uint64_t seed, std::size_t guard_bytes) {
  const Arrays inputs = random_inputs(variant, sizes, seed);
  const Launch launch = launch_of(variant, sizes);
  device::Kernel kernel =
      session.kernel(source_text(variant.file), build_options(variant), variant.kernel);
  std::map<std::string, device::Buffer> buffers;
  for (unsigned index = 0; index < variant.arguments.size(); ++index) {
    const Argument& argument = variant.arguments[index];
    if (const auto* buffer = std::get_if<BufferArgument>(&argument)) {
      const Bytes content = initial_content(*buffer, sizes, inputs, guard_bytes);
      const auto [at, added] = buffers.emplace(buffer->name, session.buffer(content.size()));
      session.write(at->second, content.data(), content.size());
      kernel.set_buffer(index, at->second);
    } else if (const auto* local = std::get_if<LocalArgument>(&argument)) {
      kernel.set_local(index, static_cast<std::size_t>(evaluate(local->bytes, sizes)));
    } else if (const auto* integer = std::get_if<IntegerArgument>(&argument)) {
      set_scalar(kernel, index, integer->dtype,
                 static_cast<double>(evaluate(integer->value, sizes)));
    } else if (const auto* real = std::get_if<RealArgument>(&argument)) {
      set_scalar(kernel, index, real->dtype, real->value);
    }
  }
  session.run(kernel, launch.dimensions, launch.global, launch.local);

  const Arrays expected = variant.reference(sizes, inputs);
  for (const Argument& argument : variant.arguments) {
    const auto* buffer = std::get_if<BufferArgument>(&argument);
    if (buffer == nullptr || buffer->role == Role::input) {
      continue;
    }
    const device::Buffer& result = buffers.at(buffer->name);
    Bytes content(result.bytes());
    session.read(result, content.data(), content.size());
    std::string wrong =
        compare(*buffer, content, expected.at(buffer->name), variant.tolerance, guard_bytes);
    if (!wrong.empty()) {
      return wrong;
    }
  }
  return {};
}

}  // namespace clgauge::kernels
