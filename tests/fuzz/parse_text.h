#pragma once

#include <string_view>

namespace clgauge::collector::test {

// Feeds hostile text to everything that reads text from outside: a formula, a launch description
// (fields separated by newlines: global, local, argument, assumption), a model in JSON. Returns
// normally when each either parses or throws Error; checks that what parses prints and parses again
// to the same value, and aborts the program when it does not.
void parse_hostile_text(std::string_view text);

}  // namespace clgauge::collector::test
