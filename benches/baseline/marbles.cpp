// Marbles, as a contestant writes it: a memoised search over 16-bit boards,
// one board at a time; what was found for a board serves the boards after it.
#include <cstdio>
#include <cstring>

// The diamond's cells in reading order, as cells of the 4x4 grid.
const int kCell[16] = {0, 4, 1, 8, 5, 2, 12, 9, 6, 3, 13, 10, 7, 14, 11, 15};
const int kStep[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

int memo[1 << 16];

int wins(int board) {
    if (memo[board] != -1) return memo[board];
    for (int row = 0; row < 4; row++) {
        for (int col = 0; col < 4; col++) {
            for (int dir = 0; dir < 4; dir++) {
                int next = board;
                int r = row, c = col;
                for (int length = 1; length <= 3; length++) {
                    if (r > 3 || c < 0 || c > 3) break;
                    int bit = 1 << (4 * r + c);
                    if (next & bit) break;
                    next |= bit;
                    if (!wins(next)) return memo[board] = 1;
                    r += kStep[dir][0];
                    c += kStep[dir][1];
                }
            }
        }
    }
    return memo[board] = 0;
}

int main() {
    memset(memo, -1, sizeof memo);
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    while (cases--) {
        int board = 0;
        for (int i = 0; i < 16; i++) {
            int ch = getchar();
            while (ch != '*' && ch != '.') {
                if (ch == EOF) return 1;
                ch = getchar();
            }
            if (ch == '*') board |= 1 << kCell[i];
        }
        puts(wins(board) ? "Possible." : "Impossible.");
    }
    return 0;
}
