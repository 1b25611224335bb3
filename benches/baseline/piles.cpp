// Game of Cards (piles), as a contestant writes it: the Grundy value of every
// height of a pile from the set of its options, marked in an array.
#include <algorithm>
#include <cstdio>
#include <cstring>

const int kMax = 1010;
int card[kMax];
int grundy[kMax];
bool seen[kMax];

int grundy_of_pile(int height, int discard) {
    grundy[0] = 0;
    for (int h = 1; h <= height; h++) {
        memset(seen, 0, sizeof seen);
        for (int d = 0; d <= std::min(discard, h - 1); d++) {
            int rest = h - d - card[h - d];
            if (rest >= 0) seen[grundy[rest]] = true;
        }
        int mex = 0;
        while (seen[mex]) mex++;
        grundy[h] = mex;
    }
    return grundy[height];
}

int main() {
    int piles, discard;
    while (scanf("%d %d", &piles, &discard) == 2) {
        int nim_sum = 0;
        while (piles--) {
            int height;
            scanf("%d", &height);
            for (int h = 1; h <= height; h++) scanf("%d", &card[h]);
            nim_sum ^= grundy_of_pile(height, discard);
        }
        puts(nim_sum ? "Alice can win." : "Bob will win.");
    }
    return 0;
}
