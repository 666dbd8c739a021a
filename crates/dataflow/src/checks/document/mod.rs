//! Checks office documents without an office suite: they are zip packages of XML parts.

mod bold;
mod excel;
mod odf;
mod package;
mod properties;
mod shown;
mod word;
mod xml;

use super::{
    Finding,
    file::{There, there},
    same,
};
use crate::task::{Cell, HomePath, Kind, Part, quoted};
use package::{Package, Trouble};
use shown::Shown;
use std::path::Path;

/// The largest document that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Whether the document has the wanted content.
pub(super) fn look(home: &Path, path: &HomePath, kind: Kind, part: &Part) -> Finding {
    let bytes = match there(home, path, LARGEST) {
        There::Nothing => return Finding::no(format!("{path} is not there")),
        There::NoFile => return Finding::no(format!("{path} is not a file")),
        There::Unseen(why) => return Finding::unsure(format!("{path}: {why}")),
        There::Bytes(bytes) => bytes,
    };
    match Package::open(bytes).and_then(|mut package| inside(&mut package, path, kind, part)) {
        Ok(finding) => finding,
        Err(Trouble::NotADocument(why)) => Finding::no(format!("{path} is not a document: {why}")),
        Err(Trouble::Unread(why)) => Finding::unsure(format!("{path} cannot be read: {why}")),
    }
}

fn inside(package: &mut Package, path: &HomePath, kind: Kind, part: &Part) -> Result<Finding, Trouble> {
    Ok(match part {
        Part::Text(wanted) => {
            let shown = text(package, kind)?;
            Finding::of(shown.contains(wanted), format!("{path} says {}", quoted(shown.text())))
        }
        Part::Bold(wanted) => {
            let shown = text(package, kind)?;
            let found = match shown.contains(wanted) {
                true => format!("{} is in {path}", quoted(wanted)),
                false => format!("{} is not in {path}", quoted(wanted)),
            };
            Finding::of(shown.bold(wanted), found)
        }
        Part::Property(property, wanted) => {
            let found = properties::property(package, kind, *property)?;
            let word = property.word();
            Finding::of(found.trim() == wanted.trim(), format!("the {word} of {path} is {}", quoted(&found)))
        }
        Part::Cell(cell, wanted) => match value(package, kind, cell)? {
            Ok(found) => {
                let holds = same(&found.shown, wanted) || found.raw.is_some_and(|raw| same(&raw, wanted));
                Finding::of(holds, format!("{cell} of {path} is {}", quoted(&found.shown)))
            }
            Err(sheets) => Finding::no(format!("{path} has no such sheet; it has {}", sheets.join(", "))),
        },
    })
}

/// The value of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Value {
    /// As displayed.
    shown: String,
    /// As stored, if the format keeps both.
    raw: Option<String>,
}

/// The cell's value; the inner error lists the sheets if the cell's own is missing.
fn value(package: &mut Package, kind: Kind, cell: &Cell) -> Result<Result<Value, Vec<String>>, Trouble> {
    match kind {
        Kind::Xlsx => excel::value(package, cell),
        _ => odf::value(package, cell),
    }
}

fn text(package: &mut Package, kind: Kind) -> Result<Shown, Trouble> {
    match kind {
        Kind::Odt | Kind::Ods | Kind::Odp => odf::text(package),
        Kind::Docx => word::text(package),
        Kind::Pptx => word::slides(package),
        Kind::Xlsx => excel::text(package),
    }
}
