//! The positions of a table that belong to one game.

use super::{Axis, MOST_AXES};
use crate::many::Texts;
use crate::many::template::{Piece, Template};

/// A template cut into pieces, and the values of its fields. Texts are
/// numbered with the last axis running fastest.
pub(super) struct Grid<'a> {
    pieces: Vec<Part<'a>>,
    /// For each field the number of its values.
    counts: Vec<usize>,
    /// How far apart neighbours of each field are among the table's cells.
    strides: Vec<usize>,
    /// The first cell.
    first: usize,
}

enum Part<'a> {
    Text(String),
    /// The values of a field, and which field it is.
    Field(&'a [String], usize),
}

impl<'a> Grid<'a> {
    /// Of the axes those are fields that open no game of their own; for the
    /// others a value is chosen.
    pub(super) fn new(
        template: &Template,
        axes: &'a [Axis],
        opens: &[bool],
        choice: &[usize],
    ) -> Grid<'a> {
        let mut grid = Grid {
            pieces: Vec::new(),
            counts: Vec::new(),
            strides: Vec::new(),
            first: 0,
        };
        let mut fields: Vec<&Axis> = Vec::new();
        let mut stride: usize = axes.iter().map(|axis| axis.values.len()).product();
        for ((axis, opens), chosen) in axes.iter().zip(opens).zip(choice) {
            stride /= axis.values.len();
            if *opens {
                grid.first += chosen * stride;
            } else {
                fields.push(axis);
                grid.counts.push(axis.values.len());
                grid.strides.push(stride);
            }
        }
        let part = |piece: &Piece| match piece {
            Piece::Text(text) => Part::Text(text.clone()),
            Piece::Field { name, .. } => match fields.iter().position(|axis| axis.name == *name) {
                Some(field) => Part::Field(&fields[field].values, field),
                None => Part::Text(format!("{{{name}}}")),
            },
        };
        grid.pieces = template.pieces.iter().map(part).collect();
        grid
    }

    /// For each field the number of its value in a text.
    fn digits(&self, mut number: usize) -> [usize; MOST_AXES] {
        let mut digits = [0; MOST_AXES];
        for (digit, count) in digits.iter_mut().zip(&self.counts).rev() {
            *digit = number % count;
            number /= count;
        }
        digits
    }

    /// The table's cell of a text.
    pub(super) fn cell(&self, number: usize) -> usize {
        let digits = self.digits(number);
        let steps = digits.iter().zip(&self.strides);
        self.first + steps.map(|(digit, stride)| digit * stride).sum::<usize>()
    }
}

impl Texts for Grid<'_> {
    fn count(&self) -> usize {
        self.counts.iter().product()
    }

    fn write(&self, number: usize, text: &mut String) {
        let digits = self.digits(number);
        for piece in &self.pieces {
            text.push_str(match piece {
                Part::Text(text) => text,
                Part::Field(values, field) => &values[digits[*field]],
            });
        }
    }
}
