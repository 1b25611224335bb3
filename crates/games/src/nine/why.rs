//! Explanation: forced passes on the principal variation, and the cards that
//! block the passing player.

use kibitz_game::{Findings, Notation, Reason, counted, listed};
use serde::Serialize;

use super::{Card, Cards, Move, Nine, Player, Position};

/// Maximum number of events of one kind in the text; the facts have all.
const MAX_SHOWN: usize = 6;

/// The facts of the explanation.
#[derive(Serialize)]
struct Facts {
    /// The player who has laid all cards at the end of the line.
    winner: Option<&'static str>,
    /// The moves of the principal variation.
    line: Vec<String>,
    /// Its forced passes.
    passes: Vec<Pass>,
    /// The player with the most passes behind one card, and that card.
    squeezed: Option<Squeeze>,
    /// Moves without alternative that make a card of the opponent playable.
    forced: Vec<Forced>,
    score: Option<i64>,
    importance: Option<u64>,
    /// The same, signed: the amount by which moving first raises a player's
    /// score.
    first_move_gain: Option<i64>,
}

/// A forced pass.
#[derive(Serialize)]
struct Pass {
    /// The ply of the line, from 1.
    ply: usize,
    player: &'static str,
    /// The opponent's cards that must be laid first.
    behind: Vec<String>,
}

#[derive(Serialize)]
struct Squeeze {
    player: &'static str,
    card: String,
    holder: &'static str,
    /// The plies at which the player passes behind this card.
    passes: Vec<usize>,
    /// The ply at which it is laid, if it is.
    laid: Option<usize>,
}

/// An only card that can be laid, and what it opens.
#[derive(Serialize)]
struct Forced {
    ply: usize,
    player: &'static str,
    card: String,
    /// Cards of the opponent that it makes playable.
    opens: Vec<String>,
}

impl Nine {
    /// The explanation of the line from `p`; `None` if the game is over.
    pub(super) fn reason(
        &self,
        p: &Position,
        found: &Findings<'_, Position, Move>,
    ) -> Option<Reason> {
        let mut at = *p;
        let mut line = Vec::new();
        let mut passes = Vec::new();
        let mut forced = Vec::new();
        for (i, step) in found.line.iter().enumerate() {
            let ply = i + 1;
            line.push(self.write_move(&at, &step.by));
            match step.by {
                Move::Pass => passes.push((ply, at)),
                Move::Lay(card) => forced.extend(self.forced(ply, &at, card, &step.to)),
            }
            at = step.to;
        }
        let out = |player: &Player| self.held(&at, *player).is_empty();
        let facts = Facts {
            winner: Player::BOTH.into_iter().find(out).map(Player::name),
            squeezed: self.squeezed(&passes, found),
            passes: passes.iter().map(|(ply, at)| self.pass(*ply, at)).collect(),
            line,
            forced,
            score: found.score,
            importance: found.first_move_gain.map(i64::unsigned_abs),
            first_move_gain: found.first_move_gain,
        };
        (!found.line.is_empty()).then(|| Reason::new("squeeze", words(p, &facts), &facts))
    }

    fn names(&self, cards: Cards) -> Vec<String> {
        cards.iter().map(|card| self.deck().name(card)).collect()
    }

    /// The opponent's cards that block `player`, who cannot lay any card: each
    /// card that can be laid next in its suit and has cards of the player
    /// behind it.
    fn blockers(&self, p: &Position, player: Player) -> Cards {
        let held = self.held(p, player);
        let open = self.playable(p, player.other());
        let is_blocker = |card: &Card| held.iter().any(|own| self.is_behind(own, *card));
        open.iter()
            .filter(is_blocker)
            .fold(Cards::NONE, Cards::with)
    }

    /// Whether `card` can be laid only after `first`: both are of one suit, and
    /// `first` opens it or is between `card` and the opening rank.
    fn is_behind(&self, card: Card, first: Card) -> bool {
        let (suit, rank) = self.deck().place(card);
        let (first_suit, first_rank) = self.deck().place(first);
        let opening = self.deck().shape().below;
        suit == first_suit
            && match first_rank.cmp(&opening) {
                std::cmp::Ordering::Less => rank < first_rank,
                std::cmp::Ordering::Equal => true,
                std::cmp::Ordering::Greater => rank > first_rank,
            }
    }

    fn pass(&self, ply: usize, at: &Position) -> Pass {
        Pass {
            ply,
            player: at.mover().name(),
            behind: self.names(self.blockers(at, at.mover())),
        }
    }

