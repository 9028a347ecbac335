// Runs a libFuzzer target without libFuzzer: every seed on the command line (a file), then random
// mutations of the seeds, the same ones in every run. For compilers and CI machines without
// -fsanitize=fuzzer; the target itself is unchanged (CLGAUGE_FUZZERS builds it with libFuzzer).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutationsPerSeed = 4000;
constexpr std::size_t kMaxBytes = 4096;

void run(const std::string& input) {
  static_cast<void>(
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size()));
}

// One to eight edits: overwrite, insert, delete, or splice in a piece of another seed.
std::string mutated(std::string text, const std::vector<std::string>& seeds, std::mt19937& engine) {
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine);
  };
  for (std::size_t edits = 1 + below(8); edits > 0; --edits) {
    const std::size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0:
        if (at < text.size()) {
          text[at] = static_cast<char>(below(256));
        }
        break;
      case 1:
        text.insert(at, 1 + below(20), static_cast<char>(' ' + below(95)));
        break;
      case 2:
        text.erase(at, 1 + below(8));
        break;
      default: {
        const std::string& other = seeds[below(seeds.size())];
        const std::size_t from = below(other.size() + 1);
        text.insert(at, other.substr(from, below(40)));
      }
    }
  }
  text.resize(std::min(text.size(), kMaxBytes));
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> seeds{""};
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "cannot read the seed %s\n", argv[i]);
      return 2;
    }
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::mt19937 engine(20190531);
  for (const std::string& seed : seeds) {
    run(seed);
    for (int i = 0; i < kMutationsPerSeed; ++i) {
      run(mutated(seed, seeds, engine));
    }
  }
  return 0;
}
