// A Game With Numbers, as a contestant writes it: all pairs of hands solved
// backwards by a recursive search from the decided ones, then looked up.
#include <cctype>
#include <cstdio>
#include <cstring>

enum { UNKNOWN, WIN, LOSS };

int hands;
int count_of[500][5];
int kinds[500];  // distinct non-zero values in a hand
int id_of[9][9][9][9];
int value[500][500];     // [mover's hand][opponent's hand]
int won_moves[500][500];  // moves known to leave the opponent a won position

char buffer[512];
char *at = buffer, *end = buffer;

inline int next_char() {
    if (at == end) {
        at = buffer;
        end = buffer + fread(buffer, 1, sizeof buffer, stdin);
        if (at == end) return EOF;
    }
    return *at++;
}

inline int read_int() {
    int ch = next_char(), x = 0;
    while (ch != EOF && !isdigit(ch)) ch = next_char();
    while (isdigit(ch)) {
        x = x * 10 + ch - '0';
        ch = next_char();
    }
    return x;
}

int read_hand() {
    int c[5] = {0, 0, 0, 0, 0};
    for (int i = 0; i < 8; i++) c[read_int()]++;
    return id_of[c[1]][c[2]][c[3]][c[4]];
}

void number_hands() {
    for (int a = 0; a <= 8; a++)
        for (int b = 0; a + b <= 8; b++)
            for (int c = 0; a + b + c <= 8; c++)
                for (int d = 0; a + b + c + d <= 8; d++) {
                    int *count = count_of[hands];
                    count[0] = 8 - a - b - c - d;
                    count[1] = a, count[2] = b, count[3] = c, count[4] = d;
                    kinds[hands] = (a > 0) + (b > 0) + (c > 0) + (d > 0);
                    id_of[a][b][c][d] = hands++;
                }
}

// The hand in which one card `from` is a card `to`.
inline int exchange(int hand, int from, int to) {
    int c[5];
    memcpy(c, count_of[hand], sizeof c);
    c[from]--;
    c[to]++;
    return id_of[c[1]][c[2]][c[3]][c[4]];
}

// The position has just been decided: tell the positions it is reached from.
// There `other` was to move, and turned `before` into `after` by adding `card`.
void spread(int mover, int other) {
    for (int card = 1; card < 5; card++) {
        if (!count_of[mover][card]) continue;
        for (int after = 0; after < 5; after++) {
            int before = (after - card + 5) % 5;
            if (!count_of[other][after] || !before) continue;
            int hand = exchange(other, after, before);
            if (value[hand][mover] != UNKNOWN) continue;
            if (value[mover][other] == LOSS) {
                value[hand][mover] = WIN;
                spread(hand, mover);
            } else if (++won_moves[hand][mover] == kinds[hand] * kinds[mover]) {
                value[hand][mover] = LOSS;
                spread(hand, mover);
            }
        }
    }
}

int main() {
    number_hands();
    for (int hand = 1; hand < hands; hand++) {
        value[0][hand] = WIN;
        value[hand][0] = LOSS;
        spread(hand, 0);
    }
    int cases = read_int();
    while (cases--) {
        int bob_first = read_int();
        int alice = read_hand();
        int bob = read_hand();
        int result = bob_first ? value[bob][alice] : value[alice][bob];
        if (result == UNKNOWN)
            puts("Deal");
        else
            puts((result == WIN) != (bob_first == 1) ? "Alice" : "Bob");
    }
    return 0;
}
