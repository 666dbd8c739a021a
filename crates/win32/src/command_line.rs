//! How a program is started: its command line and its environment as Windows takes them. Pure.

use deskpilot_desktop::ChildPipes;
use deskpilot_system::{environment_block, quoted_argument};
use std::path::PathBuf;

/// A program to start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StartSpec {
    /// The path of the program.
    pub program: PathBuf,
    /// What it gets, each as one argument.
    pub arguments: Vec<String>,
    /// The folder in which it starts; ours without one.
    pub folder: Option<PathBuf>,
    /// The desktop on which its windows appear, such as `WinSta0\agent`; ours without one.
    pub desktop: Option<String>,
    /// Variables that it gets besides ours.
    pub variables: Vec<(String, String)>,
    /// Pipes to it: its descriptors 3, which it reads, and 4, which it writes. It inherits no other handle of ours, and without them none.
    pub pipes: Option<ChildPipes>,
}

impl StartSpec {
    /// The command line that programs split into the program and its arguments again.
    pub(crate) fn command_line(&self) -> String {
        let mut line = quoted_argument(&self.program.to_string_lossy());
        for argument in &self.arguments {
            line.push(' ');
            line.push_str(&quoted_argument(argument));
        }
        line
    }

    /// Our variables and those of the specification, as one block: sorted, each ended by a zero, and a zero at the end.
    pub(crate) fn environment(&self, ours: impl Iterator<Item = (String, String)>) -> Vec<u16> {
        environment_block(ours.chain(self.variables.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::utf16::text_of;

    #[test]
    fn the_program_and_its_arguments_are_one_line() {
        let program = PathBuf::from(r"C:\My Apps\x.exe");
        let arguments = vec!["/a".into(), "b c".into()];
        let spec = StartSpec { program, arguments, ..StartSpec::default() };
        assert_eq!(spec.command_line(), r#""C:\My Apps\x.exe" /a "b c""#);
    }

    #[test]
    fn a_variable_replaces_ours_whatever_its_case_and_the_block_is_sorted() {
        let variables = vec![("path".into(), "new".into()), ("A".into(), "1".into())];
        let spec = StartSpec { variables, ..StartSpec::default() };
        let ours = [("Path", "old"), ("z", "26")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let block = spec.environment(ours.into_iter());
        assert!(block.ends_with(&[0, 0]));
        let shown: Vec<_> = block.split(|unit| *unit == 0).map(text_of).filter(|it| !it.is_empty()).collect();
        assert_eq!(shown, ["A=1", "path=new", "z=26"]);
        assert_eq!(StartSpec::default().environment(std::iter::empty()), [0, 0]);
    }
}
