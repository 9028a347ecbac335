// The JSON of `clgauge count`: formulas beside their values.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "collector/kernel/json_fields.h"
#include "collector/kernel/kernel_model.h"

namespace clgauge::collector {

using nlohmann::json;

namespace {

using Number = std::optional<std::int64_t>;

class Report {
 public:
  Report(const KernelModel& model, const Bindings& bindings) : model_(model), bindings_(bindings) {
    if (model.walked && covers(model.walked->sizes)) walked_ = &*model.walked;
    if (model.extent_bounds && covers(model.extent_bounds->sizes)) bounds_ = &*model.extent_bounds;
    if (walked_ != nullptr) return;
    if (const auto broken = broken_assumption(model, bindings)) {
      throw Error(ErrorKind::input, "the counts of kernel '" + model.kernel + "' assume " +
                                        *broken +
                                        ", which these sizes break; change the sizes, or state "
                                        "with --assume what holds");
    }
  }

  json whole() const {
    json result{{"kernel", model_.kernel},
                {"assumptions", model_.assumptions},
                {"groups", {{"formula", model_.groups.text()}, {"value", value(model_.groups)}}},
                {"ops", json::array()},
                {"accesses", json::array()},
                {"arrays", json::array()},
                {"sync", json::array()},
                {"refusals", model_.refusals}};
    for (std::size_t i = 0; i < model_.ops.size(); ++i) {
      result["ops"].push_back(op(model_.ops[i], walked(&WalkedCounts::ops, i)));
    }
    for (std::size_t i = 0; i < model_.accesses.size(); ++i) {
      result["accesses"].push_back(access(model_.accesses[i], walked(&WalkedCounts::accesses, i)));
    }
    for (std::size_t i = 0; i < model_.arrays.size(); ++i) {
      result["arrays"].push_back(
          array(model_.arrays[i], walked_ == nullptr ? WalkedCounts::Array{} : walked_->arrays[i],
                bounds_ == nullptr ? Number{} : bounds_->bytes[i]));
    }
    for (std::size_t i = 0; i < model_.sync.size(); ++i) {
      result["sync"].push_back(sync(model_.sync[i], walked(&WalkedCounts::sync, i)));
    }
    return result;
  }

 private:
  bool covers(const Bindings& sizes) const {
    return std::all_of(sizes.begin(), sizes.end(), [&](const auto& size) {
      const auto found = bindings_.find(size.first);
      return found != bindings_.end() && found->second == size.second;
    });
  }

  Number walked(std::vector<std::int64_t> WalkedCounts::*list, std::size_t index) const {
    return walked_ == nullptr ? Number{} : Number((walked_->*list)[index]);
  }

  json value(const Formula& formula) const {
    try {
      const auto result = formula.evaluate(bindings_);
      return result ? json(*result) : json(nullptr);
    } catch (const Error&) {
      // A sum that is too long, or a division by zero where an assumption does not hold.
      if (formula.text().find("sum(") == std::string::npos && walked_ == nullptr) throw;
      return nullptr;
    }
  }

  // Puts formula, value and flag into `entry`; the walk speaks where the formula is no exact one.
  void state(json& entry, const char* name, const Formula& formula, CountFlag flag,
             const Number& counted) const {
    const bool exact = flag == CountFlag::exact || flag == CountFlag::indirect;
    const json at_formula = value(formula);
    if (counted && (!exact || at_formula != json(*counted))) {
      entry[name] = std::to_string(*counted);
      entry["value"] = *counted;
      entry["flag"] = name_of(flag == CountFlag::indirect ? flag : CountFlag::exact);
      entry["at_these_sizes"] = true;
      return;
    }
    entry[name] = formula.text();
    entry["value"] = at_formula;
    entry["flag"] = name_of(flag);
  }

  json stated(const Formula& formula, CountFlag flag, const Number& counted) const {
    json entry;
    state(entry, "formula", formula, flag, counted);
    return entry;
  }

  void add_count(json& entry, const Count& count, const Number& counted) const {
    entry["per_item"] = count.per_item.text();
    state(entry, "total", count.total, count.flag, counted);
  }

  json op(const OpCount& op, const Number& counted) const {
    json entry{{"op", op.op}, {"dtype", op.dtype}, {"index", op.index}};
    if (op.in_local) entry["in_local"] = true;
    add_count(entry, op.count, counted);
    return entry;
  }

  json access(const Access& access, const Number& counted) const {
    json entry{{"array", access.array},
               {"space", access.space},
               {"direction", access.direction},
               {"dtype", access.dtype},
               {"lanes", access.lanes},
               {"bytes", access.bytes},
               {"line", access.line},
               {"affine", access.affine},
               {"stride_unit_bytes", access.stride_unit_bytes},
               {"local_strides", texts(access.local_strides)},
               {"group_strides", texts(access.group_strides)},
               {"loop_strides", texts(access.loop_strides)}};
    add_count(entry, access.count, counted);
    return entry;
  }

  json extent(const ArrayUse& array, const Number& counted, const Number& bound) const {
    if (!bound || !lacks_extent(array)) {
      return stated(array.extent_bytes, array.extent_flag, counted);
    }
    return {{"formula", std::to_string(*bound)},
            {"value", *bound},
            {"flag", name_of(CountFlag::upper)},
            {"at_these_sizes", true}};
  }

  json array(const ArrayUse& array, const WalkedCounts::Array& counted, const Number& bound) const {
    const json accesses = stated(array.accesses, array.accesses_flag, counted.accesses);
    const json footprint = stated(array.footprint, array.footprint_flag, counted.footprint);
    return {{"array", array.array},
            {"space", array.space},
            {"element_bytes", array.element_bytes},
            {"loaded", array.loaded},
            {"stored", array.stored},
            {"accesses", accesses.at("value")},
            {"accesses_formula", accesses.at("formula")},
            {"accesses_flag", accesses.at("flag")},
            {"footprint", footprint},
            {"extent_bytes", extent(array, counted.extent_bytes, bound)},
            {"afr", ratio(accesses.at("value"), footprint.at("value"))}};
  }

  // Accesses per element of the footprint: how often data is used again.
  static json ratio(const json& accesses, const json& footprint) {
    if (accesses.is_null() || footprint.is_null() || footprint == 0) return nullptr;
    return accesses.get<double>() / footprint.get<double>();
  }

  json sync(const SyncCount& sync, const Number& counted) const {
    json entry{{"kind", sync.kind}};
    add_count(entry, sync.count, counted);
    return entry;
  }

  const KernelModel& model_;
  const Bindings& bindings_;
  const WalkedCounts* walked_ = nullptr;
  const ExtentBounds* bounds_ = nullptr;
};

}  // namespace

json count_report(const KernelModel& model, const Bindings& bindings) {
  return Report(model, bindings).whole();
}

}  // namespace clgauge::collector
