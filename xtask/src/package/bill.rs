//! The bill of materials of a package: every crate that is linked into the program, in CycloneDX. Pure.

use crate::crates::ExternalCrate;
use std::collections::BTreeSet;

/// The file: JSON of CycloneDX 1.6, in the order of names, so that the same crates give the same file.
pub(super) fn bill(version: &str, licence: &str, crates: &BTreeSet<ExternalCrate>) -> String {
    let components: Vec<String> = crates.iter().map(component).collect();
    format!(
        r#"{{
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "version": 1,
  "metadata": {{
    "component": {{
      "type": "application",
      "bom-ref": "deskpilot",
      "name": "deskpilot",
      "version": {},
      "licenses": [{{"expression": {}}}]
    }}
  }},
  "components": [
{}
  ]
}}
"#,
        quoted(version),
        quoted(licence),
        components.join(",\n")
    )
}

fn component(it: &ExternalCrate) -> String {
    let (name, version) = (quoted(&it.name), quoted(&it.version));
    let url = quoted(&format!("pkg:cargo/{}@{}", it.name, it.version));
    let (licence, checksum) = (quoted(&it.licence), quoted(&it.checksum));
    format!(
        r#"    {{
      "type": "library",
      "bom-ref": {url},
      "name": {name},
      "version": {version},
      "licenses": [{{"expression": {licence}}}],
      "hashes": [{{"alg": "SHA-256", "content": {checksum}}}],
      "purl": {url}
    }}"#
    )
}

/// A string in JSON.
fn quoted(text: &str) -> String {
    let escaped = text.chars().flat_map(|it| {
        let escaped = match it {
            '"' | '\\' => format!("\\{it}"),
            it if it.is_control() => format!("\\u{:04x}", u32::from(it)),
            it => it.to_string(),
        };
        escaped.chars().collect::<Vec<char>>()
    });
    format!("\"{}\"", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bill_has_every_crate_with_version_licence_and_checksum() {
        let listed = |name: &str, licence: &str| ExternalCrate {
            name: name.into(),
            version: "1.2.3".into(),
            licence: licence.into(),
            checksum: "0".repeat(64),
        };
        let made =
            bill("0.1.0", "MIT", &BTreeSet::from([listed("zip", "MIT"), listed("url", "MIT \"or\"\n")]));
        let expected = format!(
            r#"    {{
      "type": "library",
      "bom-ref": "pkg:cargo/url@1.2.3",
      "name": "url",
      "version": "1.2.3",
      "licenses": [{{"expression": "MIT \"or\"\u000a"}}],
      "hashes": [{{"alg": "SHA-256", "content": "{}"}}],
      "purl": "pkg:cargo/url@1.2.3"
    }},
    {{
      "type": "library",
      "bom-ref": "pkg:cargo/zip@1.2.3","#,
            "0".repeat(64)
        );
        assert!(made.contains(&expected), "{made}");
        assert!(
            made.starts_with("{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.6\",\n"),
            "{made}"
        );
        for (open, close) in [('{', '}'), ('[', ']')] {
            assert_eq!(made.matches(open).count(), made.matches(close).count(), "{made}");
        }
    }

    #[test]
    fn the_program_s_bill_is_whole() {
        let root = crate::root().unwrap();
        let crates = crate::crates::of_program(&root).unwrap();
        assert!(crates.len() > 50, "{}", crates.len());
        for it in &crates {
            assert!(!it.licence.is_empty() && it.checksum.len() == 64, "{it:?}");
        }
        for name in ["serde", "rustls", "tokio"] {
            assert!(bill("0.1.0", "MIT", &crates).contains(&format!("\"name\": \"{name}\",\n")), "{name}");
        }
    }
}
