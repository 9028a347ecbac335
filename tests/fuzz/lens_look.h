#pragma once

#include <string>

namespace clgauge::fuzz {

// Looks at a launch of an object from a stranger, as clgauge-lens does: walks its groups, prices
// what they do and simulates its traffic. The first two bytes say which of the recorded launches
// (tests/lens/recorded, in their order), the others are the object in the place of the recorded
// one. The answer must be features that are finite numbers, or a refusal; anything else aborts.
void lens_look(const std::string& bytes);

}  // namespace clgauge::fuzz
