//! Names of views: the desktop, and the step in which it was seen, such as `main-7`.

use std::{fmt, str::FromStr};

/// The longest name of a desktop, in bytes.
const LONGEST: usize = 20;

/// The name of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ViewName {
    /// The desktop.
    pub(super) desktop: String,
    /// The step of its session.
    pub(super) step: u32,
}

/// Whether a desktop may have this name.
pub(super) fn is_desktop_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !name.is_empty() && name.len() <= LONGEST && name.chars().all(fits)
}

impl FromStr for ViewName {
    type Err = ();

    fn from_str(text: &str) -> Result<ViewName, ()> {
        let (desktop, step) = text.trim().rsplit_once('-').ok_or(())?;
        let step = step.parse().map_err(drop)?;
        is_desktop_name(desktop).then(|| ViewName { desktop: desktop.to_owned(), step }).ok_or(())
    }
}

impl fmt::Display for ViewName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ViewName { desktop, step } = self;
        write!(f, "{desktop}-{step}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_called_after_its_desktop_and_its_step() {
        for (text, expected) in [
            ("main-7", Some("main-7")),
            (" a_1-0 ", Some("a_1-0")),
            ("main", None),
            ("main-", None),
            ("Main-7", None),
            ("a-b-7", None),
            ("-7", None),
        ] {
            let name = text.parse::<ViewName>().ok().map(|it| it.to_string());
            assert_eq!(name.as_deref(), expected, "{text:?}");
        }
    }
}
