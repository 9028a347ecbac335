#include "program_binary.h"

#include <array>
#include <memory>
#include <string_view>

#include "lens/code/source_lines.h"
#include "lens/evaluate/evaluator.h"
#include "lens/object/kernel_object.h"
#include "tried.h"

namespace clgauge::fuzz {
namespace {

constexpr std::size_t kMostLined = 256;  // bytes whose lines are looked up

lens::EvaluatedLaunch some_launch() {
  lens::EvaluatedLaunch launch;
  launch.dimensions = 2;
  launch.global = {64, 4, 1};
  launch.local = {16, 2, 1};
  for (unsigned i = 0; i < 3; ++i) {
    lens::EvaluatedArgument buffer;
    buffer.kind = lens::EvaluatedArgument::Kind::buffer;
    buffer.address = lens::buffer_address(i);
    buffer.size_bytes = 1 << 20;
    launch.arguments.push_back(buffer);
  }
  launch.arguments.front().content = std::string("\0\0\x80\x3f\x01", 5);
  lens::EvaluatedArgument size;
  size.value = {5, 0, 0, 0};
  launch.arguments.push_back(size);
  return launch;
}

// PoCL's symbols carry the kernel's name inside; Intel's are it.
std::string kernel_of(const std::string& symbol) {
  constexpr std::string_view kBefore = "_pocl_kernel_";
  constexpr std::string_view kAfter = "_workgroup";
  if (symbol.starts_with(kBefore) && symbol.ends_with(kAfter) &&
      symbol.size() >= kBefore.size() + kAfter.size()) {
    return symbol.substr(kBefore.size(), symbol.size() - kBefore.size() - kAfter.size());
  }
  return symbol;
}

}  // namespace

void program_binary(const std::string& bytes) {
  tried([&] {
    const std::string elf = lens::x86_64_elf(bytes);
    const auto image = std::make_shared<const lens::ObjectImage>(lens::load_image(elf));
    const lens::SourceLines lines(elf, *image);
    for (std::size_t at = 0; at < kMostLined && at < image->bytes.size(); ++at) {
      (void)lines.span_of(std::array{image->base_address + at}, image->base_address);
    }
    constexpr std::size_t kMostFunctions = 8;
    for (std::size_t i = 0; i < image->functions.size() && i < kMostFunctions; ++i) {
      tried([&] {
        lens::Evaluator evaluator(image, kernel_of(image->functions[i].symbol), some_launch(),
                                  {.most_instructions = 20'000, .stack_bytes = 1 << 16});
        (void)evaluator.evaluate({1, 1, 0});
      });
      tried([&] {  // any of them could be named like a function of mathematics
        const std::string& symbol = image->functions[i].symbol;
        lens::Evaluator evaluator(
            lens::lowered_code(image, symbol), {&lens::mathematics_convention(), symbol},
            lens::EvaluatedLaunch(), {.most_instructions = 20'000, .stack_bytes = 1 << 16});
        (void)evaluator.evaluate({0, 0, 0});
      });
    }
  });
}

}  // namespace clgauge::fuzz
