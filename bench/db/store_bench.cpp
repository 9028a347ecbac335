// Questions to a store of one device and to one that many calibrations have been merged into: 1,000
// devices, 10^6 samples. What grows with the store shows in the ratio; only all_devices may.
// Making the big one takes about a minute.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/kernel_cache.h"
#include "db/model_table.h"
#include "db/observation_table.h"
#include "db/sample_table.h"

namespace clgauge::db {
namespace {

constexpr int kSamplesPerDevice = 1000;

// A store of so many devices, each with a calibration; removed at the end.
class FilledStore {
 public:
  explicit FilledStore(std::size_t devices) {
    std::string pattern = std::filesystem::temp_directory_path() / "clgauge-bench-XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
    Store store = Store::open(path());
    constexpr std::size_t kDevicesPerCommit = 50;
    for (std::size_t device = 0; device < devices;) {
      Transaction transaction(store);
      do {
        add_device(store, device);
      } while (++device % kDevicesPerCommit != 0 && device < devices);
      transaction.commit();
    }
  }
  FilledStore(const FilledStore&) = delete;
  FilledStore& operator=(const FilledStore&) = delete;
  ~FilledStore() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] std::filesystem::path path() const { return folder_ / "big.db"; }
  [[nodiscard]] const std::string& calibration() const {
    return calibrations_[calibrations_.size() / 2];
  }
  [[nodiscard]] std::string device() const { return std::to_string(calibrations_.size() / 2); }

  // Made when first asked for.
  static const FilledStore& of(std::int64_t devices) {
    static std::map<std::int64_t, FilledStore> stores;
    return stores.try_emplace(devices, static_cast<std::size_t>(devices)).first->second;
  }

  static SampleRow sample(const std::string& calibration, const std::string& kernel, int number) {
    SampleRow row;
    row.calibration_uid = calibration;
    row.micro_kernel_uid = kernel;
    row.status = "ok";
    row.clock = "event";
    row.stop = "precise";
    for (int run = 0; run < 7; ++run) {
      row.seconds.push_back(1e-6 * (number + run + 1));
      row.host_seconds.push_back(1.5e-6 * (number + run + 1));
    }
    row.summary = TimeSummary{row.seconds[3], row.seconds[0], row.seconds[2], row.seconds[4]};
    row.features = {{"f_op_float32_madd", number}, {"f_thread_groups", 64}};
    return row;
  }

 private:
  void add_device(Store& store, std::size_t number) {
    DeviceRow device;
    device.id = std::to_string(number);
    device.name = "device " + device.id;
    device.driver = "1";
    CalibrationRow calibration;
    calibration.device_version_uid = DeviceTable(store).upsert(device);
    calibration.effort = "full";
    calibration.plan_hash = "plan";
    calibrations_.push_back(CalibrationTable(store).start(calibration));
    SampleTable samples(store);
    for (int i = 0; i < kSamplesPerDevice; ++i) {
      const std::string kernel = samples.upsert_micro_kernel(
          {{}, "micro_" + std::to_string(i), {{"op", "madd"}}, R"({"kernel":"k"})"});
      samples.add(sample(calibrations_.back(), kernel, i));
    }
    CalibrationTable(store).finish(calibrations_.back(), CalibrationState::complete);
    ModelRow model;
    model.calibration_uid = calibrations_.back();
    model.name = "linear";
    for (int i = 0; i < 20; ++i) {
      model.costs.push_back({"p_" + std::to_string(i), 1e-9, "s", 1e-11, true});
    }
    ModelTable(store).save(model);
    ObservationRow observation;
    observation.kernel_key = "key";
    observation.device_id = device.id;
    observation.launch = R"({"args":{"n":1024}})";
    observation.seconds = 1e-3;
    ObservationTable(store).add(observation);
    KernelCache(store).put({device.id, "matmul", "1", R"({"kernel":"matmul"})", ""});
  }

  std::filesystem::path folder_;
  std::vector<std::string> calibrations_;
};

// Times ask(store, what is in it) on the store of state.range(0) devices.
template <class Ask>
void measure(benchmark::State& state, Ask&& ask) {
  const FilledStore& filled = FilledStore::of(state.range(0));
  Store store = Store::open(filled.path());
  for (auto iteration : state) {
    benchmark::DoNotOptimize(ask(store, filled));
  }
}

void small_and_big(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("devices")->Arg(1)->Arg(1000)->Unit(benchmark::kMicrosecond);
}

void open_store(benchmark::State& state) {
  const auto path = FilledStore::of(state.range(0)).path();
  for (auto iteration : state) {
    benchmark::DoNotOptimize(Store::open(path));
  }
}
BENCHMARK(open_store)->Apply(small_and_big);

void newest_complete_calibration(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore& filled) {
    return CalibrationTable(store).newest_complete({.device_id = filled.device()}, "1");
  });
}
BENCHMARK(newest_complete_calibration)->Apply(small_and_big);

void newest_model_with_costs(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore& filled) {
    return ModelTable(store).newest(filled.device(), "linear", "1");
  });
}
BENCHMARK(newest_model_with_costs)->Apply(small_and_big);

void cached_kernel(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore& filled) {
    return KernelCache(store).get(filled.device());
  });
}
BENCHMARK(cached_kernel)->Apply(small_and_big);

void observations_of_kernel(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore& filled) {
    return ObservationTable(store).list("key", filled.device());
  });
}
BENCHMARK(observations_of_kernel)->Apply(small_and_big);

void names_sampled_of_1000(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore& filled) {
    return SampleTable(store).sampled(filled.calibration());
  });
}
BENCHMARK(names_sampled_of_1000)->Apply(small_and_big);

void samples_of_calibration_1000(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore& filled) {
    return SampleTable(store).list_ok(filled.calibration());
  });
}
BENCHMARK(samples_of_calibration_1000)->Apply(small_and_big);

void all_devices(benchmark::State& state) {
  measure(state, [](Store& store, const FilledStore&) { return DeviceTable(store).list(); });
}
BENCHMARK(all_devices)->Apply(small_and_big);

void add_and_commit_sample(benchmark::State& state) {
  int number = 0;
  measure(state, [&](Store& store, const FilledStore& filled) {
    SampleTable samples(store);
    const std::string kernel =
        samples.upsert_micro_kernel({{}, "micro_0", {{"op", "madd"}}, R"({"kernel":"k"})"});
    return samples.add(FilledStore::sample(filled.calibration(), kernel, ++number));
  });
}
BENCHMARK(add_and_commit_sample)->Apply(small_and_big)->Iterations(1000);

}  // namespace
}  // namespace clgauge::db
