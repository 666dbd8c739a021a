//! Takes the page out of a zip archive.

use super::limits::Limits;
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The first bytes of a zip archive.
const MAGIC: &[u8] = b"PK\x03\x04";

/// Whether these bytes are a zip archive.
pub(super) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The only page in the archive. Other entries are not read.
pub(super) fn page(bytes: &[u8], limits: Limits) -> Result<Vec<u8>, String> {
    let damaged = |error: zip::result::ZipError| format!("it is no usable zip archive: {error}");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(damaged)?;
    if archive.len() > limits.entries {
        return Err(format!("it has more than {} entries: the Steps Recorder writes one", limits.entries));
    }
    let is_page = |name: &str| [".mht", ".mhtml"].iter().any(|end| name.to_ascii_lowercase().ends_with(end));
    let pages: Vec<usize> = (0..archive.len())
        .filter(|at| archive.name_for_index(*at).and_then(Result::ok).is_some_and(|name| is_page(&name)))
        .collect();
    let [at] = pages.as_slice() else {
        return Err(format!(
            "it has {} pages that end in .mht, and not one: name the right one itself",
            pages.len()
        ));
    };
    let entry = archive.by_index(*at).map_err(damaged)?;
    let packed = entry.compressed_size().max(1);
    let most = limits.page.min(packed.saturating_mul(limits.ratio));
    let mut page = Vec::new();
    // The size that the archive states is untrusted.
    entry
        .take(most + 1)
        .read_to_end(&mut page)
        .map_err(|error| format!("its page cannot be unpacked: {error}"))?;
    if page.len() as u64 > most {
        return Err(format!(
            "its page is larger than {} bytes, or more than {} times as large as it is packed",
            limits.page, limits.ratio
        ));
    }
    Ok(page)
}
