//! `kibitz judge`: contest input to contest output.

use std::fs::File;
use std::io::{self, Write};

use super::{open_game, open_input};
use crate::arguments::JudgeOptions;
use crate::failure::Failure;
use crate::progress;

pub(crate) fn run(options: &JudgeOptions) -> Result<(), Failure> {
    let game = open_game(&options.game, &[])?;
    let mut input = open_input(options.file.as_deref())?;
    let watch = progress::reporting(&options.budget);
    game.judge(&mut input, &mut *standard_output(), &watch)?;
    Ok(())
}

/// Standard output without the buffer that looks for line ends: the judge
/// writes large pieces of whole lines.
fn standard_output() -> Box<dyn Write> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        if let Ok(own) = io::stdout().as_fd().try_clone_to_owned() {
            return Box::new(File::from(own));
        }
    }
    Box::new(io::stdout())
}
