//! Paths with one root and `/` between names, as Linux and macOS write them.

use super::{address::has_scheme, normalize};

pub(super) fn is_path(text: &str) -> bool {
    ["/", "~/", "./", "../"].iter().any(|it| text.starts_with(it)) || text.contains("/../")
}

pub(super) fn absolute(text: &str, home: &str, start: &str) -> Option<String> {
    match text.strip_prefix("~/") {
        Some(rest) => Some(format!("{home}/{rest}")),
        _ if text.starts_with('/') => Some(text.to_owned()),
        _ if has_scheme(text) || text.starts_with("://") || text.is_empty() => None,
        _ if text == "~" => Some(home.to_owned()),
        _ => Some(format!("{start}/{text}")),
    }
}

pub(super) fn canonical(path: &str) -> String {
    format!("/{}", normalize(path.split('/')).join("/"))
}
