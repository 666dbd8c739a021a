//! The policy: what risks are found, what rules say, and who wins.

mod natives;
mod operations;
mod others;
mod precedence;
mod risks;
mod rules;
mod secrecy;
