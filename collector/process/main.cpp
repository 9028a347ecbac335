// clgauge-collector: one request on stdin, one answer on stdout (process/protocol.h). It is a
// process of its own so that the compiler's limits, crashes and load time are not the caller's.
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/error.h"
#include "collector/bitcode.h"
#include "collector/collect.h"
#include "collector/process/protocol.h"
#include "collector/removal/strip.h"

namespace {

nlohmann::json error_answer(clgauge::ErrorKind kind, const std::string& message,
                            const std::string& detail) {
  return {{"error", {{"kind", clgauge::name_of(kind)}, {"message", message}, {"detail", detail}}}};
}

nlohmann::json answer_to(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    if (clgauge::collector::is_strip_request(json)) {
      const auto request = clgauge::collector::strip_request_from_json(json);
      return {{"stripped", clgauge::collector::to_json(clgauge::collector::strip(
                               request.source, request.kernel, request.options))}};
    }
    if (clgauge::collector::is_bitcode_request(json)) {
      const auto request = clgauge::collector::bitcode_request_from_json(json);
      return {{"bitcode", clgauge::to_base64(clgauge::collector::prepared_bitcode(
                              request.source, request.kernel))}};
    }
    const auto request = clgauge::collector::collect_request_from_json(json);
    return {{"model", clgauge::collector::to_json(clgauge::collector::collect(
                          request.source, request.kernel, request.launch))}};
  } catch (const clgauge::Error& error) {
    return error_answer(error.kind(), error.what(), error.detail());
  } catch (const nlohmann::json::exception& error) {
    return error_answer(clgauge::ErrorKind::usage,
                        std::string("clgauge-collector is started by clgauge, with a request on "
                                    "stdin: ") +
                            error.what(),
                        "");
  } catch (const std::bad_alloc&) {
    return error_answer(clgauge::ErrorKind::input,
                        "the analysis ran out of its memory: simplify the kernel", "");
  }
}

}  // namespace

int main() {
  const std::string request((std::istreambuf_iterator<char>(std::cin)),
                            std::istreambuf_iterator<char>());
  // Source text may hold any bytes; diagnostics quote it.
  std::cout << answer_to(request).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
            << std::endl;
  // Skips LLVM's static destructors, which cost more than the answer.
  std::_Exit(0);
}
