//! `kibitz judge`: contest input to contest output.

use super::{open_contest, open_input, standard_output};
use crate::arguments::JudgeOptions;
use crate::failure::Failure;
use crate::progress;

pub(crate) fn run(options: &JudgeOptions) -> Result<(), Failure> {
    let game = open_contest(&options.game)?;
    let watch = progress::tidy_watch(&options.budget);
    let mut input = open_input(options.file.as_deref(), &watch)?;
    game.judge(&mut input, &mut *standard_output()?, &watch)?;
    Ok(())
}
