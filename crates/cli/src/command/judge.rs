//! `kibitz judge`: answers contest input in the contest's output format.

use super::{open_contest, open_input, standard_output};
use crate::arguments::JudgeOptions;
use crate::failure::Failure;
use crate::progress;

pub(crate) fn run(options: &JudgeOptions) -> Result<(), Failure> {
    let game = open_contest(&options.game)?;
    let context = progress::graceful_context(&options.budget);
    let mut input = open_input(options.file.as_deref(), &context)?;
    game.judge(&mut input, &mut *standard_output()?, &context)?;
    Ok(())
}
