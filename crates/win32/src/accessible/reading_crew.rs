//! Reads all that is in a window, on several threads: most of the time is a way to the system or to the program and back.

use super::apartment::Apartment;
use super::inner_windows::{FoundWindow, InnerWindow, InnerWindows};
use super::memory::{ControlMemory, KnownControl, WindowMemory};
use super::plain::{Describing, Description, completed, plain_control};
use super::{AccessibleControl, MOST_CONTROLS, Reading, object_of, object_of_answer};
use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::frame::Frame;
use crate::hwnd::Hwnd;
use crate::monitors::frame;
use crate::private_desktop::ThreadDesktop;
use crate::targets::focus_beside;
use crate::window_list::{ClassNames, for_each_descendant};
use deskpilot_core::Role;
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Barrier, Mutex, MutexGuard, OnceLock, PoisonError};
use std::{mem, thread};

/// How many threads read a window.
const READERS: usize = 4;
/// How many windows are worth a thread.
const PART: usize = 24;

/// The visible controls of a window, each after the one that it is in.
pub(super) fn read(
    window: Hwnd,
    memory: &ControlMemory,
    deadline: Deadline,
) -> Result<Vec<AccessibleControl>, Win32Error> {
    let (sender, handles) = channel();
    let crew = ReadingCrew {
        handles: Mutex::new(handles),
        found: Mutex::default(),
        readers: OnceLock::new(),
        windows: OnceLock::new(),
        unread: Mutex::default(),
        desktop: ThreadDesktop::current()?,
        frame: frame(),
        focus: focus_beside(window),
        known: memory.take(window),
        deadline,
    };
    let crew = &crew;
    let parts = thread::scope(|scope| {
        let (mut others, mut part, mut place) = (Vec::new(), vec![window], 0);
        for_each_descendant(window, |it| {
            part.push(it);
            if part.len() < PART {
                return;
            }
            // The crew has the other end for as long as it is there.
            let _ = sender.send((place, mem::take(&mut part)));
            place += 1;
            // They begin while this thread still lists the windows.
            if place < READERS {
                others.push(scope.spawn(move || crew.read(place)));
            }
        });
        let _ = sender.send((place, part));
        drop(sender);
        // This thread is one of the readers: the barrier waits for it, too.
        let count = others.len() + 1;
        crew.readers.get_or_init(|| Readers { count, all_found: Barrier::new(count) });
        let own = crew.read(0);
        let others = others.into_iter().map(|it| it.join().unwrap_or(Err(Win32Error::Gone)));
        std::iter::once(own).chain(others).collect::<Result<Vec<_>, _>>()
    })?;
    let (mut read, mut known) = (Vec::new(), Vec::new());
    for part in parts {
        read.extend(part.windows);
        known.extend(part.known);
    }
    memory.keep(window, crew.known.after(known));
    read.sort_by_key(|(place, _)| *place);
    let windows = crew.windows.get().map_or(&[][..], |it| &it.visible);
    together(windows, read.into_iter().map(|(_, part)| part))
}

/// The controls of one window, or why there are none.
type PartOfWindow = Result<Vec<AccessibleControl>, Win32Error>;

/// What one thread has read.
#[derive(Default)]
struct ReadPart {
    /// With the places of the windows among those that show.
    windows: Vec<(usize, PartOfWindow)>,
    /// What the next look is to know.
    known: Vec<KnownControl>,
}

/// Some of the windows inside of a window, in their order, with their place among others.
type WindowsPart<T> = (usize, Vec<T>);

/// Threads that read one window, each a part of the windows inside of it.
struct ReadingCrew {
    handles: Mutex<Receiver<WindowsPart<Hwnd>>>,
    found: Mutex<Vec<WindowsPart<FoundWindow>>>,
    readers: OnceLock<Readers>,
    windows: OnceLock<InnerWindows>,
    /// Who describes windows that no thread has read yet, with their places.
    unread: Mutex<Vec<(usize, Description)>>,
    /// On which all of them work.
    desktop: ThreadDesktop,
    frame: Frame,
    focus: Option<Hwnd>,
    /// What the last look found out.
    known: WindowMemory,
    deadline: Deadline,
}

/// The threads, once all windows are listed.
struct Readers {
    count: usize,
    all_found: Barrier,
}

impl ReadingCrew {
    /// Finds out which windows show; then, together with the others, reads a part of all that do.
    fn read(&self, number: usize) -> Result<ReadPart, Win32Error> {
        let entered = self.desktop.enter();
        self.find();
        let Readers { count, all_found } = self.readers.wait();
        // Whatever happens on one of them: the others wait for it.
        all_found.wait();
        entered?;
        let _apartment = Apartment::enter()?;
        let windows = self.windows.get_or_init(|| self.inner_windows());
        let part = windows.visible.len().div_ceil(*count);
        let known = match windows.visible.chunks(part).nth(number) {
            Some(visible) => self.describe(visible, number * part, &windows.counts)?,
            None => Vec::new(),
        };
        let mut read = Vec::new();
        while let Some((place, description)) = self.unread() {
            self.deadline.millis_left()?;
            read.push((place, self.window(&windows.visible[place], description, &windows.counts)));
        }
        Ok(ReadPart { windows: read, known })
    }

    /// Asks the system about windows, for as long as there are some.
    fn find(&self) {
        let mut names = ClassNames::default();
        loop {
            let next = lock(&self.handles).recv();
            let Ok((place, handles)) = next else { return };
            let found = handles.into_iter().map(|it| FoundWindow::of(it, &self.known, &mut names)).collect();
            lock(&self.found).push((place, found));
        }
    }

    fn inner_windows(&self) -> InnerWindows {
        let mut found = mem::take(&mut *lock(&self.found));
        found.sort_by_key(|(place, _)| *place);
        InnerWindows::of(found.into_iter().flat_map(|(_, part)| part))
    }

    /// Finds out who describes these windows, of which the first has this place, for all threads. Returns what the next look is to know.
    fn describe(
        &self,
        windows: &[InnerWindow],
        first: usize,
        windows_inside: &HashMap<Hwnd, usize>,
    ) -> Result<Vec<KnownControl>, Win32Error> {
        let ReadingCrew { ref known, frame, deadline, .. } = *self;
        let describing = Describing { windows, windows_inside, known, frame, deadline };
        let descriptions = describing.descriptions()?;
        let known =
            windows.iter().zip(&descriptions).map(|(it, description)| it.known(description)).collect();
        lock(&self.unread).extend((first..).zip(descriptions));
        Ok(known)
    }

    /// A window that no thread has read yet.
    fn unread(&self) -> Option<(usize, Description)> {
        lock(&self.unread).pop()
    }

    /// Reads one window.
    fn window(
        &self,
        window: &InnerWindow,
        description: Description,
        windows_inside: &HashMap<Hwnd, usize>,
    ) -> PartOfWindow {
        let ReadingCrew { frame, deadline, .. } = *self;
        let object = match completed(window, windows_inside, description, deadline) {
            Description::Plain(plain) => return Ok(vec![plain_control(window, plain, self.focus)]),
            Description::Own(answer) => object_of_answer(answer),
            Description::Unknown => object_of(window.hwnd),
        };
        let mut reading = Reading { frame, deadline, controls: Vec::new(), windows_inside };
        reading.window(window, &object?);
        Ok(reading.controls)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The controls of all windows as one list, each after the one that it is in.
fn together(
    windows: &[InnerWindow],
    read: impl IntoIterator<Item = PartOfWindow>,
) -> Result<Vec<AccessibleControl>, Win32Error> {
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
