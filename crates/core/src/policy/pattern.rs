//! Patterns of policy rules: names, paths and program calls with wildcards.

mod glob;
mod path_glob;
mod program_glob;
mod wildcard;

pub use glob::Glob;
pub use path_glob::{Homes, PathGlob};
pub use program_glob::ProgramGlob;
