//! The built-in games of kibitz.
