#include "lens/throughput/block_cycles.h"

namespace clgauge::lens {

void BlockCycles::pass(std::uint32_t block, const SequenceCost& one, double passes) {
  cycles_[block] += passes * one.throughput_cycles;
  add_to(ports_[block], one.port_cycles, passes);
}

double BlockCycles::of(std::span<const std::uint32_t> blocks) const {
  double cycles = 0;
  for (const std::uint32_t b : blocks) {
    cycles += cycles_[b];
  }
  return cycles;
}

void BlockCycles::prolong(std::uint32_t block, double cycles) {
  if (cycles > cycles_[block]) {
    loosen_ports(std::span(&block, 1), cycles_[block], cycles);
    cycles_[block] = cycles;
  }
}

void BlockCycles::shorten(std::span<const std::uint32_t> blocks, double part) {
  for (const std::uint32_t b : blocks) {
    cycles_[b] *= part;
  }
  scale_ports(blocks, part);
}

void BlockCycles::loosen_ports(std::span<const std::uint32_t> blocks, double counted,
                               double cycles) {
  scale_ports(blocks, binding_part(counted, cycles));
}

void BlockCycles::add_ports(std::uint32_t block, const ByClass& cycles, double times) {
  add_to(ports_[block], cycles, times);
}

ByClass BlockCycles::ports() const {
  ByClass sum{};
  for (const ByClass& of_block : ports_) {
    add_to(sum, of_block, 1);
  }
  return sum;
}

void BlockCycles::scale_ports(std::span<const std::uint32_t> blocks, double part) {
  for (const std::uint32_t b : blocks) {
    for (double& cycles : ports_[b]) {
      cycles *= part;
    }
  }
}

}  // namespace clgauge::lens
