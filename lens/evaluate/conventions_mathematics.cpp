// Functions of a runtime's mathematics, called by System V's rules or Intel's (vectors in xmm0 and
// on, masks in k1 and on): f(x), f(x, y), f(x, &y), of floats or doubles, of one lane or many.
#include <algorithm>
#include <array>
#include <cstring>

#include "lens/evaluate/convention.h"
#include "lens/evaluate/function_names.h"
#include "lens/evaluate/runtime_calls.h"

namespace clgauge::lens {
namespace {

constexpr std::uint64_t kOutputBytes = 1024;  // apart, of pointer arguments
constexpr unsigned kVectorArguments = 8;
constexpr std::uint64_t kSmallInteger = 3;  // of ldexp, pown, rootn

// Of the first argument, the second, ...: in the domain of every function (acos, log, atanh) but
// acosh, and where none of them needs its way for large, tiny or special arguments. A lane more is
// a bit more.
constexpr std::array<double, 3> kArguments = {0.75, 1.25, 0.5};
constexpr double kAboveOne = 1.25;
constexpr double kLaneStep = 1.0 / 256;

template <typename T>
void put_lanes(Vector& vector, double first) {
  for (std::size_t lane = 0; lane < vector.bytes.size() / sizeof(T); ++lane) {
    const T value = static_cast<T>(first + kLaneStep * static_cast<double>(lane));
    std::memcpy(vector.bytes.data() + lane * sizeof(T), &value, sizeof(T));
  }
}

// So many vector registers hold one argument: two of "__ocl_svml_z0_pown16", which takes doubles.
unsigned registers_of_argument(std::string_view symbol, bool is_float) {
  const auto vectors = intels_vectors(symbol);
  return vectors ? registers_of_lanes(vectors->lanes, is_float ? sizeof(float) : sizeof(double),
                                      vectors->register_bytes)
                 : 1;
}

class Mathematics final : public Convention {
 public:
  [[nodiscard]] const char* name() const noexcept override { return "mathematics"; }

  [[nodiscard]] std::string entry(const ObjectImage& image, std::string_view symbol,
                                  const EvaluatedLaunch&) const override {
    const ImageFunction* function = image.function_named(symbol);
    return function == nullptr || function->external || !is_runtime_function(symbol)
               ? std::string()
               : std::string(symbol);
  }

  [[nodiscard]] std::uint64_t local_bytes(const EvaluatedLaunch&) const override {
    return kOutputBytes * 6;
  }

  void prepare(Machine& m, const EvaluatedLaunch&) const override { m.walks_mathematics = true; }

  // Each group is a call: the launch's arguments are vector registers, KeptCalls::kRegisters for
  // each of the first calls. The others have ordinary ones.
  void enter(Machine& m, const EvaluatedLaunch& launch,
             const std::array<std::uint64_t, 3>& group) const override {
    const std::string& symbol = m.code.functions.front().symbol;
    const bool is_float = computes_floats(symbol);
    const unsigned each = registers_of_argument(symbol, is_float);
    for (unsigned i = 0; i < kVectorArguments; ++i) {
      const bool is_above_one = i < each && symbol.find("acosh") != std::string::npos;
      const double first = is_above_one ? kAboveOne : kArguments.at(i / each % kArguments.size());
      is_float ? put_lanes<float>(m.vector.at(i), first) : put_lanes<double>(m.vector.at(i), first);
      m.vector.at(i).unknown = 0;
    }
    const std::size_t first_argument = group[0] * KeptCalls::kRegisters;
    const bool is_ordinary = first_argument >= launch.arguments.size();
    for (std::size_t i = 0; i < KeptCalls::kRegisters && !is_ordinary; ++i) {
      const auto& value = launch.arguments.at(first_argument + i).value;
      Vector& vector = m.vector.at(i);
      std::memcpy(vector.bytes.data(), value.data(), std::min(value.size(), vector.bytes.size()));
    }
    if (takes_integer_exponent(symbol) && is_ordinary) {
      Vector& second = m.vector.at(each);
      for (std::size_t at = 0; at < second.bytes.size(); at += sizeof(std::uint32_t)) {
        second.bytes.at(at) = kSmallInteger;
        std::memset(second.bytes.data() + at + 1, 0, sizeof(std::uint32_t) - 1);
      }
    }
    for (unsigned i = 1; i < m.mask.size(); ++i) {
      m.mask.at(i) = {~std::uint64_t{0}, 0, {}};
    }
    std::uint64_t output = m.layout.local;
    for (const unsigned reg : {kRdi, kRsi, kRdx, kRcx, kR8, kR9}) {
      m.general.at(reg) = {writes_through_pointers(symbol) ? output : kSmallInteger, 0, {}};
      output += kOutputBytes;
    }
  }
};

}  // namespace

const Convention& mathematics_convention() {
  static const Mathematics kMathematics;
  return kMathematics;
}

}  // namespace clgauge::lens
