// What a program pays for Client::predict at sizes that are new every time (aim: under 5 us), with
// and without runs that correct it, and for a choice among 30 variants. The store is a recorded
// calibration's, the kernel the tiled matrix product. The peer is the predictor alone, bench/model.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "clgauge/client.h"
#include "collector/kernel/kernel_model.h"
#include "db/exchange/store_json.h"
#include "db/store.h"
#include "features/matmul.h"

namespace clgauge {
namespace {

namespace fs = std::filesystem;

// A store of a recorded calibration; removed at the end of the program.
class RecordedStore {
 public:
  RecordedStore()
      : folder_(fs::temp_directory_path() / ("clgauge-bench-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    db::Store store = db::Store::open(path());
    std::ifstream in(CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick-sixth.json");
    static_cast<void>(db::import_json(store, in));
  }
  RecordedStore(const RecordedStore&) = delete;
  RecordedStore& operator=(const RecordedStore&) = delete;
  ~RecordedStore() { fs::remove_all(folder_); }
  [[nodiscard]] std::string path() const { return (folder_ / "store.db").string(); }

 private:
  fs::path folder_;
};

Result<Client> open_recorded() {
  static const RecordedStore kStore;
  return Client::open(kStore.path());
}

std::string kernel_model(int number) {
  collector::KernelModel kernel = model::tiled_matmul();
  kernel.kernel += std::to_string(number);
  kernel.source_hash = kernel.kernel;
  return to_json(kernel).dump();
}

void client_predict(benchmark::State& state, int kernel, bool is_observed) {
  const auto client = open_recorded();
  const std::string counted = kernel_model(kernel);
  if (!client || (is_observed && !client->observe(counted, {{"t", 64}}, 0.01))) {
    state.SkipWithError("the recorded store does not answer");
    return;
  }
  std::int64_t t = 0;
  for (auto _ : state) {
    const auto prediction = client->predict(counted, {{"t", 1 + t++ % 1000}});
    if (!prediction) {
      state.SkipWithError(prediction.error().c_str());
      return;
    }
    benchmark::DoNotOptimize(prediction->seconds);
  }
}
BENCHMARK_CAPTURE(client_predict, source, 0, false);
BENCHMARK_CAPTURE(client_predict, source_corrected, 1, true);

void client_select(benchmark::State& state) {
  const auto client = open_recorded();
  std::vector<Variant> variants;
  for (int v = 0; v < 30; ++v) {
    variants.push_back({std::to_string(v), kernel_model(v + 2)});
  }
  std::int64_t t = 0;
  for (auto _ : state) {
    const auto choice = client->select(variants, {{"t", 1 + t++ % 1000}});
    if (!choice) {
      state.SkipWithError(choice.error().c_str());
      return;
    }
    benchmark::DoNotOptimize(choice->expected_regret);
  }
}
BENCHMARK(client_select);

}  // namespace
}  // namespace clgauge
