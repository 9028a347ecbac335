#include "protocol_session.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "db/device_table.h"
#include "db/kernel_cache.h"
#include "model/expression/expression.h"
#include "service/daemon/brief_predict.h"
#include "service/daemon/brief_select.h"
#include "service/daemon/methods.h"
#include "service/store/stored_model.h"
#include "tests/service/synthetic_kernel.h"

namespace clgauge::fuzz {
namespace {

using nlohmann::json;

constexpr const char* kKernelId = "k";

[[noreturn]] void defect(const char* what, std::string_view line) {
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(line.size()), line.data());
  std::abort();
}

// A folder that goes when the process ends in order.
std::filesystem::path made_folder() {
  auto pattern = (std::filesystem::temp_directory_path() / "clgauge-fuzz-XXXXXX").string();
  return ::mkdtemp(pattern.data());
}

model::FittedModel simple_model() {
  model::FittedModel fitted;
  fitted.name = service::kDefaultModel;
  fitted.expression = "p_launch * f_sync_kernel_launch + p_madd * f_op_float32_madd";
  const auto expression = model::Expression::parse(fitted.expression);
  for (const std::string& name : expression.parameters()) {
    model::FittedParameter parameter;
    parameter.name = name;
    parameter.role = model::Role::cost;
    parameter.value = name == "p_launch" ? 1e-5 : 1e-9;
    parameter.status =
        name == "p_launch" ? model::ParameterStatus::fitted : model::ParameterStatus::unidentified;
    fitted.parameters.push_back(parameter);
  }
  fitted.covariance.assign(4, 0.0);
  fitted.log_sigma = 0.1;
  fitted.multiplier_below = 1.7;
  fitted.multiplier_above = 1.7;
  return fitted;
}

void fill(db::Store& store) {
  db::DeviceRow device;
  device.id = "0123456789abcdef";
  device.name = "a device";
  device.driver = "1";
  db::CalibrationRow calibration;
  calibration.device_version_uid = db::DeviceTable(store).upsert(device);
  calibration.effort = "quick";
  calibration.plan_hash = "plan";
  const std::string uid = db::CalibrationTable(store).start(calibration);
  service::save_model(store, uid, simple_model(), model::DeviceTraits{});
  db::CalibrationTable(store).finish(uid, db::CalibrationState::complete);
  db::KernelCache(store).put({kKernelId, "k", "1", synthetic_kernel("k", "8", "1"), ""});
}

class Session {
 public:
  Session() {
    db::Store store = db::Store::open(path_);
    fill(store);
  }
  ~Session() { std::filesystem::remove_all(folder_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void line(std::string_view line) {
    std::string at_once;
    const bool known = brief_predict_.answer(knowledge_, line, at_once) ||
                       brief_select_.answer(knowledge_, line, at_once);
    service::RpcMessage message = service::parse_message(line);
    for (auto& entry : message.entries) {
      const json answer = std::holds_alternative<json>(entry)
                              ? std::get<json>(entry)
                              : answered(std::get<service::RpcRequest>(entry));
      check(answer, line);
      if (known) {
        check_same(json::parse(at_once), answer, line);
      }
    }
  }

 private:
  json answered(const service::RpcRequest& request) {
    const json id = request.id.value_or(nullptr);
    const service::Method* const method = service::find_method(request.method);
    try {
      if (method == nullptr) {
        return service::error_answer(id, service::RpcCode::method_not_found, "none");
      }
      static const std::set<std::string> kNoProcess = {"version", "predict", "explain",  "select",
                                                       "observe", "cancel",  "import",   "compare",
                                                       "metrics", "count",   "subscribe"};
      if (kNoProcess.count(request.method) == 0 || request.params.contains("source") ||
          request.params.dump().find("\"source\"") != std::string::npos) {
        return service::result_answer(id, nullptr);
      }
      static_cast<void>(method->quick(knowledge_, request.params));
      knowledge_.refresh();
      return service::result_answer(id, method->run(daemon_, knowledge_, request.params));
    } catch (const Error& error) {
      return service::error_answer(id, error);
    } catch (const json::exception& error) {
      return service::error_answer(id, service::RpcCode::invalid_params, error.what());
    }
  }

  static void check(const json& answer, std::string_view line) {
    const json read = json::parse(service::line_of(answer), nullptr, false);
    if (read.is_discarded() || read.value("jsonrpc", "") != "2.0" || !read.contains("id") ||
        read.contains("result") == read.contains("error")) {
      defect("an answer that is none", line);
    }
  }

  // The same members, texts and truths, and numbers but for rounding.
  static bool is_same(const json& a, const json& b) {
    if (a.is_number() && b.is_number()) {
      return std::abs(a.get<double>() - b.get<double>()) <= 1e-9 * std::abs(b.get<double>());
    }
    if (!a.is_structured() || a.type() != b.type() || a.size() != b.size()) {
      return a == b;
    }
    if (a.is_array()) {
      return std::equal(a.begin(), a.end(), b.begin(), is_same);
    }
    return std::all_of(a.items().begin(), a.items().end(), [&](const auto& member) {
      return b.contains(member.key()) && is_same(member.value(), b.at(member.key()));
    });
  }

  static void check_same(const json& at_once, const json& answer, std::string_view line) {
    if (!answer.contains("result") || at_once.at("id") != answer.at("id")) {
      defect("answered what the method does not", line);
    }
    if (!is_same(at_once.at("result"), answer.at("result"))) {
      defect("answered otherwise than the method", line);
    }
  }

  std::filesystem::path folder_ = made_folder();
  std::filesystem::path path_ = folder_ / "store.db";
  service::Metrics metrics_;
  std::atomic<std::uint64_t> changes_ = 0;
  service::CalibrationJobs jobs_{path_, {[](const json&) {}, [](const json&) {}, [] {}}};
  service::DeviceWatch devices_;
  service::Uploads uploads_{folder_};
  service::DriftWatch drift_;
  service::Daemon daemon_{path_, metrics_, jobs_, devices_, uploads_, drift_, changes_};
  service::Knowledge knowledge_ = made_knowledge();
  service::BriefPredict brief_predict_;
  service::BriefSelect brief_select_;

  service::Knowledge made_knowledge() { return {path_, changes_, devices_}; }
};

}  // namespace

void protocol_session(std::string_view bytes) {
  static Session session;
  std::size_t begin = 0;
  while (begin < bytes.size()) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    session.line(bytes.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace clgauge::fuzz
