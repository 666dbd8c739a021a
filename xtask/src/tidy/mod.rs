//! The house rules that a machine can keep, one file a rule.

mod cycles;
mod edges;
mod english;
mod functions;
mod known;
mod layout;
mod offence;
mod packages;
mod platform;
mod purity;
mod scan;
mod threats;
mod traits;

use anyhow::{Result, bail};
use std::path::Path;

/// Every offence against the rules, or nothing.
pub(crate) fn tidy(root: &Path) -> Result<()> {
    let sources = scan::sources(root)?;
    let offences = [
        edges::offences(root)?,
        layout::offences(&sources),
        purity::offences(&sources),
        english::offences(&sources),
        platform::offences(&sources),
        traits::offences(&sources),
        functions::offences(&sources),
        cycles::offences(&sources),
        packages::offences(root)?,
        threats::offences(root)?,
    ];
    let offences = known::unknown(offences.concat(), known::KNOWN);
    if offences.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = offences.iter().map(ToString::to_string).collect();
    bail!("the house is not tidy:\n  {}", lines.join("\n  "))
}
