//! The status of a position during enumeration and early rounds, in one byte.

use kibitz_game::{Plies, Value, Wdl};

/// The status of a position: open, a hole, or a value of small distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeStatus(u8);

impl NodeStatus {
    /// Not solved.
    pub(super) const OPEN: NodeStatus = NodeStatus(0);
    /// No position has this id.
    pub(super) const HOLE: NodeStatus = NodeStatus(1);
    /// A draw by the rules.
    const TIE: NodeStatus = NodeStatus(2);
    /// Won in one ply.
    pub(super) const WON_IN_1: NodeStatus = NodeStatus::won(1);
    /// Lost in one ply.
    pub(super) const LOST_IN_1: NodeStatus = NodeStatus::lost(1);
    /// Maximum distance.
    pub(super) const MAX_PLIES: u8 = 125;

    /// Won in this many plies.
    pub(super) const fn won(plies: u8) -> NodeStatus {
        NodeStatus(3 + 2 * plies + 1)
    }

    /// Lost in this many plies.
    pub(super) const fn lost(plies: u8) -> NodeStatus {
        NodeStatus(3 + 2 * plies)
    }

    /// A static result, at 0 plies.
    pub(super) fn now(wdl: Wdl) -> NodeStatus {
        match wdl {
            Wdl::Loss => NodeStatus::lost(0),
            Wdl::Draw => NodeStatus::TIE,
            Wdl::Win => NodeStatus::won(0),
        }
    }

    pub(super) fn from_byte(byte: u8) -> NodeStatus {
        NodeStatus(byte)
    }

    pub(super) fn byte(self) -> u8 {
        self.0
    }

    /// Whether it is won, if it is won or lost in fewer than `plies` plies.
    #[inline]
    pub(super) fn won_before(self, plies: u8) -> Option<bool> {
        (self.0 >= 3 && self.0 < 3 + 2 * plies).then_some(self.0 & 1 == 0)
    }

    /// The result if the distance is 0.
    pub(super) fn at_once(self) -> Option<Wdl> {
        match self {
            NodeStatus::TIE => Some(Wdl::Draw),
            _ if self == NodeStatus::lost(0) => Some(Wdl::Loss),
            _ if self == NodeStatus::won(0) => Some(Wdl::Win),
            _ => None,
        }
    }

    /// The value if it is solved.
    pub(super) fn value(self) -> Option<Value> {
        match self {
            NodeStatus::OPEN | NodeStatus::HOLE => None,
            NodeStatus::TIE => Some(Value::Draw),
            NodeStatus(byte) => {
                let plies = Plies::new(u32::from((byte - 3) / 2));
                Some(if byte & 1 == 0 {
                    Value::Win(plies)
                } else {
                    Value::Loss(plies)
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_status_round_trips() {
        assert_eq!(NodeStatus::OPEN.value(), None);
        assert_eq!(NodeStatus::HOLE.value(), None);
        assert_eq!(NodeStatus::OPEN.won_before(NodeStatus::MAX_PLIES), None);
        for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            assert_eq!(NodeStatus::now(wdl).value(), Some(Value::terminal(wdl)));
            assert_eq!(NodeStatus::now(wdl).at_once(), Some(wdl));
        }
        assert_eq!(
            NodeStatus::now(Wdl::Draw).won_before(NodeStatus::MAX_PLIES),
            None
        );
        for n in 0..=NodeStatus::MAX_PLIES {
            let plies = Plies::new(u32::from(n));
            assert_eq!(NodeStatus::won(n).value(), Some(Value::Win(plies)));
            assert_eq!(NodeStatus::lost(n).value(), Some(Value::Loss(plies)));
            assert_eq!(NodeStatus::won(n).won_before(n), None);
            assert_eq!(NodeStatus::won(n).won_before(n + 1), Some(true));
            assert_eq!(NodeStatus::lost(n).won_before(n + 1), Some(false));
            assert_eq!(NodeStatus::won(n).at_once().is_some(), n == 0);
        }
    }
}
