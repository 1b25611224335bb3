//! `gle/.c./.C./ELG - - S`: the ranks from the top, the hands, the mover.

use std::ops::Range;

use kibitz_game::{Card, Cell, Grid, Hand, Held, Holder, Notation, Places, TextError, View, words};

use super::animals::CELLS;
use super::{Animal, Dobutsu, Move, Piece, Player, Position, Small};

/// The name of a cell: files a to c from the left, ranks 1 to 4 from the top.
fn cell_name(cell: u8) -> String {
    let file = char::from(b'a' + cell % 3);
    format!("{file}{}", 4 - cell / 3)
}

/// The cells of a rank, counted from the top.
fn rank(from_top: usize) -> Range<usize> {
    let low = CELLS - 3 * (from_top + 1);
    low..low + 3
}

fn letter(animal: Animal, owner: Player) -> char {
    match owner {
        Player::Sente => animal.letter(),
        Player::Gote => animal.letter().to_ascii_lowercase(),
    }
}

impl Notation for Dobutsu {
    fn write(&self, p: &Position) -> String {
        let sign = |piece: &Option<Piece>| piece.map_or('.', |p| letter(p.animal, p.owner));
        let row = |r| p.board[rank(r)].iter().map(sign).collect::<String>();
        let board = [row(0), row(1), row(2), row(3)].join("/");
        let hand = |owner: Player| {
            let held = Small::ALL.into_iter().zip(p.hands[owner as usize]);
            let letters = held.flat_map(|(animal, count)| {
                std::iter::repeat_n(letter(animal.dropped(), owner), count.into())
            });
            let text: String = letters.collect();
            if text.is_empty() {
                "-".to_owned()
            } else {
                text
            }
        };
        let [sente, gote] = Player::BOTH.map(hand);
        format!("{board} {sente} {gote} {}", p.mover.name())
    }

    fn parse(&self, text: &str) -> Result<Position, TextError> {
        let parts: Vec<_> = words(text).collect();
        let [board, sente, gote, mover] = &parts[..] else {
            let message = format!(
                "expected the board, Sente's hand, Gote's hand and the mover, found {} of these",
                parts.len()
            );
            let help = "e.g. gle/.c./.C./ELG - - S; - is an empty hand";
            return Err(TextError::new(0..text.len(), message).help(help));
        };
        let mut p = Position::BARE;
        p.board = parse_board(board.1).map_err(|e| e.shifted(board.0.start))?;
        for (part, owner) in [(sente, Player::Sente), (gote, Player::Gote)] {
            let hand = parse_hand(part.1, owner).map_err(|e| e.shifted(part.0.start))?;
            p.hands[owner as usize] = hand;
        }
        p.mover = match mover.1 {
            "S" => Player::Sente,
            "G" => Player::Gote,
            other => {
                let message = format!("expected S or G, the player to move, found `{other}`");
                return Err(TextError::new(mover.0.clone(), message));
            }
        };
        self.check(&p).map_err(|message| {
            let end = mover.0.end;
            TextError::new(board.0.start..end, message)
        })?;
        Ok(p)
    }

    /// `b3-b2` for a step, `C*b2` for a drop.
    fn write_move(&self, _: &Position, by: &Move) -> String {
        match *by {
            Move::Step { from, to } => format!("{}-{}", cell_name(from), cell_name(to)),
            Move::Drop { animal, to } => {
                format!("{}*{}", animal.dropped().letter(), cell_name(to))
            }
        }
    }

    fn move_syntax(&self) -> Option<&'static str> {
        Some("e.g. b3-b2, or C*b2 to drop a chick: files a to c, ranks 1 to 4 from the top")
    }

    fn places(&self, p: &Position, by: &Move) -> Option<Places> {
        Some(match *by {
            Move::Step { from, to } => Places::step(cell_name(from), cell_name(to)),
            Move::Drop { animal, to } => {
                let piece = letter(animal.dropped(), p.mover).to_string();
                Places::drop(piece, cell_name(to))
            }
        })
    }

    fn players(&self) -> [&'static str; 2] {
        [Player::Sente.name(), Player::Gote.name()]
    }

    fn view(&self, p: &Position) -> View {
        let cell = |cell: usize| {
            Some(Cell {
                name: cell_name(cell as u8),
                piece: p.board[cell].map(|p| letter(p.animal, p.owner).to_string()),
            })
        };
        View::Grid(Grid {
            columns: ["a", "b", "c"].map(str::to_owned).to_vec(),
            rows: ["1", "2", "3", "4"].map(str::to_owned).to_vec(),
            cells: (0..4).map(|r| rank(r).map(cell).collect()).collect(),
            hands: Player::BOTH.map(|owner| hand_view(p, owner)).to_vec(),
        })
    }

    fn mover(&self, p: &Position) -> Option<&'static str> {
        Some(p.mover.name())
    }
}

