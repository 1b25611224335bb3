//! What can be told of a position by counting its moves.
//!
//! Every animal steps to a neighbour, so nothing is pinned and nothing can be
//! put between: a player who is not in check may move any animal but the lion
//! anywhere; one who is may catch what gives check, if that is one animal; and
//! the lion goes where it is not threatened.

use kibitz_game::{Outlook, Plies, Value};

use super::super::Try;
use super::codes::{LABELS, MINE, Pieces, is_mine_on_board, label};
use super::frames::{Frame, Labels};

/// What can be told of a placement in an inner frame.
#[inline]
pub(super) fn outlook(frame: &Frame, rule: Try, pieces: &Pieces) -> Outlook {
    let (mut own, mut taken, mut threatened): (Labels, Labels, Labels) = (0, 0, 0);
    let (mut checks, mut checking) = (0, 0);
    for (kind, pair) in pieces.iter().enumerate() {
        for &code in pair {
            if frame.catches[kind] >> code & 1 == 1 {
                return Outlook::Absent;
            }
            let Some(label) = label(code) else { continue };
            taken |= 1 << label;
            if is_mine_on_board(code) {
                own |= 1 << label;
            } else {
                threatened |= frame.steps[kind][usize::from(code)];
                if frame.checks[kind] >> code & 1 == 1 {
                    checks += 1;
                    checking = 1 << label;
                }
            }
        }
    }
    let lion = frame.lion & !own;
    let safe = lion & !threatened & !frame.near;
    let tries = match rule {
        Try::Safe => safe & frame.far,
        Try::Any => lion & frame.far,
    };
    if tries != 0 {
        return Outlook::Known(Value::Win(Plies::new(1)));
    }
    let mut steps = 0;
    let mut answers = 0;
    let mut kinds_in_hand = 0;
    for (kind, pair) in pieces.iter().enumerate() {
        for &code in pair {
            if is_mine_on_board(code) {
                let to = frame.steps[kind][usize::from(code)] & !own;
                steps += to.count_ones();
                answers += (to & checking).count_ones();
            }
        }
        kinds_in_hand += u32::from(pair.contains(&MINE));
    }
    let drops = kinds_in_hand * (LABELS as u32 - taken.count_ones());
    let others = match checks {
        0 => steps + drops,
        1 => answers,
        _ => 0,
    };
    let open = safe.count_ones() + others;
    if open > 0 {
        return Outlook::Open(open.into());
    }
    let is_stuck = lion == 0 && steps + drops == 0;
    // Every move leads to a position that is won in 1.
    let plies = if is_stuck { 0 } else { 2 };
    Outlook::Known(Value::Loss(Plies::new(plies)))
}
