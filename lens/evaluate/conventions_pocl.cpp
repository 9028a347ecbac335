// PoCL 3.1: void _pocl_kernel_NAME_workgroup(void** arguments, pocl_context*, group x, y, z).
// arguments[i] points at the value of argument i; for buffers and local memory the value is a
// pointer. Local arrays of the kernel follow the arguments as further pointers.
#include <cstring>

#include "base/align.h"
#include "lens/evaluate/convention.h"

namespace clgauge::lens {
namespace {

// Arrays in local memory that the object may expect: it does not say how many, nor how large.
constexpr unsigned kLocalArrays = 16;
constexpr std::uint64_t kLocalArrayBytes = 256ULL << 10U;
constexpr std::uint64_t kLocalAlignment = 128;

// pocl_context: num_groups[3], global_offset[3], local_size[3], then printf's, then work_dim.
constexpr std::uint64_t kContextNumGroups = 0;
constexpr std::uint64_t kContextOffset = 24;
constexpr std::uint64_t kContextLocalSize = 48;
constexpr std::uint64_t kContextWorkDimension = 92;
constexpr std::uint64_t kContextBytes = 128;
constexpr std::uint64_t kValueAlignment = 128;  // of the largest OpenCL type

class Pocl final : public Convention {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "PoCL"; }

  [[nodiscard]] std::string entry(const ObjectImage& image, std::string_view kernel,
                                  const EvaluatedLaunch&) const override {
    std::string symbol = "_pocl_kernel_" + std::string(kernel) + "_workgroup";
    return image.function_named(symbol) == nullptr ? std::string() : symbol;
  }

  [[nodiscard]] std::uint64_t local_bytes(const EvaluatedLaunch& launch) const override {
    std::uint64_t bytes = kLocalArrays * (kLocalArrayBytes + kLocalAlignment);
    for (const auto& argument : launch.arguments) {
      if (argument.kind == EvaluatedArgument::Kind::local) {
        bytes += align_up(argument.size_bytes, kLocalAlignment);
      }
    }
    return bytes;
  }

  void prepare(Machine& m, const EvaluatedLaunch& launch) const override {
    const std::uint64_t context = m.layout.arguments;
    const auto groups = launch.groups();
    for (unsigned d = 0; d < 3; ++d) {
      put(m, context + kContextNumGroups + 8ULL * d, groups[d]);
      put(m, context + kContextOffset + 8ULL * d, launch.offset[d]);
      put(m, context + kContextLocalSize + 8ULL * d, launch.local[d]);
    }
    put(m, context + kContextWorkDimension, launch.dimensions, 4);
    const std::uint64_t table = context + kContextBytes;
    std::uint64_t value = table + 8 * (launch.arguments.size() + kLocalArrays);
    std::uint64_t local = m.layout.local;
    std::uint64_t slot = table;
    const auto next_value = [&](std::uint64_t bytes) {
      value = align_up(value, kValueAlignment);
      put(m, slot, value);
      slot += 8;
      const std::uint64_t address = value;
      value += bytes;
      return address;
    };
    const auto add_local = [&](std::uint64_t bytes) {
      put(m, next_value(8), local);
      local += align_up(bytes, kLocalAlignment);
    };
    for (const auto& argument : launch.arguments) {
      switch (argument.kind) {
        case EvaluatedArgument::Kind::buffer:
          put(m, next_value(8), argument.address);
          break;
        case EvaluatedArgument::Kind::local:
          add_local(argument.size_bytes);
          break;
        case EvaluatedArgument::Kind::scalar: {
          const std::uint64_t address = next_value(argument.value.size());
          for (std::size_t i = 0; i < argument.value.size(); ++i) {
            put(m, address + i, argument.value[i], 1);
          }
          break;
        }
      }
    }
    for (unsigned i = 0; i < kLocalArrays; ++i) {
      add_local(kLocalArrayBytes + kLocalAlignment);  // so that they do not start in one cache set
    }
  }

  void enter(Machine& m, const EvaluatedLaunch&,
             const std::array<std::uint64_t, 3>& group) const override {
    m.general[kRdi] = {m.layout.arguments + kContextBytes, 0, {}};
    m.general[kRsi] = {m.layout.arguments, 0, {}};
    m.general[kRdx] = {group[0], 0, {}};
    m.general[kRcx] = {group[1], 0, {}};
    m.general[kR8] = {group[2], 0, {}};
  }
};

}  // namespace

const Convention& pocl_convention() {
  static const Pocl kPocl;
  return kPocl;
}

}  // namespace clgauge::lens
