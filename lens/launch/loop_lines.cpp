#include "lens/launch/loop_lines.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "base/error.h"
#include "lens/code/image.h"
#include "lens/code/loop_signature.h"
#include "lens/code/source_lines.h"
#include "lens/object/kernel_object.h"

namespace clgauge::lens {
namespace {

struct LinedLoop {
  std::string function;
  std::uint64_t address = 0;
  SourceSpan lines;
};

using Signature = std::vector<std::uint32_t>;
// Loops that do the same, in the order of their addresses.
using LinedLoops = std::map<Signature, std::vector<LinedLoop>>;

std::vector<std::uint64_t> addresses_of(const MachineCode& code, const Loop& loop) {
  std::vector<std::uint64_t> addresses;
  code.each_instruction(loop, [&](std::uint32_t instruction) {
    addresses.push_back(code.instructions[instruction].address);
  });
  return addresses;
}

std::uint64_t header_address(const MachineCode& code, const Loop& loop) {
  return code.instructions[code.blocks[loop.header].first_instruction].address;
}

// Those with lines, of the functions that are named after the kernel and of what they call.
LinedLoops lined_loops(const std::string& elf, const std::string& kernel) {
  LinedLoops found;
  const auto image = std::make_shared<const ObjectImage>(load_image(elf));
  const SourceLines lines(elf, *image);
  if (!lines.any()) {
    return found;
  }
  std::set<std::uint64_t> seen;
  for (const ImageFunction& function : image->functions) {
    if (function.external || function.symbol.find(kernel) == std::string::npos) {
      continue;
    }
    const MachineCode code = decode(image, function.symbol);
    for (const Loop& loop : code.loops) {
      const CodeFunction& around = code.functions[code.blocks[loop.header].function];
      const std::uint64_t address = header_address(code, loop);
      SourceSpan span = lines.span_of(addresses_of(code, loop), around.address);
      if (span.first_line > 0 && seen.insert(address).second) {
        found[loop_signature(code, loop)].push_back({around.symbol, address, std::move(span)});
      }
    }
  }
  for (auto& [signature, alike] : found) {
    std::sort(alike.begin(), alike.end(),
              [](const auto& a, const auto& b) { return a.address < b.address; });
  }
  return found;
}

// The debug information that is nearest to the code.
LinedLoops nearest_lines(const LinedProgram& program) {
  for (const std::string* binary : {&program.program_binary, &program.lined_binary}) {
    if (binary->empty()) {
      continue;
    }
    try {
      if (LinedLoops found = lined_loops(x86_64_elf(*binary), program.kernel); !found.empty()) {
        return found;
      }
    } catch (const Error&) {  // the code itself is answered for by those who need it
      continue;
    }
  }
  return {};
}

// Of the k-th of so many loops of a function that do the same.
SourceSpan lines_of(const std::vector<LinedLoop>& alike, const std::string& function, std::size_t k,
                    std::size_t count) {
  std::vector<SourceSpan> own;
  std::vector<SourceSpan> all;
  for (const LinedLoop& loop : alike) {
    all.push_back(loop.lines);
    if (loop.function == function) {
      own.push_back(loop.lines);
    }
  }
  const std::vector<SourceSpan>& lines = own.empty() ? all : own;
  if (lines.size() == count) {
    return lines[k];
  }
  const bool agree =
      std::adjacent_find(lines.begin(), lines.end(), std::not_equal_to<>()) == lines.end();
  return agree ? lines.front() : SourceSpan();
}

}  // namespace

std::vector<SourceSpan> loop_lines(const LinedProgram& program, const MachineCode& code) {
  std::vector<SourceSpan> lines(code.loops.size());
  const LinedLoops lined = nearest_lines(program);
  if (lined.empty()) {
    return lines;
  }
  // Loops that do the same within one function, in the order of their addresses.
  std::map<std::pair<std::uint32_t, Signature>, std::vector<std::size_t>> alike;
  std::vector<std::size_t> by_address(code.loops.size());
  for (std::size_t l = 0; l < by_address.size(); ++l) {
    by_address[l] = l;
  }
  std::sort(by_address.begin(), by_address.end(), [&](std::size_t a, std::size_t b) {
    return header_address(code, code.loops[a]) < header_address(code, code.loops[b]);
  });
  for (const std::size_t l : by_address) {
    const std::uint32_t function = code.blocks[code.loops[l].header].function;
    alike[{function, loop_signature(code, code.loops[l])}].push_back(l);
  }
  for (const auto& [what, loops] : alike) {
    const auto found = lined.find(what.second);
    for (std::size_t k = 0; found != lined.end() && k < loops.size(); ++k) {
      lines[loops[k]] = lines_of(found->second, code.functions[what.first].symbol, k, loops.size());
    }
  }
  return lines;
}

}  // namespace clgauge::lens
