//! `cargo xtask test`: the one command that continuous integration runs too.

use crate::{docs, root, run::run, setup::setup, tidy};
use anyhow::Result;

/// Sets up, checks the house rules, and passes every test.
pub(crate) fn test() -> Result<()> {
    let root = root()?;
    setup(&root)?;
    run(&root, "cargo", &["fmt", "--all", "--check"])?;
    tidy::tidy(&root)?;
    run(&root, "cargo", &["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    docs::check(&root)?;
    run(&root, "cargo", &["test", "--workspace", "--locked"])
}
