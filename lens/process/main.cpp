// clgauge-lens: requests on stdin, answers on stdout (process/protocol.h). It is a process of its
// own so that LLVM's load time, and what a damaged object does to it, are not the caller's.
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "lens/launch/look.h"
#include "lens/process/protocol.h"

namespace {

nlohmann::json answer_to(const std::string& text) {
  try {
    clgauge::lens::Lens lens;
    std::vector<clgauge::lens::LensAnswer> answers;
    for (const auto& request :
         clgauge::lens::requests_from_json(nlohmann::json::parse(text, nullptr, false))) {
      answers.push_back(lens.look(request));
    }
    return clgauge::lens::answers_json(answers);
  } catch (const clgauge::Error& error) {
    return {{"error", {{"kind", clgauge::name_of(error.kind())}, {"message", error.what()}}}};
  } catch (const std::bad_alloc&) {
    return {{"error", {{"kind", "input"}, {"message", "clgauge-lens ran out of its memory"}}}};
  }
}

}  // namespace

int main() {
  const std::string text((std::istreambuf_iterator<char>(std::cin)),
                         std::istreambuf_iterator<char>());
  std::cout << answer_to(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
            << std::endl;
  // Skips LLVM's static destructors, which cost more than an answer.
  std::_Exit(0);
}
