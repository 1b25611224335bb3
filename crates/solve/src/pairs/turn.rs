//! From positions by the mover's hand to positions by the opponent's.

use super::rounds::TASK;
use super::rows::{Lane, Rows, WORDS};
use super::wide::{Step, each};
use kibitz_game::Threads;

/// Adds positions by the mover's hand to a set by the opponent's hand.
pub(super) fn turn(from: &Rows, to: &mut Rows, threads: &Threads) {
    // Each task turns one word of every row: the positions of 64 opponents.
    let targets = to
        .bits
        .chunks_mut(from.lanes * TASK)
        .zip(to.live.chunks_mut(TASK));
    let tasks = targets
        .zip(0..)
        .map(|((target, live), word)| (word, target, live));
    each(&Turn { from }, tasks.collect(), threads);
}

/// Turns blocks of 64 by 64 bits over.
struct Turn<'a> {
    from: &'a Rows,
}

impl<'a> Step for Turn<'a> {
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
                // Rows that are not live may hold what was settled long ago.
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

/// Turns a block of bits over: bit *j* of word *i* changes places with bit *i*
/// of word *j*. In six steps: first halves, then quarters, and so on.
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
    fn every_bit_changes_places() {
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