    /// A move without alternative, if it opens a card to the opponent.
    fn forced(&self, ply: usize, at: &Position, card: Card, to: &Position) -> Option<Forced> {
        let player = at.mover();
        let before = self.playable(at, player.other());
        let opened = self.playable(to, player.other()) - before;
        let is_only = self.playable(at, player).len() == 1;
        let is_over = self.held(to, player).is_empty();
        (is_only && !is_over && !opened.is_empty()).then(|| Forced {
            ply,
            player: player.name(),
            card: self.deck().name(card),
            opens: self.names(opened),
        })
    }

    /// Among all pairs of a player and a blocking card, the one with the most
    /// passes; the first of equals.
    fn squeezed(
        &self,
        passes: &[(usize, Position)],
        found: &Findings<'_, Position, Move>,
    ) -> Option<Squeeze> {
        let mut best: Option<(Player, Card, Vec<usize>)> = None;
        for player in Player::BOTH {
            for card in self.deck().cards().iter() {
                let waits = |at: &Position| {
                    at.mover() == player && self.blockers(at, player).contains(card)
                };
                let own = passes.iter().filter(|(_, at)| waits(at));
                let plies: Vec<usize> = own.map(|(ply, _)| *ply).collect();
                if plies.len() > best.as_ref().map_or(0, |(_, _, max)| max.len()) {
                    best = Some((player, card, plies));
                }
            }
        }
        let (player, card, passes) = best?;
        let mut line = found.line.iter();
        let laid = line.position(|step| step.by == Move::Lay(card));
        Some(Squeeze {
            player: player.name(),
            card: self.deck().name(card),
            holder: player.other().name(),
            passes,
            laid: laid.map(|i| i + 1),
        })
    }
}

fn words(p: &Position, facts: &Facts) -> String {
    let mut lines = Vec::new();
    if let Some(winner) = facts.winner {
        let plies = counted(facts.line.len() as u64, "ply");
        lines.push(format!(
            "With best play {winner} lays all cards first, after {plies}."
        ));
    }
    let times = |player: Player| {
        let own = facts.passes.iter().filter(|p| p.player == player.name());
        match own.count() {
            0 => format!("{player} never has to pass"),
            1 => format!("{player} has to pass once"),
            n => format!("{player} has to pass {}", counted(n as u64, "time")),
        }
    };
    lines.push(format!("{}; {}.", times(Player::Alice), times(Player::Bob)));
    if let Some(squeeze) = &facts.squeezed {
        lines.push(squeeze_words(squeeze));
    }
    lines.extend(event_words(facts));
    if let Some(score) = facts.score {
        let (ahead, behind) = match score >= 0 {
            true => (p.mover(), p.mover().other()),
            false => (p.mover().other(), p.mover()),
        };
        lines.push(format!(
            "If both play for the score, {ahead} leaves {behind} with {}.",
            counted(score.unsigned_abs(), "card")
        ));
    }
    if let Some(gain) = facts.first_move_gain {
        let cards = counted(gain.unsigned_abs(), "card");
        lines.push(match gain {
            0 => "First-move advantage in this deal: none.".to_owned(),
            1.. => format!("First-move advantage in this deal: {cards}."),
            _ => format!("First-move disadvantage in this deal: {cards}."),
        });
    }
    lines.join("\n")
}

/// Passes and forced cards in the order of the line.
fn event_words(facts: &Facts) -> Vec<String> {
    let passes = facts.passes.iter().take(MAX_SHOWN).map(|pass| {
        let behind = listed(&pass.behind, MAX_SHOWN);
        let text = format!("{} passes: all cards are behind {behind}", pass.player);
        (pass.ply, text)
    });
    let forced = facts.forced.iter().take(MAX_SHOWN).map(|forced| {
        let opens = listed(&forced.opens, MAX_SHOWN);
        let text = format!(
            "{} can lay only {}, which opens {opens}",
            forced.player, forced.card
        );
        (forced.ply, text)
    });
    let mut events: Vec<(usize, String)> = passes.chain(forced).collect();
    events.sort_unstable();
    events
        .into_iter()
        .map(|(ply, text)| format!("  ply {ply}: {text}"))
        .collect()
}

fn squeeze_words(squeeze: &Squeeze) -> String {
    let until = match squeeze.laid {
        Some(ply) => format!("holds it until ply {ply}"),
        None => "never lays it".to_owned(),
    };
    format!(
        "{} is squeezed by {}'s {}: passes behind it at ply {}, and {} {until}.",
        squeeze.player,
        squeeze.holder,
        squeeze.card,
        listed(&squeeze.passes, MAX_SHOWN),
        squeeze.holder,
    )
}
