//! Programs for tests on Windows: windows with the standard controls, which record what really happens to them.
//!
//! A test starts one with a `Fixture`, acts on its window as Deskpilot does, and compares what Deskpilot says with what the program
//! recorded, one JSON object a line. On other systems there is only what reads the record; the programs say there that they need Windows.

mod calculation;
#[cfg(windows)]
mod fixture;
mod happened;
pub mod ids;
#[cfg(windows)]
mod program;
mod record;
mod start;
#[cfg(windows)]
mod window;

pub use calculation::{Calculation, Key};
#[cfg(windows)]
pub use fixture::{Fixture, FixtureError, FixtureProgram};
pub use happened::{CheckMark, Gesture, Happened, PointerButton};
#[cfg(windows)]
pub use program::{PAGE, ProgramError, browser, calculator, console, controls};
pub use record::{Recorder, read_record};
pub use start::{MORE, RECORD, Start, StartError, TITLE};
