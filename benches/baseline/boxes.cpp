// Game (boxes), as a contestant writes it: staircase Nim over the boxes that
// are an odd number of steps from a sink.
#include <cstdio>

int main() {
    int cases;
    if (scanf("%d", &cases) != 1) return 1;
    for (int k = 1; k <= cases; k++) {
        int boxes, nim_sum = 0;
        scanf("%d", &boxes);
        for (int i = 1; i <= boxes; i++) {
            int cards;
            scanf("%d", &cards);
            if (i % 6 == 0 || i % 6 == 2 || i % 6 == 5) nim_sum ^= cards;
        }
        printf("Case %d: %s\n", k, nim_sum ? "Alice" : "Bob");
    }
    return 0;
}
