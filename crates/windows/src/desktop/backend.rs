//! Which of the two ways to read an application answers: UI Automation, Win32, or both. Pure.

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

/// How long a choice against UI Automation stands: an application may report nothing only because it has just begun.
const STANDS: Duration = Duration::from_secs(10);

/// By what the controls of an application are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    /// UI Automation.
    Uia,
    /// Accessible objects and messages.
    Win32,
    /// UI Automation, and the windows inside of a window that it does not report by Win32.
    Merged,
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Backend::Uia => "uia",
            Backend::Win32 => "win32",
            Backend::Merged => "uia and win32",
        })
    }
}

/// What UI Automation answered for a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UiaAnswer {
    /// It reports controls of which some can be used, and whether it reports all windows inside of the window.
    Controls {
        /// Whether there are windows inside of the window of which it says nothing.
        lacks_windows: bool,
    },
    /// It answers, with nothing that can be used.
    Nothing,
    /// This application, or this system, cannot be read by it.
    Unsupported,
    /// It did not answer in time.
    Late,
}

impl Backend {
    /// The backend after this answer.
    pub(super) const fn after(answer: UiaAnswer) -> Backend {
        match answer {
            UiaAnswer::Controls { lacks_windows: false } => Backend::Uia,
            UiaAnswer::Controls { lacks_windows: true } => Backend::Merged,
            UiaAnswer::Nothing | UiaAnswer::Unsupported | UiaAnswer::Late => Backend::Win32,
        }
    }
}

/// The choices so far, by the process of the application.
#[derive(Debug)]
pub(super) struct BackendChoices<Process> {
    chosen: HashMap<Process, Choice>,
}

impl<Process> Default for BackendChoices<Process> {
    fn default() -> BackendChoices<Process> {
        BackendChoices { chosen: HashMap::new() }
    }
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    backend: Backend,
    /// When it was made, since the beginning of the session.
    at: Duration,
    /// Whether nothing can change it.
    is_final: bool,
}

impl<Process: Eq + Hash> BackendChoices<Process> {
    /// Whether UI Automation is to be asked for the controls of an application.
    pub(super) fn asks_uia(&self, process: &Process, now: Duration) -> bool {
        let Some(choice) = self.chosen.get(process) else { return true };
        let stands = choice.is_final || now.saturating_sub(choice.at) < STANDS;
        choice.backend != Backend::Win32 || !stands
    }

    /// Notes an answer of UI Automation; returns the backend that follows from it.
    pub(super) fn note(&mut self, process: Process, answer: UiaAnswer, now: Duration) -> Backend {
        let backend = Backend::after(answer);
        let is_final = answer == UiaAnswer::Unsupported;
        self.chosen.insert(process, Choice { backend, at: now, is_final });
        backend
    }

    /// The backend of an application; `None` where it was not read yet.
    pub(super) fn of(&self, process: &Process) -> Option<Backend> {
        self.chosen.get(process).map(|it| it.backend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROCESS: u32 = 7;

    #[test]
    fn what_answers_is_chosen_and_a_silent_application_is_asked_again() {
        let at = Duration::from_secs;
        for (answer, backend, word, asks_soon, asks_later) in [
            (UiaAnswer::Controls { lacks_windows: false }, Backend::Uia, "uia", true, true),
            (UiaAnswer::Controls { lacks_windows: true }, Backend::Merged, "uia and win32", true, true),
            (UiaAnswer::Nothing, Backend::Win32, "win32", false, true),
            (UiaAnswer::Late, Backend::Win32, "win32", false, true),
            (UiaAnswer::Unsupported, Backend::Win32, "win32", false, false),
        ] {
            let mut choices = BackendChoices::default();
            assert!(choices.of(&PROCESS).is_none() && choices.asks_uia(&PROCESS, at(1)));
            assert_eq!(choices.note(PROCESS, answer, at(1)), backend, "{answer:?}");
            assert_eq!(choices.asks_uia(&PROCESS, at(2)), asks_soon, "{answer:?}");
            assert_eq!(choices.asks_uia(&PROCESS, at(60)), asks_later, "{answer:?}");
            assert!(choices.asks_uia(&(PROCESS + 1), at(2)));
            assert_eq!(choices.of(&PROCESS).map(|it| it.to_string()).as_deref(), Some(word));
        }
    }
}
