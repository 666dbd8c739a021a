//! Any endpoint with an OpenSearch URL template (<https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md>)
//! that answers with JSON, or with a feed.

use super::{EngineRequest, EngineSpec, KeyHeader, KeyNeed, Search};
use crate::SettingsError;
use url::{Url, form_urlencoded::byte_serialize};

pub(super) const SPEC: EngineSpec = EngineSpec {
    name: "opensearch",
    doc: "Any address with {searchTerms} in it that answers with JSON, Atom or RSS.",
    address: "",
    key: KeyNeed::Optional,
    key_variable: "",
    on_refusal: "does it want a key, or no programs?",
    key_header: KeyHeader::Bearer,
    request,
    answers: None,
};

fn request(template: &str, search: &Search<'_>) -> Result<EngineRequest, SettingsError> {
    let filled = fill(template, search)?;
    let url = Url::parse(&filled).map_err(|error| SettingsError::NotAnAddress(error.to_string()))?;
    Ok(EngineRequest { url, body: None })
}

/// The template with its parameters filled in.
fn fill(template: &str, search: &Search<'_>) -> Result<String, SettingsError> {
    let (mut filled, mut rest, mut has_terms) = (String::new(), template, false);
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or(SettingsError::NoSearchTerms)?;
        filled.push_str(before);
        has_terms |= name == "searchTerms";
        filled.push_str(&parameter(name, search)?);
        rest = after;
    }
    filled.push_str(rest);
    if has_terms { Ok(filled) } else { Err(SettingsError::NoSearchTerms) }
}

/// The value of a parameter; one whose name ends with `?` may stay empty.
fn parameter(name: &str, search: &Search<'_>) -> Result<String, SettingsError> {
    Ok(match name.trim_end_matches('?') {
        "searchTerms" => byte_serialize(search.text.as_bytes()).collect(),
        "count" => search.count.to_string(),
        "startIndex" | "startPage" => "1".to_owned(),
        "language" => "*".to_owned(),
        "inputEncoding" | "outputEncoding" => "UTF-8".to_owned(),
        _ if name.ends_with('?') => String::new(),
        other => return Err(SettingsError::UnknownParameter(other.to_owned())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_in_or_what_is_wrong_with_it_is_reported() {
        let search = Search { text: "pages & b/c {count}", count: 5 };
        let no_terms = "has no {searchTerms}";
        for (template, expected) in [
            (
                "https://e.org/s?q={searchTerms}&n={count}",
                Ok("https://e.org/s?q=pages+%26+b%2Fc+%7Bcount%7D&n=5"),
            ),
            (
                "https://e.org/{searchTerms}?p={startPage?}&l={language?}&x={geo:box?}",
                Ok("https://e.org/pages+%26+b%2Fc+%7Bcount%7D?p=1&l=*&x="),
            ),
            ("https://e.org/s?q=x", Err(no_terms)),
            ("https://e.org/s?q={searchTerms", Err(no_terms)),
            ("https://e.org/s?q={searchTerms}&t={time}", Err("{time}, which Deskpilot does not know")),
            ("e.org/{searchTerms}", Err("is not an address")),
        ] {
            let url = request(template, &search).map(|it| it.url.to_string()).map_err(|it| it.to_string());
            match expected {
                Ok(expected) => assert_eq!(url.as_deref(), Ok(expected)),
                Err(part) => assert!(url.as_ref().is_err_and(|it| it.contains(part)), "{url:?}"),
            }
        }
    }
}
