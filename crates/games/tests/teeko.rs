//! Teeko: trait laws, notation, and values against brute force.

mod bruteforce;
mod laws;
