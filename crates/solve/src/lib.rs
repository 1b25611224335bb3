//! The engines that solve games.
