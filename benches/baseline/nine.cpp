// Nine: a plain memoised search, one deal at a time. It is the truth that the
// benchmark holds kibitz's answers to, not an opponent: no document has a
// program that answers this game rightly.
#include <cstdio>
#include <cstring>

const char kRanks[] = "6789TJQKA";
const char kSuits[] = "CDSH";
const int kNine = 3;

int holder[4][9];            // 0: Alice, 1: Bob
int low[4], high[4];         // ranks on the table; high < low: nothing yet
int left[2];                 // cards in hand
signed char memo[2][390625];  // 25 states a suit

int table_index() {
    int index = 0;
    for (int s = 0; s < 4; s++) {
        int state = high[s] < low[s] ? 0 : 1 + 4 * (high[s] - kNine) + kNine - low[s];
        index = index * 25 + state;
    }
    return index;
}

bool wins(int player);

// Does the player win by laying `rank` at this end of a suit?
bool wins_by(int player, int rank, int *end) {
    int before = *end;
    *end = rank;
    bool won = --left[player] == 0 || !wins(1 - player);
    left[player]++;
    *end = before;
    return won;
}

bool can_lay(int player, int suit, int rank) {
    return rank >= 0 && rank <= 8 && holder[suit][rank] == player;
}

bool wins(int player) {
    signed char &known = memo[player][table_index()];
    if (known != -1) return known == 1;
    bool stuck = true;
    known = 0;
    for (int s = 0; s < 4 && !known; s++) {
        bool open = high[s] >= low[s];
        if (can_lay(player, s, high[s] + 1)) {
            stuck = false;
            if (wins_by(player, high[s] + 1, &high[s])) known = 1;
        }
        if (!known && open && can_lay(player, s, low[s] - 1)) {
            stuck = false;
            if (wins_by(player, low[s] - 1, &low[s])) known = 1;
        }
    }
    if (stuck) known = !wins(1 - player);
    return known == 1;
}

int main() {
    char card[3];
    while (true) {
        for (int i = 0; i < 36; i++) {
            if (scanf("%2s", card) != 1) return 0;
            int suit = strchr(kSuits, card[1]) - kSuits;
            int rank = strchr(kRanks, card[0]) - kRanks;
            holder[suit][rank] = i >= 18;
        }
        for (int s = 0; s < 4; s++) low[s] = kNine, high[s] = kNine - 1;
        left[0] = left[1] = 18;
        memset(memo, -1, sizeof memo);
        puts(wins(0) ? "Alice" : "Bob");
    }
}
