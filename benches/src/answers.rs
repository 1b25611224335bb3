//! Answers as JSON, compared with what is known.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

/// Compares fields of the answer in a file, named as `/plies`, with the truth.
///
/// # Errors
/// Where there is no such answer, or a field says otherwise.
pub fn check<T>(output: &Path, truth: &[(&str, T)]) -> io::Result<()>
where
    T: Copy + Into<Value>,
{
    let answer: Value = serde_json::from_str(&fs::read_to_string(output)?)?;
    for (field, expected) in truth {
        let expected: Value = (*expected).into();
        let found = answer.pointer(field);
        if found != Some(&expected) {
            let error = format!(
                "{}: {field} is {found:?} instead of {expected}",
                output.display()
            );
            return Err(io::Error::other(error));
        }
    }
    Ok(())
}
