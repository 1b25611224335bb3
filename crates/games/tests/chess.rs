//! Chess endgames: trait laws, notation, and values against brute force and
//! published results.

mod bruteforce;
mod laws;
mod published;
mod solved;
