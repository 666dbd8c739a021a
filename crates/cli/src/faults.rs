//! Several faults that the user can correct.

use std::{error::Error, fmt};

/// Several faults that the user can correct: wrong files, or wrong parts of one. Each is printed on a line of its own.
#[derive(Debug)]
pub(crate) struct Faults(pub(crate) Vec<String>);

impl Faults {
    /// The texts of these errors.
    pub(crate) fn of<E: fmt::Display>(errors: &[E]) -> Faults {
        Faults(errors.iter().map(ToString::to_string).collect())
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("; "))
    }
}

impl Error for Faults {}
