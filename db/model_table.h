#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/calibration_table.h"
#include "db/store.h"

namespace clgauge::db {

struct CostRow {
  std::string name;  // "p_f32madd"
  double value = 0;
  std::string unit;                      // "s", "s/B", "1"
  std::optional<double> standard_error;  // absent when the fit could not tell
  bool identifiable = true;
};

// A fitted expression. Rows are never changed; the uid is a hash of the rest and of the costs.
struct ModelRow {
  std::string uid;  // set by the table
  std::string calibration_uid;
  std::string name;        // "paper-linear", "source"
  std::string expression;  // as typed
  unsigned sub_group_size = 1;
  std::string fitted_at;          // set by save() when empty
  std::string clgauge_version;    // set by save() when empty
  std::string covariance = "[]";  // JSON: rows of the matrix, in the order of `costs` by name
  std::string fit = "{}";         // JSON: statistics of the fit
  std::string residuals = "[]";   // JSON: what the fit left over, per sample
  std::vector<CostRow> costs;     // by name on reading
};

// A model with the calibration that it stands on; `calibration.stale` and its times are what an
// answer must say.
struct ModelAnswer {
  ModelRow model;
  CalibrationRow calibration;
};

class ModelTable {
 public:
  explicit ModelTable(Store& store) : store_(store) {}

  // Adds a model with its costs, all or nothing; returns its uid.
  std::string save(const ModelRow& model);

  [[nodiscard]] std::optional<ModelRow> find(const std::string& uid);
  // The model of that name that was fitted last for the device; one from a calibration with
  // `driver_now` goes before newer ones from other drivers, which come marked stale.
  [[nodiscard]] std::optional<ModelAnswer> newest(const std::string& device_id,
                                                  const std::string& name,
                                                  const std::string& driver_now);
  // Whether all of a model in the store is what it was saved as.
  [[nodiscard]] bool is_whole(const std::string& uid);
  // Whether its costs are.
  [[nodiscard]] bool costs_are_whole(const std::string& uid);
  // All models of a calibration, newest first.
  [[nodiscard]] std::vector<ModelRow> list(const std::string& calibration_uid);

 private:
  Store& store_;
};

}  // namespace clgauge::db
