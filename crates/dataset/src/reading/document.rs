//! Tells from a document which template it is a copy of.

use deskpilot_dataflow::{OfficeApplication, Templates};
use deskpilot_system::ReadLimit;
use std::path::Path;

/// The largest document that is read.
const LARGEST: ReadLimit = ReadLimit::mib(64);

/// The template, such as `writer/letter.odt`. Documents that are no template have the hash of their content instead, so that
/// copies of one document are never taken for two.
pub(super) fn template(document: &Path, templates: &Templates) -> Result<String, String> {
    let bytes = LARGEST.read(document).map_err(|error| format!("{}: {error}", document.display()))?;
    let named = OfficeApplication::ALL
        .iter()
        .flat_map(|application| templates.of(*application).iter().map(move |it| (application.name(), it)));
    let found = named.into_iter().find(|(_, it)| *it.bytes == *bytes);
    Ok(match found {
        Some((application, template)) => format!("{application}/{}", template.name),
        None => format!("document/{}", blake3::hash(&bytes).to_hex()),
    })
}
