#include "lens/evaluate/machine.h"

#include <fmt/format.h>

#include "base/align.h"

namespace clgauge::lens {
namespace {

std::string place_of_address(const Machine& machine, std::uint64_t address) {
  switch (machine.region_of(address)) {
    case MemoryRegion::buffer:
      for (const BufferRange& buffer : machine.buffers) {
        if (address - buffer.address < buffer.size_bytes) {
          return fmt::format("the buffer of kernel argument {}", buffer.argument);
        }
      }
      return "a buffer";
    case MemoryRegion::local:
      return "local memory";
    case MemoryRegion::stack:
      return "private memory";
    case MemoryRegion::arguments:
      return "the launch's arguments";
    case MemoryRegion::image:
      return "the object";
  }
  return "memory";
}

std::string cause(const Machine& machine, const Origin& origin) {
  const std::string place = machine.code.place_of(origin.instruction());
  switch (origin.kind()) {
    case Origin::Kind::loaded:
      return fmt::format("what {} loads from {}", place, place_of_address(machine, origin.address));
    case Origin::Kind::computed:
      return fmt::format("the result of {}, which the lens does not evaluate (LLVM's {})", place,
                         machine.code.opcode_of(origin.instruction()));
    case Origin::Kind::called:
      return fmt::format("what the function called at {} returns", place);
    case Origin::Kind::start:
      break;
  }
  return "a register that nothing has set";
}

constexpr std::uint64_t kPageBytes = 4096;
// Above the stack pointer at entry: what the caller's frame would hold.
constexpr std::uint64_t kCallerFrameBytes = 256;

std::uint64_t page_up(std::uint64_t address) { return align_up(address, kPageBytes); }

}  // namespace

MemoryLayout memory_layout(const ObjectImage& image, std::uint64_t argument_bytes,
                           std::uint64_t local_bytes, std::uint64_t stack_bytes) {
  MemoryLayout layout;
  layout.image = image.base_address;
  layout.arguments = page_up(image.base_address + image.bytes.size());
  layout.local = layout.arguments + page_up(argument_bytes);
  layout.stack = layout.local + page_up(local_bytes);
  layout.end = layout.stack + page_up(stack_bytes);
  return layout;
}

std::uint64_t initial_stack_pointer(const MemoryLayout& layout) noexcept {
  // As after a call: 8 bytes below a multiple of 16.
  return layout.end - kCallerFrameBytes - 8;
}

const char* name_of(RefusalKind kind) noexcept {
  switch (kind) {
    case RefusalKind::data_dependent_branch:
      return "data-dependent branch";
    case RefusalKind::data_dependent_address:
      return "data-dependent address";
    case RefusalKind::data_dependent_mask:
      return "data-dependent mask";
    case RefusalKind::unknown_instruction:
      return "unknown instruction";
    case RefusalKind::unknown_call:
      return "unknown call";
    case RefusalKind::outside_memory:
      return "address outside memory";
    case RefusalKind::step_limit:
      return "step limit";
  }
  return "unknown";
}

void Machine::refuse(RefusalKind why, const Operation& op, const std::string& what) const {
  throw Refusal(
      why, is_aside ? std::string()
                    : fmt::format("{}: {} {}", name_of(why), code.place_of(op.instruction), what));
}

std::uint64_t Machine::load_content(std::uint64_t address, void* to, unsigned bytes) const {
  auto* const out = static_cast<std::uint8_t*>(to);
  for (const BufferRange& buffer : buffers) {
    const std::uint64_t first = address - buffer.address;
    if (first < buffer.size_bytes && !buffer.content.empty()) {
      std::size_t at = first % buffer.content.size();
      for (unsigned i = 0; i < bytes; ++i) {
        out[i] = static_cast<std::uint8_t>(buffer.content[at]);
        at = at + 1 == buffer.content.size() ? 0 : at + 1;
      }
      return 0;
    }
  }
  return low_bits(bytes);
}

void Machine::refuse_unknown(RefusalKind why, const Operation& op, const Origin& origin) const {
  refuse(why, op, is_aside ? std::string() : "depends on " + cause(*this, origin));
}

void Machine::refuse_outside(const Operation& op, std::uint64_t address, unsigned bytes) const {
  refuse(RefusalKind::outside_memory, op,
         fmt::format("accesses {} bytes at {:#x}, which belong to no argument", bytes, address));
}

}  // namespace clgauge::lens
