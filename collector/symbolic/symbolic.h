#pragma once

// Everything of collector/symbolic.
#include "collector/symbolic/context.h"
#include "collector/symbolic/evaluate.h"
#include "collector/symbolic/operations.h"
#include "collector/symbolic/parse.h"
#include "collector/symbolic/poly.h"
#include "collector/symbolic/print.h"
#include "collector/symbolic/prover.h"
#include "collector/symbolic/sums.h"
