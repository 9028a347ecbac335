// The processor beside the lens's tables: loops of every instruction that tests/lens has a template
// of, alone and by turns with others, as long as they take here and as long as SequenceCosts says.
// What a table has wrong of a unit, or of how long it is taken, shows beside what wants it, too.
//
//   instruction_bench [PATTERN [COUNT [FILE]]]   the COUNT (40) templates with PATTERN in them,
//   worst first; into FILE every loop: template, partner, cycles here, by the tables (tabs)
//
// One core, all data in the first cache. Of a vCPU whose neighbour is loud run it more than once.
#include <dlfcn.h>
#include <x86intrin.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/error.h"
#include "base/paths.h"
#include "instruction_loops.h"
#include "lens/code/image.h"
#include "lens/object/kernel_object.h"
#include "lens/throughput/scheduling.h"
#include "lens/throughput/sequence_cost.h"

namespace {

using clgauge::lens::InstructionLoop;

constexpr std::uint64_t kRounds = 200;
constexpr int kRuns = 12;
constexpr int kPasses = 4;  // over all loops: a loud neighbour is loud for a while

struct Compared {
  std::string partner;
  double native_cycles = 0;
  double model_cycles = 0;
  [[nodiscard]] double log_error() const { return std::log(model_cycles / native_cycles); }
};

// Timestamps of a chain of as many additions: a cycle each. Of a register, for a Golden Cove
// renames additions of small constants away.
double ticks_of(std::uint64_t additions) {
  const std::uint64_t start = __rdtsc();
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < additions; i += 4) {
    __asm__ volatile("addq %1, %0\n addq %1, %0\n addq %1, %0\n addq %1, %0"
                     : "+r"(sum)
                     : "r"(additions));
  }
  return static_cast<double>(__rdtsc() - start);
}

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): of the handler
sigjmp_buf no_such_instruction;
[[noreturn]] void leave(int) { siglongjmp(no_such_instruction, 1); }

// Cycles a round; infinite where the processor does not have the instruction.
double native_cycles(void (*loop)(std::uint64_t)) {
  volatile double fewest = std::numeric_limits<double>::infinity();
  if (sigsetjmp(no_such_instruction, 1) != 0) {
    return std::numeric_limits<double>::infinity();
  }
  double ticks_of_cycle = std::numeric_limits<double>::infinity();
  for (int run = 0; run < kRuns; ++run) {
    constexpr std::uint64_t kChain = 4000;
    ticks_of_cycle = std::min(ticks_of_cycle, ticks_of(kChain) / static_cast<double>(kChain));
    const std::uint64_t start = __rdtsc();
    loop(kRounds);
    fewest = std::min(static_cast<double>(fewest), static_cast<double>(__rdtsc() - start));
  }
  return fewest / ticks_of_cycle / static_cast<double>(kRounds);
}

std::string assembled(const std::vector<InstructionLoop>& loops, bool has_masks,
                      const std::filesystem::path& object) {
  const auto child = clgauge::run_child(
      "/usr/bin/cc", {"-x", "assembler", "-shared", "-nostdlib", "-o", object.string(), "-"},
      text_of(loops, has_masks), {});
  if (child.exit_status != 0) {
    throw clgauge::Error(clgauge::ErrorKind::internal,
                         "the assembler " + describe_end(child) + ": " + child.errors);
  }
  return clgauge::read_file(object);
}

using ByTemplate = std::map<std::string, std::vector<Compared>>;

double mean_magnitude(const std::vector<Compared>& all) {
  double sum = 0;
  for (const Compared& one : all) {
    sum += std::abs(one.log_error());
  }
  return sum / static_cast<double>(all.size());
}

void print_partners(const ByTemplate& all) {
  std::map<std::string, std::vector<Compared>> by_partner;
  for (const auto& [instruction, some] : all) {
    for (const Compared& one : some) {
      by_partner[one.partner].push_back(one);
    }
  }
  std::printf("%-14s %6s %6s %6s\n", "beside", "loops", "xF", "bias");
  for (const auto& [partner, some] : by_partner) {
    double sum = 0;
    for (const Compared& one : some) {
      sum += one.log_error();
    }
    std::printf("%-14s %6zu %6.3f %6.3f\n", partner.c_str(), some.size(),
                std::exp(mean_magnitude(some)), std::exp(sum / static_cast<double>(some.size())));
  }
}

