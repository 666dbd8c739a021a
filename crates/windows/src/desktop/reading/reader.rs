//! Reads windows by whichever way answers, and remembers which way that was for each application.

use super::element::Element;
use super::merging::missing;
use super::window_group::WindowGroup;
use super::{uia_tree, win32_tree};
use crate::desktop::backend::{Backend, BackendChoices, UiaAnswer};
use crate::desktop::errors::{blocking, elevated, of_window};
use crate::desktop::self_changes::SelfChanges;
use deskpilot_core::{Control, State, Truncation, WindowId};
use deskpilot_desktop::verdict::{ReadCoverage, Surface};
use deskpilot_desktop::{Budget, DesktopError};
use deskpilot_uia::Uia;
use deskpilot_win32::{ControlMemory, Deadline, ProcessIdentity, Toplevel};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tokio::time::Instant;

/// Which part of the time UI Automation may take to answer for an application that it was not asked about before: some begin to
/// report their controls only then.
const FIRST_ANSWER: (u32, u32) = (2, 3);
/// The class of tool tips.
const TOOL_TIP: &str = "tooltips_class32";

/// Reads windows.
pub(in crate::desktop) struct Reader {
    pub(in crate::desktop) uia: Arc<Uia>,
    pub(in crate::desktop) self_changes: SelfChanges,
    choices: BackendChoices<Option<ProcessIdentity>>,
    memory: ControlMemory,
    started: Instant,
    /// What windows were called when they were last there.
    titles: HashMap<WindowId, String>,
    /// The controls that came since the last action, in this process.
    pub(in crate::desktop) recent: Option<(u32, Vec<Control>)>,
    /// What the policy ruled on: the controls that the last look at each window returned.
    given: HashMap<WindowId, Vec<Control>>,
}

/// What a window shows.
pub(in crate::desktop) struct Reading {
    pub(in crate::desktop) group: WindowGroup,
    pub(in crate::desktop) elements: Vec<Element>,
    /// What was left out.
    pub(in crate::desktop) truncated: Option<Truncation>,
    /// What it means that a control is missing.
    pub(in crate::desktop) coverage: ReadCoverage,
    /// By what the window itself was read.
    pub(in crate::desktop) backend: Backend,
}

/// The controls of one window of a group.
struct Part {
    elements: Vec<Element>,
    truncated: Option<Truncation>,
    backend: Backend,
    may_lack: bool,
}

impl Reader {
    /// Reads by this UI Automation, and by Win32.
    pub(in crate::desktop) fn new(uia: Uia) -> Reader {
        Reader {
            uia: Arc::new(uia),
            self_changes: SelfChanges::default(),
            choices: BackendChoices::default(),
            memory: ControlMemory::default(),
            started: Instant::now(),
            titles: HashMap::new(),
            recent: None,
            given: HashMap::new(),
        }
    }

    /// By what the windows of a window's process are read; `None` where none was read yet.
    pub(in crate::desktop) fn backend_of(&self, window: &Toplevel) -> Option<Backend> {
        self.choices.of(&window.identity)
    }

    /// The window of this id, with what belongs to it.
    pub(in crate::desktop) async fn group(&mut self, id: WindowId) -> Result<WindowGroup, DesktopError> {
        let group = WindowGroup::of(id, &self.title_of(id)).await?;
        self.titles.insert(id, group.main.title.clone());
        Ok(group)
    }

    /// What a window was called when it was last there.
    pub(in crate::desktop) fn title_of(&self, id: WindowId) -> String {
        self.titles.get(&id).cloned().unwrap_or_else(|| format!("{:#x}", id.0))
    }

