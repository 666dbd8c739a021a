//! The console program.

use deskpilot_windows_fixtures::{Fixture, FixtureProgram, Happened};
use std::io::{Read, Write};

#[test]
fn a_console_program_records_the_lines_it_reads_and_answers_them() {
    let mut fixture = Fixture::start(FixtureProgram::Console, "Lines").unwrap();
    let mut input = fixture.child().stdin.take().unwrap();
    input.write_all("hello you\r\nexit\r\nnever read\r\n".as_bytes()).unwrap();
    fixture.wait_for(&Happened::Closed).unwrap();
    let line = |text: &str| Happened::Line { text: text.into() };
    assert_eq!(fixture.happened().unwrap()[1..], [line("hello you"), line("exit"), Happened::Closed]);
    let mut output = String::new();
    fixture.child().stdout.take().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(output, "> read: hello you\n> ");
}
