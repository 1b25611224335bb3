//! Human-readable formatting of large numbers.

use std::fmt;

/// A number of bytes, displayed in binary units.
///
/// ```
/// assert_eq!(kibitz_game::Bytes(3 << 29).to_string(), "1.5 GiB");
/// assert_eq!(kibitz_game::Bytes(300).to_string(), "300 bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return write!(f, "{} bytes", self.0);
        }
        let mut amount = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while amount >= 1023.5 && unit + 1 < UNITS.len() {
            amount /= 1024.0;
            unit += 1;
        }
        let digits = usize::from(amount < 9.95);
        write!(f, "{amount:.digits$} {}", UNITS[unit])
    }
}

/// A number displayed with thousands separators.
///
/// ```
/// assert_eq!(kibitz_game::Thousands(9018008).to_string(), "9,018,008");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Thousands(pub u64);

impl fmt::Display for Thousands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        f.pad_integral(true, "", &text)
    }
}
