// Damaged PTX is an error or a refusal, and nothing worse.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "base/paths.h"
#include "tests/fuzz/ptx_text.h"

namespace clgauge::lens {
namespace {

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const auto& entry :
       std::filesystem::directory_iterator(CLGAUGE_SOURCE_DIR "/tests/fuzz/ptx_seeds")) {
    texts.push_back(read_file(entry.path()));
  }
  return texts;
}

// Lines and words change places more often than bytes turn to rubbish: what still parses goes on.
std::string damaged(const std::string& text, std::mt19937_64& random) {
  std::string result = text;
  for (int i = 0; i < 3; ++i) {
    const std::size_t at = random() % result.size();
    const std::size_t from = random() % result.size();
    const std::size_t length = 1 + random() % 12;
    switch (random() % 4) {
      case 0:
        result.erase(at, length);
        break;
      case 1:
        result.insert(at, result.substr(from, length));
        break;
      case 2:
        result.replace(at, length, result.substr(from, length));
        break;
      default:
        result[at] = static_cast<char>('0' + random() % 10);
    }
  }
  return result;
}

TEST(DamagedPtx, IsRejected) {
  std::mt19937_64 random(20261122);
  const std::vector<std::string> texts = seeds();
  ASSERT_GE(texts.size(), 3U);
  for (const std::string& text : texts) {
    fuzz::ptx_text(text);
    for (int round = 0; round < 400; ++round) {
      fuzz::ptx_text(damaged(text, random));
    }
  }
}

}  // namespace
}  // namespace clgauge::lens
