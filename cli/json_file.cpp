#include "cli/json_file.h"

#include "base/error.h"
#include "base/paths.h"

namespace clgauge::cli {

nlohmann::json read_json_file(const std::string& file, const std::string& wanted) {
  try {
    return nlohmann::json::parse(read_file(file));
  } catch (const nlohmann::json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 2, column 5: syntax error ..."
    const std::string what = error.what();
    const auto kind = what.find("] ");
    throw Error(ErrorKind::input,
                file + " is not JSON: " + what.substr(kind == std::string::npos ? 0 : kind + 2) +
                    ": mend it there, or name " + wanted);
  }
}

}  // namespace clgauge::cli
