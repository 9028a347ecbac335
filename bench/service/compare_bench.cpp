// compare_bench [DEVICES [SAMPLES]]: how long it takes to compare two devices of a store that many
// calibrations have been merged into; 1,000 devices and 1,000 samples of each when not said
// otherwise. The devices are copies of one that was really calibrated, each with costs and times of
// its own. Prints milliseconds: the library's, the daemon's, and those of the whole command.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <random>
#include <stdexcept>
#include <thread>

#include <nlohmann/json.hpp>

#include "base/child_process.h"
#include "db/calibration_table.h"
#include "db/device_table.h"
#include "db/exchange/store_json.h"
#include "db/sample_table.h"
#include "server_process.h"
#include "service/engine/comparison.h"
#include "service/protocol/rpc_client.h"
#include "service/store/answer.h"
#include "service/store/known_device.h"
#include "service/store/sampled_kernels.h"

namespace clgauge::bench {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr const char* kCalibration =
    CLGAUGE_SOURCE_DIR "/data/devices/pocl-3.1-epyc-2core-quick.json";
constexpr int kCompared = 20;  // devices; each with the next one

// What every device of the store is a copy of.
struct Original {
  db::DeviceRow device;
  std::vector<service::SampledKernel> kernels;
  service::StoredModel model;
};

Original original_in(db::Store& store) {
  std::ifstream in(kCalibration);
  static_cast<void>(db::import_json(store, in));
  service::KnownDevice known = service::known_device(store, "");
  auto model =
      service::load_model(store, known.row.id, service::kDefaultModel, known.row.driver).value();
  return {known.row, service::sampled_kernels(store, known.calibration->uid), std::move(model)};
}

std::string id_of(int number) { return fmt::format("{:016x}", number + 1); }

void add_device(db::Store& store, const Original& original, int number, int samples) {
  std::mt19937 random(static_cast<unsigned>(number));
  std::lognormal_distribution<double> factor(0, 0.5);
  db::DeviceRow device = original.device;
  device.id = id_of(number);
  device.name = fmt::format("device {}", number);
  db::CalibrationRow calibration;
  calibration.device_version_uid = db::DeviceTable(store).upsert(device);
  calibration.effort = "quick";
  calibration.plan_hash = "plan";
  db::CalibrationTable calibrations(store);
  const std::string uid = calibrations.start(calibration);
  db::SampleTable table(store);
  for (int i = 0; i < samples; ++i) {
    const auto& kernel = original.kernels[static_cast<std::size_t>(i) % original.kernels.size()];
    const double seconds = kernel.seconds * factor(random);
    db::SampleRow row;
    row.calibration_uid = uid;
    row.micro_kernel_uid = kernel.micro_kernel_uid;
    row.status = "ok";
    row.clock = "event";
    row.stop = "precise";
    row.seconds = {seconds, 1.1 * seconds, 0.9 * seconds};
    row.host_seconds = row.seconds;
    row.summary = db::TimeSummary{seconds, 0.9 * seconds, 0.9 * seconds, 1.1 * seconds};
    table.add(row);
  }
  model::FittedModel fitted = original.model.fitted;
  for (auto& parameter : fitted.parameters) {
    parameter.value *= parameter.role == model::Role::cost ? factor(random) : 1;
  }
  static_cast<void>(service::save_model(store, uid, fitted, original.model.traits));
  calibrations.finish(uid, db::CalibrationState::complete);
}

void fill(const std::filesystem::path& path, int devices, int samples) {
  db::Store store = db::Store::open(path);
  const Original original = original_in(store);
  constexpr int kDevicesPerCommit = 20;
  for (int number = 0; number < devices;) {
    db::Transaction transaction(store);
    do {
      add_device(store, original, number, samples);
    } while (++number % kDevicesPerCommit != 0 && number < devices);
    transaction.commit();
  }
}

// Prints the median and the longest of what asking about pairs of devices takes.
void measure(const std::string& what,
             const std::function<void(const std::vector<std::string>&)>& ask) {
  std::vector<double> taken;
  for (int i = 0; i < kCompared; ++i) {
    const std::vector<std::string> pair = {id_of(i), id_of((i + 1) % kCompared)};
    const auto begun = Clock::now();
    ask(pair);
    taken.push_back(1e3 * std::chrono::duration<double>(Clock::now() - begun).count());
  }
  std::sort(taken.begin(), taken.end());
  std::cout << fmt::format("{:<52} {:>8.1f} {:>8.1f}\n", what, taken[kCompared / 2], taken.back())
            << std::flush;
}

service::RpcClient connected(const std::filesystem::path& socket) {
  for (int i = 0; i < 500; ++i) {
    if (auto client = service::RpcClient::connect(socket)) {
      return std::move(*client);
    }
    std::this_thread::sleep_for(milliseconds(20));
  }
  throw std::runtime_error(socket.string() + ": nobody listens there");
}

void run(int devices, int samples) {
  auto pattern = (std::filesystem::temp_directory_path() / "clgauge-bench-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  const auto path = folder / "store.db";
  ::setenv("CLGAUGE_DB", path.c_str(), 1);
  fill(path, std::max(devices, kCompared + 2), samples);
  std::cout << fmt::format("{} devices, {} samples each, {} MiB\n{:<52} {:>8} {:>8}\n", devices,
                           samples, std::filesystem::file_size(path) >> 20U, "ms", "median",
                           "longest");
  const auto in_library = [&](const std::vector<std::string>& pair) {
    db::Store store = db::Store::open(path);
    static_cast<void>(to_json(service::compare(store, pair, service::kDefaultModel)).dump());
  };
  in_library({id_of(kCompared), id_of(kCompared + 1)});  // the collector has seen every kernel
  measure("library, a device's first time after an import", in_library);
  measure("library", in_library);
  measure("command", [](const std::vector<std::string>& pair) {
    const auto said = run_child(CLGAUGE_BINARY_DIR "/cli/clgauge",
                                {"compare", pair[0], pair[1], "--format", "json"}, "", {});
    if (said.exit_status != 0) {
      throw std::runtime_error("clgauge compare: " + said.errors);
    }
  });
  {
    const auto socket = folder / "d" / "clgauged.sock";
    const Server daemon({CLGAUGE_BINARY_DIR "/service/clgauged", "--quiet", "--socket", socket});
    auto client = connected(socket);
    const auto ask = [&](const std::vector<std::string>& pair) {
      static_cast<void>(client.call("compare", {{"devices", pair}}, milliseconds(60'000)));
    };
    measure("daemon", ask);
    measure("daemon, two devices by a part of their names", [&](const auto&) {
      ask({fmt::format("device {}", devices - 1), fmt::format("device {}", devices - 2)});
    });
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace clgauge::bench

int main(int argc, char** argv) {
  try {
    clgauge::bench::run(argc > 1 ? std::stoi(argv[1]) : 1000, argc > 2 ? std::stoi(argv[2]) : 1000);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "compare_bench: " << error.what() << '\n';
    return 1;
  }
}
