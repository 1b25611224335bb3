//! Bit-matrix transposition: from positions by the mover's hand to positions by the opponent's.

use super::avx2::{Kernel, each};
use super::rounds::TASK;
use super::rows::{Lane, Rows, WORDS};
use kibitz_game::Threads;

/// Adds positions by the mover's hand to a set by the opponent's hand.
pub(super) fn transpose_rows(from: &Rows, to: &mut Rows, threads: &Threads) {
    // Each task transposes one word of every row: the positions of 64 opponents' hands.
    let targets = to
        .bits
        .chunks_mut(from.lanes * TASK)
        .zip(to.live.chunks_mut(TASK));
    let tasks = targets
        .zip(0..)
        .map(|((target, live), word)| (word, target, live));
    each(&BlockTranspose { from }, tasks.collect(), threads);
}

/// Transposes blocks of 64 by 64 bits.
struct BlockTranspose<'a> {
    from: &'a Rows,
}

impl<'a> Kernel for BlockTranspose<'a> {
    type Item = (usize, &'a mut [Lane], &'a mut [bool]);

    #[inline(always)]
    fn run(&self, (word, target, live): Self::Item) {
        let width = self.from.lanes * WORDS;
        let words = self.from.bits.as_flattened();
        let target = target.as_flattened_mut();
        for (group, is_live) in self.from.live.chunks(TASK).enumerate() {
            if !is_live.iter().any(|live| *live) {
                continue;
            }
            let mut block = [0u64; TASK];
            for ((bits, is_live), row) in block.iter_mut().zip(is_live).zip(group * TASK..) {
                // Rows that are not live may hold positions of earlier rounds.
                *bits = if *is_live {
                    words[row * width + word]
                } else {
                    0
                };
            }
            transpose(&mut block);
            for ((opponent, live), bits) in live.iter_mut().enumerate().zip(block) {
                target[opponent * width + group] |= bits;
                *live |= bits != 0;
            }
        }
    }
}

/// Transposes a block of bits: bit *j* of word *i* changes places with bit *i* of word *j*. In six
/// steps: first halves, then quarters, and so on.
#[inline(always)]
fn transpose(block: &mut [u64; 64]) {
    let mut size = 32;
    let mut mask = u64::MAX >> 32;
    while size > 0 {
        for pair in block.chunks_exact_mut(2 * size) {
            let (upper, lower) = pair.split_at_mut(size);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swapped = (*a >> size ^ *b) & mask;
                *a ^= swapped << size;
                *b ^= swapped;
            }
        }
        size /= 2;
        mask ^= mask << size;
    }
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn transpose_moves_every_bit() {
        for i in 0..64 {
            for j in 0..64 {
                let mut block = [0; 64];
                block[i] = 1 << j;
                transpose(&mut block);
                let mut turned = [0; 64];
                turned[j] = 1 << i;
                assert_eq!(block, turned, "{i} {j}");
            }
        }
    }
}
