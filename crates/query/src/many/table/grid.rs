//! The positions of a table that belong to one game.

use super::{Axis, MAX_AXES};
use crate::many::PositionTexts;
use crate::many::template::{Piece, Template};

/// A template with the values of its fields. Texts are numbered with the last
/// axis varying fastest.
pub(super) struct Grid<'a> {
    pieces: Vec<Part<'a>>,
    /// The number of values of each field.
    counts: Vec<usize>,
    /// The stride of each field among the table's cells.
    strides: Vec<usize>,
    /// The index of the first cell.
    first: usize,
}

enum Part<'a> {
    Text(String),
    /// The values of a field, and the index of the field.
    Field(&'a [String], usize),
}

impl<'a> Grid<'a> {
    /// `opens` marks the axes that open games, for which `choice` has the
    /// values; the others are fields.
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

    /// The index of each field's value in a text.
    fn digits(&self, mut number: usize) -> [usize; MAX_AXES] {
        let mut digits = [0; MAX_AXES];
        for (digit, count) in digits.iter_mut().zip(&self.counts).rev() {
            *digit = number % count;
            number /= count;
        }
        digits
    }

    /// The index of a text's cell in the table.
    pub(super) fn cell(&self, number: usize) -> usize {
        let digits = self.digits(number);
        let steps = digits.iter().zip(&self.strides);
        self.first + steps.map(|(digit, stride)| digit * stride).sum::<usize>()
    }
}

impl PositionTexts for Grid<'_> {
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
