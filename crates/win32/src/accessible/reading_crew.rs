//! Reads all that is in a window, on several threads: most of the time is a way to the system or to the program and back.

use super::apartment::Apartment;
use super::inner_windows::{FoundWindow, InnerWindow, InnerWindows};
use super::memory::{ControlMemory, KnownControl, WindowMemory};
use super::plain::{ClassedWindow, Description, Describing, classed, plain_control};
use super::{AccessibleControl, MOST_CONTROLS, Reading, object_of, object_of_answer};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::hwnd::Hwnd;
use crate::monitors::frame;
use crate::private_desktop::ThreadDesktop;
use crate::targets::focus_beside;
use crate::window_list::descendants;
use deskpilot_core::Role;
use std::collections::HashMap;
use std::sync::{Barrier, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

/// How many threads read a window.
const READERS: usize = 4;
/// How many windows are worth a thread.
const LEAST_PART: usize = 24;

/// The visible controls of a window, each after the one that it is in.
pub(super) fn read(
    window: Hwnd,
    memory: &ControlMemory,
    deadline: Deadline,
) -> Result<Vec<AccessibleControl>, Win32Error> {
    let handles: Vec<Hwnd> = std::iter::once(window).chain(descendants(window)).collect();
    let part = handles.len().div_ceil(READERS).max(LEAST_PART);
    let readers = handles.len().div_ceil(part);
    let crew = ReadingCrew {
        found: Mutex::new(vec![Vec::new(); readers]),
        all_found: Barrier::new(readers),
        windows: OnceLock::new(),
        desktop: ThreadDesktop::current()?,
        focus: focus_beside(window),
        known: memory.take(window),
        deadline,
    };
    let crew = &crew;
    let parts = thread::scope(|scope| {
        let parts = handles.chunks(part).enumerate().skip(1);
        let others: Vec<_> =
            parts.map(|(number, part)| scope.spawn(move || crew.read(number, part))).collect();
        // This thread is one of the readers: the barrier waits for it, too.
        let own = crew.read(0, &handles[..part.min(handles.len())]);
        let others = others.into_iter().map(|it| it.join().unwrap_or(Err(Win32Error::Gone)));
        std::iter::once(own).chain(others).collect::<Result<Vec<_>, _>>()
    });
    let (mut read, mut known) = (Vec::new(), Vec::new());
    for part in parts? {
        read.extend(part.windows);
        known.extend(part.known);
    }
    memory.keep(window, crew.known.after(known));
    together(crew.windows.get().map_or(&[][..], |it| &it.visible), read)
}

/// The controls of one window, or why there are none.
type PartOfWindow = Result<Vec<AccessibleControl>, Win32Error>;

/// What one thread has read.
#[derive(Default)]
struct ReadPart {
    windows: Vec<PartOfWindow>,
    /// What the next look is to know.
    known: Vec<KnownControl>,
}

/// Threads that read one window, each a part of the windows inside of it.
struct ReadingCrew {
    /// What each has found, in the order of the parts.
    found: Mutex<Vec<Vec<FoundWindow>>>,
    all_found: Barrier,
    windows: OnceLock<InnerWindows>,
    /// On which all of them work.
    desktop: ThreadDesktop,
    focus: Option<Hwnd>,
    /// What the last look found out.
    known: WindowMemory,
    deadline: Deadline,
}

impl ReadingCrew {
    /// Finds out which of these windows show; then, together with the others, reads a part of all that do.
    fn read(&self, number: usize, handles: &[Hwnd]) -> Result<ReadPart, Win32Error> {
        let entered = self.desktop.enter();
        let found: Vec<FoundWindow> = handles.iter().map(|it| FoundWindow::of(*it)).collect();
        self.found()[number] = found;
        // Whatever happens on one of them: the others wait for it.
        self.all_found.wait();
        entered?;
        let windows = self.windows.get_or_init(|| InnerWindows::of(self.found().iter().flatten().copied()));
        let part = windows.visible.len().div_ceil(self.found().len());
        match windows.visible.chunks(part).nth(number) {
            Some(part) => self.read_part(part, &windows.counts),
            None => Ok(ReadPart::default()),
        }
    }

    fn found(&self) -> MutexGuard<'_, Vec<Vec<FoundWindow>>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads some of the windows, each for itself.
    fn read_part(
        &self,
        windows: &[InnerWindow],
        windows_inside: &HashMap<Hwnd, usize>,
    ) -> Result<ReadPart, Win32Error> {
        let _apartment = Apartment::enter()?;
        let (frame, deadline) = (frame(), self.deadline);
        let windows = classed(windows, &self.known);
        let read =
            |(window, description): (&ClassedWindow<'_>, Description)| -> Result<PartOfWindow, Win32Error> {
                deadline.millis_left()?;
                let object = match description {
                    Description::Plain(plain) => {
                        return Ok(Ok(vec![plain_control(window, plain, self.focus)]));
                    }
                    Description::Own(answer) => object_of_answer(answer),
                    Description::Unknown => object_of(window.window.hwnd),
                };
                let mut reading = Reading { frame, deadline, controls: Vec::new(), windows_inside };
                Ok(object.map(|it| {
                    reading.window(window, &it);
                    reading.controls
                }))
            };
        let describing = Describing { windows: &windows, windows_inside, known: &self.known, frame, deadline };
        let descriptions = describing.descriptions()?;
        let known = windows.iter().zip(&descriptions).map(|(it, description)| it.known(description)).collect();
        let windows = windows.iter().zip(descriptions).map(read).collect::<Result<_, _>>()?;
        Ok(ReadPart { windows, known })
    }
}

/// The controls of all windows as one list, each after the one that it is in.
fn together(windows: &[InnerWindow], read: Vec<PartOfWindow>) -> Result<Vec<AccessibleControl>, Win32Error> {
    let (mut places, mut all) = (HashMap::<Hwnd, usize>::new(), Vec::<AccessibleControl>::new());
    for (InnerWindow { hwnd, parent, before, .. }, read) in windows.iter().zip(read) {
        let mut controls = match read {
            Ok(controls) => controls,
            Err(error) if all.is_empty() => return Err(error),
            // A control that has gone in the meantime, or that has no accessible object.
            Err(_) => continue,
        };
        let label = before.and_then(|it| all.get(*places.get(&it)?)).filter(|it| it.role == Role::Text);
        if let (Some(label), [edit, ..]) = (label, &mut controls[..])
            && edit.role == Role::Edit
            && edit.name.is_empty()
        {
            edit.name.clone_from(&label.name);
        }
        let first = all.len();
        let outer: Option<usize> = parent.and_then(|it| places.get(&it).copied());
        places.insert(*hwnd, first);
        let placed = |it: AccessibleControl| {
            let parent = it.parent.map(|it| first + it).or(outer);
            AccessibleControl { parent, ..it }
        };
        all.extend(controls.into_iter().map(placed));
        all.truncate(MOST_CONTROLS);
    }
    Ok(all)
}
