//! Packs the parts of an OpenDocument file. It contains no timestamps, so that the bytes are the same each
//! time.

use anyhow::Result;
use std::io::{Cursor, Write};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

/// What is in a package.
pub(super) struct Parts {
    /// The type of the document.
    pub(super) media_type: &'static str,
    /// The elements of `content.xml`.
    pub(super) content: String,
    /// The elements of `styles.xml`.
    pub(super) styles: String,
}

/// The placeholder in the parts for the colour of headings.
const COLOUR: &str = "@COLOUR@";

const META: &str = "<office:meta><dc:language>en-US</dc:language></office:meta>";

const NAMESPACES: &[(&str, &str)] = &[
    ("office", "urn:oasis:names:tc:opendocument:xmlns:office:1.0"),
    ("style", "urn:oasis:names:tc:opendocument:xmlns:style:1.0"),
    ("text", "urn:oasis:names:tc:opendocument:xmlns:text:1.0"),
    ("table", "urn:oasis:names:tc:opendocument:xmlns:table:1.0"),
    ("draw", "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"),
    ("presentation", "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"),
    ("number", "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"),
    ("fo", "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"),
    ("svg", "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"),
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("of", "urn:oasis:names:tc:opendocument:xmlns:of:1.2"),
];

/// The bytes of the package.
pub(super) fn package(parts: &Parts, colour: &str) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().last_modified_time(DateTime::default());
    // The type comes first and is not compressed: other programs find it at a fixed position.
    archive.start_file("mimetype", options.compression_method(CompressionMethod::Stored))?;
    archive.write_all(parts.media_type.as_bytes())?;
    for (name, text) in [
        ("content.xml", xml("office:document-content", &parts.content)),
        ("styles.xml", xml("office:document-styles", &parts.styles)),
        ("meta.xml", xml("office:document-meta", META)),
        ("META-INF/manifest.xml", manifest(parts.media_type)),
    ] {
        archive.start_file(name, options.compression_method(CompressionMethod::Deflated))?;
        archive.write_all(text.replace(COLOUR, colour).as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

fn xml(root: &str, elements: &str) -> String {
    let namespaces: String =
        NAMESPACES.iter().map(|(name, uri)| format!(" xmlns:{name}=\"{uri}\"")).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root}{namespaces} office:version=\"1.2\">{elements}</{root}>\n"
    )
}

fn manifest(media_type: &str) -> String {
    let entry = |path: &str, media_type: &str| {
        format!("<manifest:file-entry manifest:full-path=\"{path}\" manifest:media-type=\"{media_type}\"/>")
    };
    let parts: String = ["content.xml", "styles.xml", "meta.xml"].map(|it| entry(it, "text/xml")).concat();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest:manifest \
         xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.2\">{}{parts}\
         </manifest:manifest>\n",
        entry("/", media_type)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_stands_where_other_programs_look_for_it() {
        let parts = Parts { media_type: "application/x", content: "@COLOUR@".into(), styles: String::new() };
        let bytes = package(&parts, "00ff00").unwrap();
        assert_eq!(&bytes[30..51], b"mimetypeapplication/x");
        assert_eq!(bytes, package(&parts, "00ff00").unwrap());
        assert_ne!(bytes, package(&parts, "0000ff").unwrap());
    }
}
