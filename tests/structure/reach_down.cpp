// db linked, base included: base is an earlier room.
#include "base/hash.h"

int main() { return clgauge::hash_of({"x"}).empty() ? 1 : 0; }