    /// Notes the controls that a look after an action shows and the look before did not.
    pub(in crate::desktop) fn note_recent(
        &mut self,
        process: Option<u32>,
        before: &[Control],
        now: &[Control],
    ) {
        let Some(process) = process else { return };
        let (known, shown) = self.recent.get_or_insert((process, Vec::new()));
        if *known != process {
            (*known, *shown) = (process, Vec::new());
        }
        let is_in = |all: &[Control], control: &Control| all.iter().any(|it| it.node() == control.node());
        let new: Vec<Control> =
            now.iter().filter(|it| !is_in(before, it) && !is_in(shown, it)).cloned().collect();
        shown.extend(new);
    }

    /// Notes what a look returned, on which the policy rules.
    pub(in crate::desktop) fn give(&mut self, id: WindowId, controls: &[Control]) {
        self.given.insert(id, controls.to_vec());
    }

    /// What the last look at a window returned.
    pub(in crate::desktop) fn given(&self, id: WindowId) -> &[Control] {
        self.given.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Reads a window with its dialogs and open menus.
    ///
    /// # Errors
    /// The window is gone, or its program runs with more rights or does not answer. A dialog or a menu that does not answer is left
    /// out, and the coverage says so.
    pub(in crate::desktop) async fn read(
        &mut self,
        id: WindowId,
        budget: Budget,
    ) -> Result<Reading, DesktopError> {
        let group = self.group(id).await?;
        self.read_group(group, budget).await
    }

    /// The same for a window that was found a moment ago.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub(in crate::desktop) async fn read_group(
        &mut self,
        group: WindowGroup,
        budget: Budget,
    ) -> Result<Reading, DesktopError> {
        group.check_rights().await?;
        let end = Instant::now() + budget.deadline;
        let backend = self.backend_of(&group.main).unwrap_or(Backend::Win32);
        let mut reading = Reading::of(group, backend);
        let windows: Vec<Toplevel> = reading.group.readable().cloned().collect();
        for window in windows {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                reading.lacks(ReadCoverage::Incomplete, format!("{:?} was not read in time", window.title));
                break;
            }
            match self.window(&window, Budget { deadline: left, ..budget }).await {
                Ok(part) => reading.take(&window, part),
                Err(error) if window.hwnd == reading.group.main.hwnd => return Err(error),
                // It closed meanwhile, as menus do.
                Err(DesktopError::WindowGone(_)) => {}
                Err(error) => reading.lacks(ReadCoverage::Incomplete, error.to_string()),
            }
        }
        reading.fit(budget.controls);
        Ok(reading)
    }

    /// Reads one window without what belongs to it.
    async fn window(&mut self, window: &Toplevel, budget: Budget) -> Result<Part, DesktopError> {
        let process = window.identity;
        let known = self.choices.of(&process);
        if self.choices.asks_uia(&process, self.started.elapsed()) {
            let deadline = match known {
                Some(Backend::Uia | Backend::Merged) => budget.deadline,
                // Win32 has what is left.
                Some(Backend::Win32) | None => budget.deadline * FIRST_ANSWER.0 / FIRST_ANSWER.1,
            };
            let asked = uia_tree::read(&self.uia, window.hwnd, Budget { deadline, ..budget }).await;
            let answer = match asked.map_err(|_| elevated(window))? {
                Ok(tree) if known == Some(Backend::Uia) => {
                    return Ok(Part::of_uia(tree, Backend::Uia));
                }
                Ok(mut tree) => {
                    let win32 =
                        self.win32_part(window, budget).await.map(|it| it.elements).unwrap_or_default();
                    let lacking = missing(&tree.elements, win32);
                    let answer = UiaAnswer::Controls { lacks_windows: !lacking.is_empty() };
                    // What an application lacked once, it may lack in its next window.
                    let backend = match known {
                        Some(Backend::Merged) => Backend::Merged,
                        _ => self.choices.note(process, answer, self.started.elapsed()),
                    };
                    tree.elements.extend(lacking);
                    return Ok(Part::of_uia(tree, backend));
                }
                Err(answer) => answer,
            };
            self.choices.note(process, answer, self.started.elapsed());
        }
        self.win32_part(window, budget).await
    }

    /// Reads one window by Win32.
    async fn win32_part(&self, window: &Toplevel, budget: Budget) -> Result<Part, DesktopError> {
        let (hwnd, deadline) = (window.hwnd, Deadline::within(budget.deadline));
        let memory = self.memory.clone();
        let read = blocking(move || win32_tree::read(hwnd, &memory, deadline)).await?;
        let elements = read.map_err(|error| of_window(error, window))?;
        Ok(Part { elements, truncated: None, backend: Backend::Win32, may_lack: false })
    }
}