void print_worst(std::string_view what, const ByTemplate& all, std::size_t count) {
  constexpr std::size_t kPartnersShown = 4;
  std::vector<ByTemplate::const_iterator> order;
  for (auto one = all.begin(); one != all.end(); ++one) {
    order.push_back(one);
  }
  std::ranges::stable_sort(order, std::greater(),
                           [](const auto& one) { return mean_magnitude(one->second); });
  order.resize(std::min(count, order.size()));
  std::printf("\n%-40s %6s  %s: cycles here/by the tables\n", "", "xF", what.data());
  for (const auto& one : order) {
    std::vector<Compared> some = one->second;
    std::ranges::stable_sort(some, std::greater(),
                             [](const Compared& loop) { return std::abs(loop.log_error()); });
    std::string name = one->first;
    std::ranges::replace(name, '\n', ';');
    std::printf("%-40s %6.3f", name.c_str(), std::exp(mean_magnitude(some)));
    for (std::size_t i = 0; i < std::min(kPartnersShown, some.size()); ++i) {
      std::printf("  %s %.1f/%.1f", some[i].partner.c_str(), some[i].native_cycles,
                  some[i].model_cycles);
    }
    std::printf("\n");
  }
}

void write_all(const char* file, const ByTemplate& all) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(file, "w"), std::fclose);
  if (out == nullptr) {
    throw clgauge::Error(clgauge::ErrorKind::usage,
                         std::string("cannot write ") + file + ": " + std::strerror(errno));
  }
  for (const auto& [instruction, some] : all) {
    std::string name = instruction;
    std::ranges::replace(name, '\n', ';');
    for (const Compared& one : some) {
      std::fprintf(out.get(), "%s\t%s\t%.2f\t%.2f\n", name.c_str(), one.partner.c_str(),
                   one.native_cycles, one.model_cycles);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string pattern = argc > 1 ? argv[1] : "";
  const std::size_t count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 40;
  for (const int number : {SIGILL, SIGFPE}) {
    (void)std::signal(number, leave);
  }
  const bool has_masks =
      __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("avx512bw") != 0;
  std::vector<InstructionLoop> loops = clgauge::lens::instruction_loops(has_masks);
  std::erase_if(loops, [&](const InstructionLoop& loop) {
    return loop.instruction.find(pattern) == std::string::npos;
  });
  std::array<char, 64> folder{"/tmp/clgauge-instruction-bench-XXXXXX"};
  if (::mkdtemp(folder.data()) == nullptr) {
    std::perror("clgauge: cannot make a folder in /tmp");
    return 1;
  }
  try {
    const std::filesystem::path object = std::filesystem::path(folder.data()) / "loops.so";
    const std::string bytes = assembled(loops, has_masks, object);
    const auto image = std::make_shared<const clgauge::lens::ObjectImage>(
        clgauge::lens::load_image(clgauge::lens::x86_64_elf(bytes)));
    void* const library = ::dlopen(object.c_str(), RTLD_NOW);
    std::filesystem::remove_all(folder.data());
    if (library == nullptr) {
      throw clgauge::Error(clgauge::ErrorKind::internal, std::string("no loops: ") + ::dlerror());
    }
    std::vector<void (*)(std::uint64_t)> functions;
    for (const InstructionLoop& loop : loops) {
      functions.push_back(
          reinterpret_cast<void (*)(std::uint64_t)>(::dlsym(library, loop.symbol.c_str())));
    }
    const auto cpus = clgauge::lens::scheduling_cpus();
    std::vector<double> native(loops.size(), std::numeric_limits<double>::infinity());
    for (int pass = 0; pass < kPasses; ++pass) {
      for (std::size_t i = 0; i < loops.size(); ++i) {
        native[i] = std::min(native[i], native_cycles(functions[i]));
      }
    }
    ByTemplate all;
    ByTemplate by_turns;
    ByTemplate chains;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      clgauge::lens::SequenceCosts costs(
          clgauge::lens::decode(image, loops[i].symbol, cpus.front()), cpus);
      const double model = costs.of(std::array{1U}, true).chained_cycles;
      if (std::isfinite(native[i]) && costs.unknown().empty()) {
        const Compared compared{loops[i].partner, native[i], model};
        all[loops[i].instruction].push_back(compared);
        (loops[i].chained ? chains : by_turns)[loops[i].instruction].push_back(compared);
      }
    }
    std::printf("processor: %s\n", cpus.front().c_str());
    if (argc > 3) {
      write_all(argv[3], all);
    }
    print_partners(all);
    print_worst("eight of them, and eight others", by_turns, count);
    print_worst("eight in a chain by one of its operands, a short operation between", chains,
                count);
  } catch (const clgauge::Error& error) {
    std::filesystem::remove_all(folder.data());
    std::fprintf(stderr, "clgauge: %s\n", error.what());
    return 1;
  }
  return 0;
}
