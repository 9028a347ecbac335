// clgauge-lens [2]: requests on stdin, answers on stdout (process/protocol.h). It is a process of
// its own so that LLVM's load time, and what a damaged object does to it, are not the caller's. 2:
// it may use a second processor.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "lens/launch/look.h"
#include "lens/process/protocol.h"

namespace {

// In blocks: streams, character by character, take longer than looking at a small kernel.
std::string standard_input() {
  std::string text;
  std::array<char, 65536> block{};
  for (std::size_t count = 0; (count = std::fread(block.data(), 1, block.size(), stdin)) > 0;) {
    text.append(block.data(), count);
  }
  return text;
}

nlohmann::json answer_to(const std::string& text, unsigned threads) {
  try {
    const std::string here = clgauge::lens::scheduling_cpus().front();
    std::map<std::string, clgauge::lens::Lens> lens_of;
    std::vector<clgauge::lens::LensAnswer> answers;
    for (const auto& request :
         clgauge::lens::requests_from_json(nlohmann::json::parse(text, nullptr, false))) {
      const std::string& named = request.machine.processor;
      const std::string& processor = named.empty() ? here : named;
      auto lens = lens_of.find(processor);
      if (lens == lens_of.end()) {
        lens = lens_of
                   .try_emplace(processor, clgauge::lens::scheduling_cpus(processor),
                                clgauge::lens::EvaluationLimits{}, threads)
                   .first;
      }
      answers.push_back(lens->second.look(request));
    }
    nlohmann::json all = clgauge::lens::answers_json(answers);
    all["processor"] = here;
    return all;
  } catch (const clgauge::Error& error) {
    return {{"error", {{"kind", clgauge::name_of(error.kind())}, {"message", error.what()}}}};
  } catch (const std::bad_alloc&) {
    return {{"error", {{"kind", "input"}, {"message", "clgauge-lens ran out of its memory"}}}};
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_second_taken = argc > 1 && std::string_view(argv[1]) == "2";
  if ((argc > 1 && !is_second_taken) || ::isatty(STDIN_FILENO) == 1) {  // a person
    std::fprintf(stderr, "%s\n", clgauge::lens::kStartedByClgauge);
    return 2;
  }
  const unsigned threads = is_second_taken ? 2 : 1;
  std::cout << answer_to(standard_input(), threads)
                   .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
            << std::endl;
  // Skips LLVM's static destructors, which cost more than an answer.
  std::_Exit(0);
}
