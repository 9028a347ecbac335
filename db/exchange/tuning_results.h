#pragma once

#include <map>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "db/store.h"

// Other tools' tuning results as observations (docs/exchange.md).
namespace clgauge::db {

// What a results file does not say.
struct TuningSource {
  std::string device_id;                    // id or alias of a known device; "" takes the file's
  std::string kernel_name;                  // Kernel Tuner's files do not name the kernel
  std::map<std::string, std::string> args;  // sizes that the kernel ran with: {"n", "4096"}
};

struct TuningImport {
  std::string device_id;
  std::size_t read = 0;   // results in the file
  std::size_t added = 0;  // of them, new to the store
};

// A file that a tuner of CLBlast wrote ("clblast_xgemm_1_32.json"). Without source.device_id the
// device is the known one of that name, else a new one made from what the file says of it. All or
// nothing. Throws Error(input).
TuningImport import_clblast(Store& store, const nlohmann::json& file, const TuningSource& source);

// A results file of Kernel Tuner in the T4 format, version 1; the source must name device and
// kernel. All or nothing. Throws Error(input).
TuningImport import_kernel_tuner(Store& store, const nlohmann::json& file,
                                 const TuningSource& source);

// Either of them, told apart by what is in the file.
TuningImport import_tuning_results(Store& store, const nlohmann::json& file,
                                   const TuningSource& source);

}  // namespace clgauge::db
