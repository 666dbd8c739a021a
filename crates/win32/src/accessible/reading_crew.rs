//! Reads all that is in a window: what the system knows on one thread, what programs say on several, because most of that time is a way
//! to the program and back.

use super::apartment::Apartment;
use super::inner_windows::{FoundWindow, InnerWindow, InnerWindows};
use super::memory::ControlMemory;
use super::plain::{ClassedWindow, Describing, Description, classed, completed, plain_control};
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
use std::iter::Enumerate;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::vec;

/// How many threads ask programs.
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
    let readers = handles.len().div_ceil(LEAST_PART).min(READERS);
    let crew = ReadingCrew {
        described: OnceLock::new(),
        desktop: ThreadDesktop::current()?,
        focus: focus_beside(window),
        deadline,
    };
    let crew = &crew;
    let parts = thread::scope(|scope| {
        // They start while this thread asks the system.
        let others: Vec<_> = (1..readers).map(|_| scope.spawn(|| crew.read())).collect();
        crew.describe(window, &handles, memory);
        let own = crew.read();
        let others = others.into_iter().map(|it| it.join().unwrap_or(Err(Win32Error::Gone)));
        std::iter::once(own).chain(others).collect::<Result<Vec<_>, _>>()
    });
    let mut read: Vec<(usize, PartOfWindow)> = parts?.into_iter().flatten().collect();
    read.sort_by_key(|(place, _)| *place);
    let windows = crew.described.wait().as_ref().map_or(&[][..], |it| &it.windows);
    together(windows, read.into_iter().map(|(_, part)| part))
}

/// The controls of one window, or why there are none.
type PartOfWindow = Result<Vec<AccessibleControl>, Win32Error>;

/// Threads that read one window.
struct ReadingCrew {
    /// What there is to read, once it is known.
    described: OnceLock<Result<DescribedWindows, Win32Error>>,
    /// On which all of them work.
    desktop: ThreadDesktop,
    focus: Option<Hwnd>,
    deadline: Deadline,
}

/// The windows that show.
struct DescribedWindows {
    windows: Vec<ClassedWindow>,
    /// How many windows are directly inside of each window.
    counts: HashMap<Hwnd, usize>,
    /// Who describes those that no thread has read yet.
    unread: Mutex<Enumerate<vec::IntoIter<Description>>>,
}

impl ReadingCrew {
    /// Finds out which of these windows show and who describes each, for all threads.
    fn describe(&self, window: Hwnd, handles: &[Hwnd], memory: &ControlMemory) {
        let known = memory.take(window);
        let InnerWindows { visible, counts } =
            InnerWindows::of(handles.iter().map(|it| FoundWindow::of(*it)));
        let windows = classed(visible, &known);
        let describing = Describing {
            windows: &windows,
            windows_inside: &counts,
            known: &known,
            frame: frame(),
            deadline: self.deadline,
        };
        let described = describing.descriptions().map(|descriptions| {
            let found = windows.iter().zip(&descriptions).map(|(it, description)| it.known(description));
            memory.keep(window, known.after(found));
            let unread = Mutex::new(descriptions.into_iter().enumerate());
            DescribedWindows { windows, counts, unread }
        });
        // Nobody else sets it.
        let _ = self.described.set(described);
    }

    /// Reads windows, each for itself, as long as the threads leave some; with their places.
    fn read(&self) -> Result<Vec<(usize, PartOfWindow)>, Win32Error> {
        self.desktop.enter()?;
        let _apartment = Apartment::enter()?;
        let described = self.described.wait().as_ref().map_err(Clone::clone)?;
        let mut read = Vec::new();
        while let Some((place, description)) = described.take() {
            self.deadline.millis_left()?;
            read.push((place, self.window(described, &described.windows[place], description)));
        }
        Ok(read)
    }

    fn window(
        &self,
        described: &DescribedWindows,
        window: &ClassedWindow,
        description: Description,
    ) -> PartOfWindow {
        let (deadline, windows_inside) = (self.deadline, &described.counts);
        let object = match completed(window, windows_inside, description, deadline) {
            Description::Plain(plain) => return Ok(vec![plain_control(window, plain, self.focus)]),
            Description::Own(answer) => object_of_answer(answer),
            Description::Unknown => object_of(window.window.hwnd),
        };
        let mut reading = Reading { frame: frame(), deadline, controls: Vec::new(), windows_inside };
        reading.window(window, &object?);
        Ok(reading.controls)
    }
}

impl DescribedWindows {
    /// The next window that no thread has read.
    fn take(&self) -> Option<(usize, Description)> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}

/// The controls of all windows as one list, each after the one that it is in.
fn together(
    windows: &[ClassedWindow],
    read: impl IntoIterator<Item = PartOfWindow>,
) -> Result<Vec<AccessibleControl>, Win32Error> {
    let (mut places, mut all) = (HashMap::<Hwnd, usize>::new(), Vec::<AccessibleControl>::new());
    for (ClassedWindow { window, .. }, read) in windows.iter().zip(read) {
        let InnerWindow { hwnd, parent, before, .. } = window;
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
