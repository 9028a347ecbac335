#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "db/device_table.h"
#include "db/model_table.h"
#include "db/store.h"
#include "model/fitted.h"
#include "model/terms/device_traits.h"

namespace clgauge::service {

// A fitted model as the store keeps it, with the calibration that it stands on.
struct StoredModel {
  model::FittedModel fitted;
  model::DeviceTraits traits;      // that the counts were made with
  db::CalibrationRow calibration;  // its `stale` says whether the driver has changed since
  std::string uid{};               // of its row; empty for one that no store has
};

// Keeps a model with its costs as rows, so that `sqlite3` can read them; returns its uid.
std::string save_model(db::Store& store, const std::string& calibration_uid,
                       const model::FittedModel& fitted, const model::DeviceTraits& traits);

// The newest model of that name for the device; nothing when there is none. Throws Error(store)
// when the row cannot be read back, or what it says is no model: all others may rely on it.
[[nodiscard]] std::optional<StoredModel> load_model(db::Store& store, const std::string& device_id,
                                                    const std::string& model_name,
                                                    const std::string& driver_now);

// Why a device has no model of that name in this calibration of it, and what to do: Error(store)
// for one that every calibration fits (somebody has removed it, or it came with a later clgauge),
// else Error(usage): with the name under which GPUs have it, or with those that there are, and what
// `also` can be asked for.
[[nodiscard]] Error missing_model(db::Store& store, const db::DeviceRow& device,
                                  const std::string& calibration_uid, const std::string& model_name,
                                  std::string_view also = {});

// The models that a calibration was fitted last, in the order in which they were. Throws
// Error(store) when one cannot be read back.
[[nodiscard]] std::vector<model::FittedModel> models_of_calibration(
    db::Store& store, const std::string& calibration_uid);

}  // namespace clgauge::service
