//! Variables of the environment as Unix knows them.

pub(crate) const HOME_VARIABLE: &str = "HOME";

/// Programs work without any.
pub(crate) const NEEDED_VARIABLES: &[&str] = &[];

pub(crate) fn is_same_variable(one: &str, other: &str) -> bool {
    one == other
}
