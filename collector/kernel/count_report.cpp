// The JSON of `clgauge count`: formulas beside their values.
#include <optional>

#include "collector/kernel/json_fields.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

using nlohmann::json;

namespace {

class Report {
 public:
  explicit Report(const Bindings& bindings) : bindings_(bindings) {}

  json value(const Formula& formula) const {
    const auto result = formula.evaluate(bindings_);
    return result ? json(*result) : json(nullptr);
  }

  json formula(const Formula& formula, CountFlag flag) const {
    return {{"formula", formula.text()}, {"value", value(formula)}, {"flag", name_of(flag)}};
  }

  void add_count(json& entry, const Count& count) const {
    entry["per_item"] = count.per_item.text();
    entry["total"] = count.total.text();
    entry["value"] = value(count.total);
    entry["flag"] = name_of(count.flag);
  }

  json op(const OpCount& op) const {
    json entry{{"op", op.op}, {"dtype", op.dtype}, {"index", op.index}};
    add_count(entry, op.count);
    return entry;
  }

  json access(const Access& access) const {
    json entry{{"array", access.array},
               {"space", access.space},
               {"direction", access.direction},
               {"dtype", access.dtype},
               {"lanes", access.lanes},
               {"bytes", access.bytes},
               {"line", access.line},
               {"affine", access.affine},
               {"local_strides", texts(access.local_strides)},
               {"group_strides", texts(access.group_strides)},
               {"loop_strides", texts(access.loop_strides)}};
    add_count(entry, access.count);
    return entry;
  }

  // Accesses per element of the footprint: how often data is used again.
  json access_to_footprint_ratio(const ArrayUse& array) const {
    const auto accesses = array.accesses.evaluate(bindings_);
    const auto footprint = array.footprint.evaluate(bindings_);
    if (!accesses || !footprint || *footprint == 0) return nullptr;
    return static_cast<double>(*accesses) / static_cast<double>(*footprint);
  }

  json array(const ArrayUse& array) const {
    return {{"array", array.array},
            {"space", array.space},
            {"element_bytes", array.element_bytes},
            {"loaded", array.loaded},
            {"stored", array.stored},
            {"accesses", value(array.accesses)},
            {"accesses_formula", array.accesses.text()},
            {"accesses_flag", name_of(array.accesses_flag)},
            {"footprint", formula(array.footprint, array.footprint_flag)},
            {"extent_bytes", formula(array.extent_bytes, array.extent_flag)},
            {"afr", access_to_footprint_ratio(array)}};
  }

  json sync(const SyncCount& sync) const {
    json entry{{"kind", sync.kind}};
    add_count(entry, sync.count);
    return entry;
  }

 private:
  const Bindings& bindings_;
};

}  // namespace

json count_report(const KernelModel& model, const Bindings& bindings) {
  const Report report(bindings);
  json result{{"kernel", model.kernel},
              {"assumptions", model.assumptions},
              {"groups", {{"formula", model.groups.text()}, {"value", report.value(model.groups)}}},
              {"ops", json::array()},
              {"accesses", json::array()},
              {"arrays", json::array()},
              {"sync", json::array()},
              {"refusals", model.refusals}};
  for (const OpCount& op : model.ops) result["ops"].push_back(report.op(op));
  for (const Access& access : model.accesses) result["accesses"].push_back(report.access(access));
  for (const ArrayUse& array : model.arrays) result["arrays"].push_back(report.array(array));
  for (const SyncCount& sync : model.sync) result["sync"].push_back(report.sync(sync));
  return result;
}

}  // namespace clgauge::collector
