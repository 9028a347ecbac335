#pragma once

// Marks what libclgauge offers to other programs; all else stays inside.
#define CLGAUGE_EXPORT __attribute__((visibility("default")))
