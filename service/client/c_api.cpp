#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "clgauge/choose.h"
#include "clgauge/clgauge.h"

// A program that was built with other sizes must not find this library: whoever changes one raises
// SOVERSION in service/CMakeLists.txt, and then the number here.
#if defined(__x86_64__) || defined(__aarch64__)
static_assert(sizeof(clgauge_variant) == 16 && sizeof(clgauge_size) == 16);
static_assert(sizeof(clgauge_choice) == 536 && sizeof(clgauge_prediction) == 288);
#endif

namespace {

std::string text(const char* value) { return value == nullptr ? std::string() : value; }

std::map<std::string, std::int64_t> sizes_of(const clgauge_size* sizes, std::size_t count) {
  std::map<std::string, std::int64_t> map;
  for (std::size_t i = 0; i < count; ++i) {
    map[text(sizes[i].name)] = sizes[i].value;
  }
  return map;
}

// As much of the line as there is room for, always ended by a zero.
void copy_line(const std::string& line, char* out, std::size_t bytes) {
  if (out == nullptr || bytes == 0) {
    return;
  }
  const std::size_t length = std::min(line.size(), bytes - 1);
  std::memcpy(out, line.data(), length);
  out[length] = '\0';
}

// Whole names only.
void copy_names(const std::vector<std::string>& names, char* out, std::size_t bytes) {
  std::string line;
  for (const std::string& name : names) {
    const std::string more = (line.empty() ? "" : ", ") + name;
    if (line.size() + more.size() >= bytes) {
      break;
    }
    line += more;
  }
  copy_line(line, out, bytes);
}

// 0 when `ask`, which gives a Result, succeeds; else -1 and the reason.
template <typename Ask>
int with_client(char* error, std::size_t error_bytes, Ask ask) {
  try {
    const auto client = clgauge::Client::open();
    if (!client) {
      copy_line(client.error(), error, error_bytes);
      return -1;
    }
    const auto answer = ask(*client);
    if (!answer) {
      copy_line(answer.error(), error, error_bytes);
      return -1;
    }
    return 0;
  } catch (const std::exception& failure) {
    copy_line(failure.what(), error, error_bytes);
    return -1;
  }
}

}  // namespace

clgauge_choice clgauge_choose(const clgauge_variant* variants, size_t variant_count,
                              const clgauge_size* sizes, size_t size_count, size_t fallback,
                              const char* device) {
  clgauge_choice out = {};
  out.index = fallback;
  out.answered_by = CLGAUGE_BY_FALLBACK;
  out.expected_regret = 1;
  try {
    // Variants go by their place: names may repeat or be missing.
    std::vector<clgauge::Variant> list;
    for (std::size_t i = 0; i < variant_count; ++i) {
      list.push_back({std::to_string(i), text(variants[i].kernel_model)});
    }
    const clgauge::StartupChoice choice =
        clgauge::choose(list, sizes_of(sizes, size_count), std::to_string(fallback), text(device));
    out.index = static_cast<std::size_t>(std::stoull(choice.name));
    out.answered_by = static_cast<clgauge_answered_by>(choice.answered_by);
    out.expected_regret = choice.expected_regret;
    copy_line(choice.why, out.why, sizeof(out.why));
    copy_names(choice.unsupported, out.unsupported, sizeof(out.unsupported));
  } catch (const std::exception& error) {
    copy_line(error.what(), out.why, sizeof(out.why));
  }
  return out;
}

int clgauge_predict(const char* kernel_model, const clgauge_size* sizes, size_t size_count,
                    const char* device, clgauge_prediction* prediction, char* error,
                    size_t error_bytes) {
  return with_client(error, error_bytes, [&](const clgauge::Client& client) {
    auto answer = client.predict(text(kernel_model), sizes_of(sizes, size_count), text(device));
    if (answer) {
      *prediction = {
          answer->seconds, answer->low_seconds, answer->high_seconds, answer->coverage, {}};
      copy_names(answer->unsupported, prediction->unsupported, sizeof(prediction->unsupported));
    }
    return answer;
  });
}

int clgauge_observe(const char* kernel_model, const clgauge_size* sizes, size_t size_count,
                    double seconds, const char* device, char* error, size_t error_bytes) {
  return with_client(error, error_bytes, [&](const clgauge::Client& client) {
    return client.observe(text(kernel_model), sizes_of(sizes, size_count), seconds, text(device));
  });
}
