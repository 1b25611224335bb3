//! Type-erased positions.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A type-erased position.
pub trait AnyPosition: Any + Send + Sync {
    /// Whether both are the same position of the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;
    /// Feeds the position into a hasher.
    fn digest(&self, into: &mut dyn Hasher);
    /// A shared copy.
    fn to_pos(&self) -> Pos;
}

impl<P: Clone + Eq + Hash + std::fmt::Debug + Send + Sync + 'static> AnyPosition for P {
    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn digest(&self, mut into: &mut dyn Hasher) {
        self.hash(&mut into);
    }

    fn to_pos(&self) -> Pos {
        Pos(Arc::new(self.clone()))
    }
}

/// A shared type-erased position. It has no `Debug`, so that `AnyPosition` is
/// not implemented for `Pos` itself.
#[derive(Clone)]
pub struct Pos(Arc<dyn AnyPosition>);

impl Pos {
    /// The position without the `Arc`.
    pub fn any(&self) -> &dyn AnyPosition {
        &*self.0
    }
}

impl PartialEq for Pos {
    fn eq(&self, other: &Pos) -> bool {
        self.0.is_same(other.any())
    }
}

impl Eq for Pos {}

impl Hash for Pos {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.digest(state);
    }
}

/// The position in the game's own type.
///
/// # Panics
/// Panics if it belongs to another game. Every `Pos` comes from the game that
/// it is passed back to.
pub fn typed<P: 'static>(p: &dyn AnyPosition) -> &P {
    let position = (p as &dyn Any).downcast_ref();
    position.expect("a position of this game")
}
