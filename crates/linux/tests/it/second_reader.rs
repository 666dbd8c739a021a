//! What a second client of the accessibility bus reads: the library of the bus itself, in a process and over a connection of its own.

use crate::test_desktop::TestDesktop;
use deskpilot_core::Window;

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/second_reader.py");
/// What is between the facts of a node in the output of the reader, and what is behind each node.
const BETWEEN_FACTS: char = '\u{1f}';
const NODE_END: char = '\u{1e}';

/// A node as the second client reads it.
#[derive(Clone, Debug)]
pub(crate) struct OtherNode {
    depth: usize,
    pub(crate) role: String,
    pub(crate) name: String,
    pub(crate) text: String,
    /// Its current value in as few digits as it takes; empty where it has none.
    pub(crate) number: String,
    /// `checked`, `selected`, or both.
    pub(crate) states: String,
}

impl OtherNode {
    fn read(line: &str) -> OtherNode {
        let facts: Vec<String> = line.split(BETWEEN_FACTS).map(str::to_owned).collect();
        let [depth, role, name, text, number, states] =
            <[String; 6]>::try_from(facts).unwrap_or_else(|facts| panic!("not six facts: {facts:?}"));
        OtherNode { depth: depth.parse().unwrap(), role, name, text, number, states }
    }
}

/// The nodes of all applications of a process, tree after tree.
#[derive(Debug)]
pub(crate) struct OtherReading(Vec<OtherNode>);

impl OtherReading {
    /// What the second client reads now of the process that has this window.
    pub(crate) fn of(test: &TestDesktop, window: &Window) -> OtherReading {
        let process = window.process.expect("the process of the window").to_string();
        // The python3 of the PATH may be another one, without the library.
        let output = test.output_of("/usr/bin/python3", &[READER, &process]);
        assert!(output.status.success(), "{output:?}");
        let read = String::from_utf8(output.stdout).unwrap();
        OtherReading(read.split_terminator(NODE_END).map(OtherNode::read).collect())
    }

    /// A fact of each node with this role.
    pub(crate) fn each(&self, role: &str, fact: impl Fn(&OtherNode) -> &str) -> Vec<&str> {
        self.0.iter().filter(|it| it.role == role).map(fact).collect()
    }

    /// The first node with this role and name.
    pub(crate) fn named(&self, role: &str, name: &str) -> &OtherNode {
        let found = self.0.iter().find(|it| it.role == role && it.name == name);
        found.unwrap_or_else(|| panic!("{role} {name:?} is not among {:#?}", self.0))
    }

    /// Whether a node shows exactly this, as its name, its text or its number.
    pub(crate) fn shows(&self, what: &str) -> bool {
        self.0.iter().any(|it| [&it.name, &it.text, &it.number].into_iter().any(|fact| fact == what))
    }

    /// What is inside of the first node for which this holds.
    pub(crate) fn inside(&self, is: impl Fn(&OtherNode) -> bool) -> OtherReading {
        let index = self.0.iter().position(is).unwrap_or_else(|| panic!("it is not among {:#?}", self.0));
        let depth = self.0[index].depth;
        OtherReading(self.0[index + 1..].iter().take_while(|it| it.depth > depth).cloned().collect())
    }
}