impl Part {
    fn of_uia(tree: uia_tree::UiaTree, backend: Backend) -> Part {
        let uia_tree::UiaTree { elements, truncated, may_lack } = tree;
        Part { elements, truncated, backend, may_lack }
    }
}

impl Reading {
    fn of(group: WindowGroup, backend: Backend) -> Reading {
        Reading { group, elements: Vec::new(), truncated: None, coverage: ReadCoverage::Complete, backend }
    }

    /// Adds the controls of a window of the group. UI Automation reports dialogs in their windows too; one control is listed once.
    fn take(&mut self, window: &Toplevel, part: Part) {
        if window.hwnd == self.group.main.hwnd {
            self.backend = part.backend;
        }
        if part.may_lack && self.coverage == ReadCoverage::Complete {
            self.coverage = ReadCoverage::Late;
        }
        self.truncated = self.truncated.take().or(part.truncated);
        let known: HashSet<String> = self.elements.iter().map(identity).collect();
        let new = part.elements.into_iter().filter(|it| !known.contains(&identity(it)));
        let surface = if window.class == TOOL_TIP { Surface::ToolTip } else { Surface::Window };
        let is_tip = surface == Surface::ToolTip;
        self.elements.extend(new.map(|it| Element {
            toplevel: window.hwnd,
            surface: if is_tip { surface } else { it.surface },
            ..it
        }));
    }

    /// Notes that a part was not read.
    fn lacks(&mut self, coverage: ReadCoverage, reason: String) {
        self.coverage = coverage;
        self.truncated.get_or_insert(Truncation { reason, unread: None });
    }

    /// Keeps at most this many controls: first what nobody can act on is left out, from the end.
    fn fit(&mut self, limit: usize) {
        let over = self.elements.len().saturating_sub(limit);
        if over == 0 {
            return;
        }
        let is_ornament = |it: &Element| !it.control.role.is_interactive();
        let ornaments = self.elements.iter().filter(|it| is_ornament(it)).count();
        let mut kept = ornaments.saturating_sub(over);
        self.elements.retain(|it| {
            let is_kept = !is_ornament(it) || kept > 0;
            kept -= usize::from(is_ornament(it) && is_kept);
            is_kept
        });
        self.elements.truncate(limit);
        let unread = Some(u64::try_from(over).unwrap_or(u64::MAX));
        self.truncated.get_or_insert(Truncation { reason: format!("more than {limit} controls"), unread });
    }

    /// The controls.
    pub(in crate::desktop) fn controls(&self) -> Vec<Control> {
        self.elements.iter().map(|it| it.control.clone()).collect()
    }

    /// The control with the keyboard focus, the innermost of several.
    pub(in crate::desktop) fn focused(&self) -> Option<&Element> {
        self.elements.iter().rev().find(|it| it.control.states.has(State::Focused))
    }
}

/// What tells a control from all others, whichever window it was read in.
fn identity(element: &Element) -> String {
    let node = element.control.node().map(|it| it.0.as_str()).unwrap_or_default();
    // "uia WINDOW NUMBERS": the numbers are the same in whatever window they were read.
    match node.strip_prefix("uia ").and_then(|it| it.split_once(' ')) {
        Some((_, numbers)) => numbers.to_owned(),
        None => node.to_owned(),
    }
}
