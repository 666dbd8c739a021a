//! `cargo xtask tidy`: the house rules that a machine can check, one file for each.

mod capabilities;
mod cycles;
mod edges;
mod english;
mod exceptions;
mod functions;
mod layout;
mod licences;
mod packages;
mod platform;
mod purity;
mod reads;
mod records;
mod scan;
mod threats;
mod traits;
mod violation;
mod words;

pub(crate) use edges::may_use;
pub(crate) use scan::{Source, sources};

use anyhow::{Result, bail};
use std::path::Path;

/// Checks every rule; an error lists the violations.
pub(crate) fn tidy(root: &Path) -> Result<()> {
    let sources = sources(root)?;
    let violations = [
        edges::violations(root)?,
        layout::violations(&sources),
        purity::violations(&sources),
        reads::violations(&sources),
        english::violations(&sources),
        platform::violations(&sources),
        traits::violations(&sources),
        functions::violations(&sources),
        cycles::violations(&sources),
        packages::violations(root)?,
        licences::violations(root)?,
        threats::violations(root)?,
        capabilities::violations(root, &sources)?,
        words::violations(&sources),
        records::violations(root)?,
    ];
    let violations = exceptions::apply(violations.concat(), exceptions::EXCEPTIONS);
    if violations.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    bail!("house rules are violated:\n  {}", lines.join("\n  "))
}
