// Intel's CPU runtime 2026.2: void NAME(arguments*, group*, runtime*). The argument block holds the
// kernel's arguments at their natural alignment (local ones as their size; structures by value
// right behind what is before them), then the sizes of the launch. A group is its three numbers and
// a pointer to memory for local arrays; null lets the kernel take them from its stack. Kernels with
// barriers have a second body that runs several work-items in each step, _ZGVdN8uu_NAME for eight.
#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>

#include "base/align.h"
#include "lens/evaluate/convention.h"

namespace clgauge::lens {
namespace {

// Offsets into the description of the launch that follows the arguments, as compiled kernels read
// it (tests/lens/convention_test.cpp compares with the runtime). What lies between is not known to
// any compiled code that was looked at: it stays unknown, so that reading it is refused.
constexpr std::uint64_t kGlobalOffset = 0x08;
constexpr std::uint64_t kGlobalSize = 0x90;
constexpr std::uint64_t kLocalSize = 0xa8;
constexpr std::uint64_t kLocalSizeOfLast = 0xc0;  // of the group at the edge; uniform here
constexpr std::uint64_t kNumGroups = 0xd8;

constexpr std::uint64_t kGroupBytes = 0x40;
constexpr std::uint64_t kRuntimeBytes = 0x100;
constexpr std::uint64_t kFirstArgument = kGroupBytes + kRuntimeBytes;

void put_sizes(Machine& m, std::uint64_t address, const std::array<std::uint64_t, 3>& sizes) {
  for (unsigned d = 0; d < 3; ++d) {
    put(m, address + 8ULL * d, sizes[d]);
  }
}

// "_ZGVdN8uuu_NAME": the number of work-items, or 0 if the symbol is not such a body of the kernel.
unsigned width_of(const std::string& symbol, std::string_view kernel) {
  constexpr std::string_view kPrefix = "_ZGV";
  const std::string ending = "_" + std::string(kernel);
  if (!symbol.starts_with(kPrefix) || !symbol.ends_with(ending)) {
    return 0;
  }
  const std::string mangled =
      symbol.substr(kPrefix.size(), symbol.size() - kPrefix.size() - ending.size());
  // instruction set, N or M (masked), width, a letter for each parameter
  if (mangled.size() < 3 || mangled[1] != 'N') {
    return 0;
  }
  unsigned width = 0;
  std::size_t at = 2;
  for (; at < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[at])) != 0; ++at) {
    width = std::min(1024U, width * 10 + static_cast<unsigned>(mangled[at] - '0'));
  }
  const bool letters_only =
      std::all_of(mangled.begin() + static_cast<std::ptrdiff_t>(at), mangled.end(),
                  [](unsigned char c) { return std::islower(c) != 0; });
  return letters_only ? width : 0;
}

class Intel final : public Convention {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "Intel's CPU runtime"; }

  [[nodiscard]] std::string entry(const ObjectImage& image, std::string_view kernel,
                                  const EvaluatedLaunch& launch) const override {
    if (image.function_named(kernel) == nullptr) {
      return {};
    }
    for (const ImageFunction& function : image.functions) {
      const unsigned width = function.external ? 0 : width_of(function.symbol, kernel);
      if (width != 0 && launch.local[0] % width == 0) {
        return function.symbol;
      }
    }
    return std::string(kernel);
  }

  [[nodiscard]] std::uint64_t local_bytes(const EvaluatedLaunch&) const override { return 0; }

  void prepare(Machine& m, const EvaluatedLaunch& launch) const override {
    for (std::uint64_t at = 0; at < kFirstArgument; at += 8) {
      put(m, m.layout.arguments + at, 0);
    }
    std::uint64_t at = m.layout.arguments + kFirstArgument;
    for (const auto& argument : launch.arguments) {
      const bool is_scalar = argument.kind == EvaluatedArgument::Kind::scalar;
      const std::uint64_t bytes = is_scalar ? argument.value.size() : 8;
      const std::uint64_t slot = std::bit_ceil(std::max<std::uint64_t>(1, bytes));
      const std::uint64_t alignment = argument.is_structure ? 1 : slot;
      at = align_up(at, alignment);
      if (is_scalar) {
        for (std::size_t i = 0; i < argument.value.size(); ++i) {
          put(m, at + i, argument.value[i], 1);
        }
      } else {
        put(m, at,
            argument.kind == EvaluatedArgument::Kind::buffer ? argument.address
                                                             : argument.size_bytes);
      }
      at += argument.is_structure ? bytes : slot;
    }
    describe_launch(m, (at + 7) / 8 * 8, launch);
  }

  void enter(Machine& m, const EvaluatedLaunch&,
             const std::array<std::uint64_t, 3>& group) const override {
    put_sizes(m, m.layout.arguments, group);
    put(m, m.layout.arguments + 24, 0);
    m.general[kRdi] = {m.layout.arguments + kFirstArgument, 0, {}};
    m.general[kRsi] = {m.layout.arguments, 0, {}};
    m.general[kRdx] = {m.layout.arguments + kGroupBytes, 0, {}};
  }

 private:
  static void describe_launch(Machine& m, std::uint64_t at, const EvaluatedLaunch& launch) {
    put_sizes(m, at + kGlobalOffset, launch.offset);
    put_sizes(m, at + kGlobalSize, launch.global);
    put_sizes(m, at + kLocalSize, launch.local);
    put_sizes(m, at + kLocalSizeOfLast, launch.local);
    put_sizes(m, at + kNumGroups, launch.groups());
  }
};

}  // namespace

const Convention& intel_convention() {
  static const Intel kIntel;
  return kIntel;
}

}  // namespace clgauge::lens
