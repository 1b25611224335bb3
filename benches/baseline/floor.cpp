// What it costs to be a process that reads its input and writes as many bytes
// as the answer has, without looking at either: `floor BYTES`.
#include <cstdlib>
#include <unistd.h>

char block[1 << 16];

int main(int argc, char **argv) {
    long bytes = argc > 1 ? atol(argv[1]) : 0;
    while (read(0, block, sizeof block) > 0) {
    }
    while (bytes > 0) {
        long part = bytes < (long)sizeof block ? bytes : (long)sizeof block;
        long written = write(1, block, part);
        if (written <= 0) return 1;
        bytes -= written;
    }
    return 0;
}