fn hand_view(p: &Position, owner: Player) -> Hand {
    let held = Small::ALL.into_iter().zip(p.hands[owner as usize]);
    Hand {
        holder: match owner == p.mover {
            true => Holder::Mover,
            false => Holder::Opponent,
        },
        name: Some(owner.name().to_owned()),
        cards: held
            .filter(|(_, count)| *count > 0)
            .map(|(animal, count)| Held {
                card: Card {
                    rank: letter(animal.dropped(), owner).to_string(),
                    suit: None,
                },
                count: count.into(),
                is_playable: p.board.contains(&None),
            })
            .collect(),
    }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; CELLS], TextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 4 {
        let message = format!("expected 4 ranks joined by /, found {}", rows.len());
        return Err(TextError::new(0..text.len(), message));
    }
    let mut board = [None; CELLS];
    let mut offset = 0;
    for (r, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != 3 {
            let message = format!("expected 3 cells in this rank, found {found}");
            return Err(TextError::new(offset..offset + row.len(), message));
        }
        for ((at, c), cell) in row.char_indices().zip(rank(r)) {
            board[cell] = parse_cell(c).map_err(|message| {
                let at = offset + at;
                TextError::new(at..at + c.len_utf8(), message)
            })?;
        }
        offset += row.len() + 1;
    }
    Ok(board)
}

fn parse_cell(c: char) -> Result<Option<Piece>, String> {
    if c == '.' {
        return Ok(None);
    }
    for owner in Player::BOTH {
        for animal in Animal::ALL {
            if letter(animal, owner) == c {
                return Ok(Some(Piece { animal, owner }));
            }
        }
    }
    Err(format!(
        "expected L, E, G, C, H, one of these in lower case, or . (empty), found `{c}`"
    ))
}

fn parse_hand(text: &str, owner: Player) -> Result<[u8; 3], TextError> {
    let mut hand = [0; 3];
    if text == "-" {
        return Ok(hand);
    }
    for (at, c) in text.char_indices() {
        let found = Small::ALL
            .into_iter()
            .find(|small| letter(small.dropped(), owner) == c);
        let Some(small) = found else {
            let letters = Small::ALL.map(|small| letter(small.dropped(), owner).to_string());
            let message = format!(
                "expected letters among {} in this hand, or - for none, found `{c}`",
                letters.join(", ")
            );
            return Err(TextError::new(at..at + c.len_utf8(), message));
        };
        hand[small as usize] = 2.min(hand[small as usize]) + 1;
    }
    Ok(hand)
}

impl Dobutsu {
    /// Checks that the position can occur: two of every animal in the game, one
    /// lion per player, and the mover's own lion not on the far rank, which
    /// would have ended the game.
    fn check(&self, p: &Position) -> Result<(), String> {
        for owner in Player::BOTH {
            let lion =
                |(_, piece): &(usize, Piece)| piece.animal == Animal::Lion && piece.owner == owner;
            let lions = p.pieces().filter(lion).count();
            if lions != 1 {
                let sign = letter(Animal::Lion, owner);
                return Err(format!("expected one lion {sign}, found {lions}"));
            }
        }
        for small in Small::ALL {
            let caught = |(_, piece): &(usize, Piece)| piece.animal.caught() == Some(small);
            let held: u8 = p.hands.iter().map(|hand| hand[small as usize]).sum();
            let found = p.pieces().filter(caught).count() + usize::from(held);
            let expected = if self.present[small as usize] { 2 } else { 0 };
            if found != expected {
                let name = match small {
                    Small::Elephant => "elephants",
                    Small::Giraffe => "giraffes",
                    Small::Chick => "chicks and hens",
                };
                return Err(format!(
                    "expected {expected} {name} on the board and in the hands, found {found}"
                ));
            }
        }
        if p.has_arrived(p.mover) {
            return Err(format!(
                "the lion of {}, the player to move, is already on the far rank: \
                 the game is over",
                p.mover.name()
            ));
        }
        Ok(())
    }
}
