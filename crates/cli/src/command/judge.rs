//! `kibitz judge`: answers contest input in the contest's output format.

use std::path::Path;

use kibitz_game::contest::{Consumed, Input};
use kibitz_query::{ContestError, QueryError};

use super::{open_contest, open_input, standard_output};
use crate::arguments::JudgeOptions;
use crate::failure::Failure;
use crate::progress;

pub(crate) fn run(options: &JudgeOptions) -> Result<(), Failure> {
    let game = open_contest(&options.game)?;
    let context = progress::graceful_context(&options.budget);
    let file = options.file.as_deref();
    let mut input = open_input(file, &context)?;
    if options.strict {
        let text = all_of(&mut input)?;
        let name = file.filter(|file| *file != Path::new("-"));
        let name = name.map_or("standard input".into(), |file| file.display().to_string());
        game.validate(&name, &text)?;
        let mut input = Input::new(name, text.as_slice());
        game.judge(&mut input, &mut *standard_output()?, &context)?;
    } else {
        game.judge(&mut input, &mut *standard_output()?, &context)?;
    }
    Ok(())
}

/// The whole input.
fn all_of(input: &mut Input<'_>) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    loop {
        let block = input.block();
        text.extend_from_slice(block);
        let taken = Consumed {
            bytes: block.len(),
            lines: 0,
        };
        input.take(taken);
        let more = input.refill().map_err(ContestError::from);
        if !more.map_err(QueryError::from)? {
            return Ok(text);
        }
    }
}
