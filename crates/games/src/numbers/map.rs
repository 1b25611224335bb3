//! Map of all positions: the mover's hand by the opponent's.

use kibitz_game::Axes;

use super::Numbers;

impl Numbers {
    pub(super) fn pairs_of_hands(&self) -> Option<Axes> {
        let count = self.hands().count();
        if count as usize > Axes::MAX {
            return None;
        }
        let hands = 0..count as u16;
        let labels: Vec<String> = hands.map(|hand| self.write_hand(hand)).collect();
        Some(Axes {
            rows: labels.clone(),
            columns: labels,
            between: "/",
            row_title: "the mover's cards",
            column_title: "the opponent's cards",
        })
    }
}
