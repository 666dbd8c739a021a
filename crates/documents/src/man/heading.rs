//! What a page says about itself: its name, its section of the manual and its version.

use super::request::Request;
use crate::{DocumentError, Format};

/// What a page says about itself.
#[derive(Debug, Default)]
pub(super) struct PageHeading {
    name: String,
    section: String,
    pub(super) version: Option<String>,
}

impl PageHeading {
    /// The heading of a page.
    ///
    /// # Errors
    /// It has none: it only names another page, or is no page.
    pub(super) fn of(source: &str) -> Result<PageHeading, DocumentError> {
        let heading = source.lines().filter_map(Request::of).find_map(|it| heading(&it));
        heading.ok_or_else(|| not_a_page(source))
    }

    /// The title of the page, such as `ls(1)`. Pages write their names in capital letters, files as they are.
    pub(super) fn title(&self, file: &str) -> String {
        let name =
            if self.name.eq_ignore_ascii_case(file) { file.to_owned() } else { self.name.to_lowercase() };
        if self.section.is_empty() { name } else { format!("{name}({})", self.section) }
    }
}

/// What the first macro of a page says, `.TH` in the macros `man` and `.Dt` in `mdoc`.
fn heading(request: &Request<'_>) -> Option<PageHeading> {
    let at = |index: usize| request.arguments.get(index).cloned().unwrap_or_default();
    let version = match request.name {
        "TH" => version(&at(3)),
        "Dt" => None,
        _ => return None,
    };
    Some(PageHeading { name: at(0), section: at(1), version })
}

/// The version in the footer of a page, such as `1.2` of `galculator 1.2`.
fn version(source: &str) -> Option<String> {
    let is_version = |word: &&str| word.starts_with(|it: char| it.is_ascii_digit()) && word.contains('.');
    let mut words = source.split_whitespace().map(|it| it.trim_start_matches(['v', 'V']));
    words.find(is_version).map(str::to_owned)
}

/// Why a file without a heading is no page.
fn not_a_page(source: &str) -> DocumentError {
    let mut requests = source.lines().filter_map(Request::of);
    let other = requests.find(|it| it.name == "so").and_then(|it| it.arguments.into_iter().next());
    match other {
        Some(other) => DocumentError::OtherPage(other),
        None => DocumentError::damaged(Format::ManPage, &"it has neither .TH nor .Dt"),
    }
}
