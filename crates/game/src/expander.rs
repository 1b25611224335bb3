//! Successors without move names, for code that visits many positions.

use std::error::Error;

use crate::{CONTINUE, Game, Step, Value};

/// Applies the rules to one position after another; one for each thread.
///
/// Resources such as buffers and compiled code are kept between calls, and moves are not named: for
/// rules written in Python a name costs more than the move.
///
/// ```
/// use std::convert::Infallible;
/// use kibitz_game::{Expander, Flow, Game, CONTINUE, Step};
///
/// /// Take 1, 2 or 3 matches; a player who cannot take loses.
/// struct Matches;
///
/// impl Game for Matches {
///     type Pos = u32;
///     type Move = String;
///     type Fault = Infallible;
///
///     fn expand<F>(&self, &left: &u32, mut visit: F) -> Result<Flow, Infallible>
///     where
///         F: FnMut(Step<u32, String>) -> Flow,
///     {
///         for take in 1..=left.min(3) {
///             if visit(Step::alternate(left - take, format!("take {take}"))).is_break() {
///                 return Ok(Flow::Break(()));
///             }
///         }
///         Ok(CONTINUE)
///     }
/// }
///
/// let mut expander = Matches.expander();
/// let mut moves = Vec::new();
/// expander.expand(&2, &mut moves)?;
/// assert_eq!(moves, [Step::alternate(1, ()), Step::alternate(0, ())]);
/// assert_eq!(expander.degree(&5)?, 3);
/// # Ok::<(), Infallible>(())
/// ```
pub trait Expander {
    /// A position.
    type Pos;
    /// An error inside the rules.
    type Fault: Error + Send + Sync + 'static;

    /// The value of `p` if it is statically decided; see [`Game::static_value`].
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`.
    fn static_value(&mut self, p: &Self::Pos) -> Result<Option<Value>, Self::Fault>;

    /// Replaces the contents of `out` by the successors of `p`: the moves of [`Game::expand`], in
    /// its order. Not called for a statically decided position.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`; the contents of `out` are then unspecified.
    fn expand(
        &mut self,
        p: &Self::Pos,
        out: &mut Vec<Step<Self::Pos, ()>>,
    ) -> Result<(), Self::Fault>;

    /// The number of moves of `p`, which is not statically decided.
    ///
    /// # Errors
    /// Returns the fault if the rules fail at `p`.
    fn degree(&mut self, p: &Self::Pos) -> Result<u64, Self::Fault> {
        let mut out = Vec::new();
        self.expand(p, &mut out)?;
        Ok(out.len() as u64)
    }
}

/// Calls the game itself; the default for games without state between calls.
pub(crate) struct Direct<'g, G: ?Sized>(pub(crate) &'g G);

impl<G: Game + ?Sized> Expander for Direct<'_, G> {
    type Pos = G::Pos;
    type Fault = G::Fault;

    fn static_value(&mut self, p: &G::Pos) -> Result<Option<Value>, G::Fault> {
        self.0.static_value(p)
    }

    fn expand(&mut self, p: &G::Pos, out: &mut Vec<Step<G::Pos, ()>>) -> Result<(), G::Fault> {
        out.clear();
        let _ = self.0.expand(p, |step| {
            out.push(step.relabelled(()));
            CONTINUE
        })?;
        Ok(())
    }

    fn degree(&mut self, p: &G::Pos) -> Result<u64, G::Fault> {
        self.0.degree(p)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{Flow, Turn, laws};

    /// From `n` to any smaller number.
    struct Down;

    impl Game for Down {
        type Pos = u32;
        type Move = u32;
        type Fault = Infallible;

        fn expand<F>(&self, n: &u32, mut visit: F) -> Result<Flow, Infallible>
        where
            F: FnMut(Step<u32, u32>) -> Flow,
        {
            Ok((0..*n).try_for_each(|to| visit(Step::alternate(to, to))))
        }
    }

    type Changes = fn(&mut Vec<Step<u32, ()>>);

    /// Expanders with one error each.
    struct Wrong {
        changes: Changes,
        count: fn(u32) -> u64,
        decided: Option<Value>,
    }

    const RIGHT: Wrong = Wrong {
        changes: |_| {},
        count: |n| n.into(),
        decided: None,
    };

    impl Expander for Wrong {
        type Pos = u32;
        type Fault = Infallible;

        fn static_value(&mut self, _: &u32) -> Result<Option<Value>, Infallible> {
            Ok(self.decided)
        }

        fn expand(&mut self, p: &u32, out: &mut Vec<Step<u32, ()>>) -> Result<(), Infallible> {
            Direct(&Down).expand(p, out)?;
            (self.changes)(out);
            Ok(())
        }

        fn degree(&mut self, p: &u32) -> Result<u64, Infallible> {
            Ok((self.count)(*p))
        }
    }

    #[test]
    fn default_expander_agrees_with_game() {
        for n in 0..5 {
            assert_eq!(
                laws::expander_agrees(&Down, &mut Down.expander(), &n),
                Ok(())
            );
        }
        let mut out = vec![Step::extra_turn(9, ())];
        Down.expander().expand(&1, &mut out).unwrap();
        assert_eq!(out, [Step::alternate(0, ())]);
    }

    #[test]
    fn law_detects_every_wrong_expander() {
        assert_eq!(laws::expander_agrees(&Down, &mut { RIGHT }, &3), Ok(()));
        let changes: [Changes; 5] = [
            |out| out.reverse(),
            |out| out[0].turn = Turn::Same,
            |out| out[0].points = 1,
            |out| out.truncate(2),
            |out| out.push(Step::alternate(0, ())),
        ];
        let mut wrong: Vec<Wrong> = changes
            .into_iter()
            .map(|changes| Wrong { changes, ..RIGHT })
            .collect();
        wrong.push(Wrong {
            count: |n| u64::from(n) + 1,
            ..RIGHT
        });
        wrong.push(Wrong {
            decided: Some(Value::terminal(crate::Wdl::Loss)),
            ..RIGHT
        });
        for mut expander in wrong {
            assert!(laws::expander_agrees(&Down, &mut expander, &3).is_err());
        }
    }
}
