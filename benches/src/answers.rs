//! Compares JSON output with expected values.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::Value;

/// Compares fields of the output in a file, given as JSON pointers such as
/// `/plies`, with expected values.
///
/// # Errors
///
/// Returns an error if the file is not JSON or a field differs.
pub fn check<T>(output: &Path, expected_fields: &[(&str, T)]) -> io::Result<()>
where
    T: Copy + Into<Value>,
{
    let answer: Value = serde_json::from_str(&fs::read_to_string(output)?)?;
    for (field, expected) in expected_fields {
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
