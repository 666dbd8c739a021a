//! Tests of the decider: a scene in short notation on the left, its decision as one line on the right.

mod beginners;
mod grammar;
mod habits;
mod host;
mod properties;
mod recovery;
mod saving;
mod steps;
mod strangers;

pub(super) const CALCULATOR: &[&str] = &[
    "1 Menu File",
    "2 Edit ~0 [multi_line,focused]",
    "3 ToggleButton C",
    "4 ToggleButton AC",
    "5 ToggleButton =",
    "6 ToggleButton 2",
    "7 ToggleButton 1",
    "8 ToggleButton *",
    "9 ToggleButton +",
    "10 ToggleButton 3",
    "11 ToggleButton 6",
    "12 ToggleButton 7",
];

pub(super) const DIALOG: &[&str] = &[
    "1 Edit ~42 [multi_line,editable]",
    "2 Edit ~/tmp/answer.txt [editable,focused]",
    "- Text Name:",
    "- Text Home",
    "3 Button Cancel",
    "4 Button Save",
];
