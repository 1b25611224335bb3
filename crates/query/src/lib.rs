//! Solved games that answer questions.
