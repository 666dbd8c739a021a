//! The environment of programs that get few of our variables.

use crate::os;

/// The variable that names the user's home.
pub const HOME_VARIABLE: &str = os::HOME_VARIABLE;

/// Whether two names mean one variable. Windows knows variables whatever their case, and calls the search path `Path`.
pub fn is_same_variable(one: &str, other: &str) -> bool {
    os::is_same_variable(one, other)
}

/// Whether a program that gets the variables of these names gets this one: it does, too, if no program of this system works without
/// it. None of those is a secret.
pub fn is_passed_variable(name: &str, passed: &[&str]) -> bool {
    let is_it = |it: &&str| is_same_variable(it, name);
    passed.iter().any(is_it) || os::NEEDED_VARIABLES.iter().any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_what_is_passed_and_what_none_works_without() {
        for (name, is_passed) in [
            ("PATH", true),
            ("TEA_MODE", true),
            ("OPENAI_API_KEY", false),
            ("Path", cfg!(windows)),
            ("SystemRoot", cfg!(windows)),
            ("TEMP", cfg!(windows)),
            ("APPDATA", cfg!(windows)),
        ] {
            assert_eq!(is_passed_variable(name, &["PATH", "TEA_MODE"]), is_passed, "{name}");
        }
    }
}
