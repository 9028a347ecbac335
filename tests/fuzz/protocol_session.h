#pragma once

#include <string_view>

namespace clgauge::fuzz {

// What a client sends, line by line, to the daemon's protocol and to those of its methods that
// start no process: on a store of this process with one calibrated device and one kernel. Aborts
// the program when an answer is no JSON-RPC, and when the short way to answer a predict differs
// from the method itself.
void protocol_session(std::string_view bytes);

}  // namespace clgauge::fuzz
