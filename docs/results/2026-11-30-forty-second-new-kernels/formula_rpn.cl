// Recalculation of a spreadsheet: all cells of one level of the dependency graph, whose formulas were compiled to a stack machine.
// An item is one cell; references are relative to it, as in R1C1 notation.
//   sheet     nrows x ncols, values before
//   cell      cells to make: row * ncols + column
//   formula   of each: first instruction
//   code      instructions: operation, a, b, c
//   number    constants in formulas
//   rate      table of LOOKUP: bounds, ascending, and values
//   value     of each cell made
//   error     of each: 0, or DIV0, REF, NUM (value is 0 then)
//   ncells, nrows, ncols, nrates
#define STACK 12
enum {
    OP_END, OP_CONST, OP_CELL, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_LESS, OP_JUMPZ, OP_JUMP, OP_SUM, OP_MIN, OP_MAX, OP_SQRT, OP_ROUND,
    OP_LOOKUP
};
enum { FINE, DIV0, REF, NUM };

__kernel void formula_rpn(__global const double *restrict sheet,
                          __global const int *restrict cell,
                          __global const int *restrict formula,
                          __global const short4 *restrict code,
                          __global const double *restrict number,
                          __global const double2 *restrict rate,
                          __global double *restrict value,
                          __global uchar *restrict error,
                          const int ncells,
                          const int nrows,
                          const int ncols,
                          const int nrates)
{
    const int id = get_global_id(0);
    if (id >= ncells)
        return;
    const int row = cell[id] / ncols;
    const int col = cell[id] % ncols;
    double stack[STACK] = {0.0};
    int top = -1;
    int bad = FINE;
    for (int pc = formula[id]; bad == FINE; pc++) {
        const short4 i = code[pc];
        if (i.x == OP_END) break;
        switch (i.x) {
        case OP_CONST: stack[++top] = number[i.y]; break;
        case OP_CELL: {
            const int r = row + i.y;
            const int c = col + i.z;
            if (r < 0 || r >= nrows || c < 0 || c >= ncols)
                bad = REF;
            else
                stack[++top] = sheet[r * ncols + c];
            break;
        }
        case OP_ADD: top--; stack[top] += stack[top + 1]; break;
        case OP_SUB: top--; stack[top] -= stack[top + 1]; break;
        case OP_MUL: top--; stack[top] *= stack[top + 1]; break;
        case OP_DIV:
            top--;
            if (stack[top + 1] == 0.0) bad = DIV0; else stack[top] /= stack[top + 1];
            break;
        case OP_LESS: top--; stack[top] = stack[top] < stack[top + 1] ? 1.0 : 0.0; break;
        case OP_JUMPZ: if (stack[top--] == 0.0) pc += i.y; break;
        case OP_JUMP: pc += i.y; break;
        case OP_SUM: {                                                       // rows b to c of a column, cut off at the sheet's edges
            double sum = 0.0;
            for (int r = max(row + i.z, 0); r <= min(row + i.w, nrows - 1); r++)
                sum += sheet[r * ncols + clamp(col + i.y, 0, ncols - 1)];
            stack[++top] = sum;
            break;
        }
        case OP_MIN: top--; stack[top] = fmin(stack[top], stack[top + 1]); break;
        case OP_MAX: top--; stack[top] = fmax(stack[top], stack[top + 1]); break;
        case OP_SQRT: if (stack[top] < 0.0) bad = NUM; else stack[top] = sqrt(stack[top]); break;
        case OP_ROUND: stack[top] = rint(stack[top] * 100.0) * 0.01; break;
        case OP_LOOKUP: {
            int low = 0;
            for (int high = nrates; high - low > 1;) {
                const int mid = (low + high) / 2;
                if (rate[mid].x <= stack[top]) low = mid; else high = mid;
            }
            stack[top] = rate[low].y;
            break;
        }
        }
    }
    value[id] = bad == FINE ? stack[0] : 0.0;
    error[id] = (uchar)bad;
}
