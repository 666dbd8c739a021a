//! The facts of a scene in the form that this crate's deciders use.

use crate::{AppScene, HostScene, LastAction, SubtaskKind};
use deskpilot_core::{
    AppView, Application, Control, Outline, Role, State, SubtaskOutcome, Window,
    fold::{Blackboard, Round, SubtaskState},
    is_in_front,
};
use std::{borrow::Cow, ops::Deref};

/// The facts of a HostAgent's scene.
pub(crate) struct HostFacts<'s> {
    /// The request.
    pub(crate) request: &'s str,
    /// The round.
    pub(crate) round: &'s Round,
    /// The open windows.
    pub(crate) windows: &'s [Window],
    /// The applications that can be launched.
    pub(crate) applications: &'s [Application],
    /// The folder where files without a folder go, if that is not the home.
    pub(crate) working: Option<&'s str>,
    /// The round's earlier subtasks.
    pub(crate) subtasks: Vec<EndedSubtask<'s>>,
    /// Its last action.
    pub(crate) last: Option<LastAction<'s>>,
    /// The blackboard.
    pub(crate) board: &'s Blackboard,
    /// The complaint about its last decision.
    pub(crate) complaint: Option<&'s str>,
}

/// The facts of an AppAgent's scene.
pub(crate) struct AppFacts<'s> {
    /// The request.
    pub(crate) request: &'s str,
    /// The subtask.
    pub(crate) subtask: &'s str,
    /// The window.
    pub(crate) window: &'s Window,
    /// Its controls with a label or text: those of dialogs first, then open menus, then the rest.
    pub(crate) controls: Vec<NestedControl<'s>>,
    /// Whether controls may be missing.
    pub(crate) may_miss_controls: bool,
    /// Its plan.
    pub(crate) plan: &'s [String],
    /// Its last action.
    pub(crate) last: Option<LastAction<'s>>,
    /// The blackboard.
    pub(crate) board: &'s Blackboard,
    /// The complaint about its last decision.
    pub(crate) complaint: Option<&'s str>,
    /// Whether it should finish together with its last action.
    pub(crate) at_once: bool,
    /// The names of the native commands at hand in the window.
    pub(crate) native: Vec<&'s str>,
}

/// A subtask that ended.
#[derive(Clone, Debug)]
pub(crate) struct EndedSubtask<'s> {
    /// The outcome.
    pub(crate) outcome: &'s SubtaskOutcome,
    /// Why it was not carried out, or its AppAgent's comment.
    pub(crate) comment: Cow<'s, str>,
    /// Its application.
    pub(crate) application: &'s str,
}

/// A control with its nesting depth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NestedControl<'s> {
    control: &'s Control,
    /// The number of controls around it.
    pub(crate) depth: usize,
}

impl<'s> HostFacts<'s> {
    /// Collects the facts of a scene.
    pub(crate) fn of(scene: &HostScene<'s>) -> HostFacts<'s> {
        let context = scene.context;
        HostFacts {
            request: &context.round.request,
            round: context.round,
            windows: &scene.view.windows,
            applications: &scene.view.applications,
            working: scene.view.working.as_deref(),
            subtasks: ended_subtasks(context.round),
            last: context.last_action(),
            board: context.blackboard,
            complaint: context.complaint.map(|it| it.as_str()),
        }
    }
}

impl<'s> AppFacts<'s> {
    /// Collects the facts of a scene.
    pub(crate) fn of(scene: &AppScene<'s>) -> AppFacts<'s> {
        let context = scene.context;
        AppFacts {
            request: &context.round.request,
            subtask: &scene.assignment.subtask.text,
            window: &scene.view.window,
            controls: in_search_order(scene.view),
            may_miss_controls: scene.view.truncated.is_some(),
            plan: &context.memory.plan,
            last: context.last_action(),
            board: context.blackboard,
            complaint: context.complaint.map(|it| it.as_str()),
            at_once: scene.subtask_kind == SubtaskKind::PlanSteps,
            native: scene.commands.native().iter().map(|it| it.name.as_ref()).collect(),
        }
    }

    /// The window's name for a sentence.
    pub(crate) fn window_name(&self) -> String {
        match (self.window.title.as_str(), self.window.application.as_str()) {
            ("", "") => "this window".into(),
            ("", application) => application.to_owned(),
            (title, _) => format!("the window \"{title}\""),
        }
    }
}

impl EndedSubtask<'_> {
    /// Whether it was carried out.
    pub(crate) fn is_finished(&self) -> bool {
        *self.outcome == SubtaskOutcome::Finished
    }
}

/// The ended subtasks of the round, in order. One whose window went with the desktop of an earlier process did not fail.
pub(crate) fn ended_subtasks(round: &Round) -> Vec<EndedSubtask<'_>> {
    round
        .subtasks
        .iter()
        .enumerate()
        .filter_map(|(at, node)| {
            let SubtaskState::Ended(outcome, comment) = &node.state else { return None };
            if at < round.resumed_after && matches!(outcome, SubtaskOutcome::WindowGone(_)) {
                return None;
            }
            let comment = outcome.reason().unwrap_or(Cow::Borrowed(comment));
            Some(EndedSubtask { outcome, comment, application: &node.application })
        })
        .collect()
}

impl<'s> NestedControl<'s> {
    /// The control.
    pub(crate) const fn control(&self) -> &'s Control {
        self.control
    }

    /// Whether it has a label and so can be acted on.
    pub(crate) const fn has_label(&self) -> bool {
        self.control.label.is_some()
    }

    /// The name, or the value of a nameless control: what a person would call it.
    pub(crate) fn text(&self) -> &'s str {
        self.control.text()
    }

    /// Whether the control has the state.
    pub(crate) const fn is(&self, state: State) -> bool {
        self.control.states.has(state)
    }

    /// Whether the control reports any state.
    pub(crate) fn reports_states(&self) -> bool {
        self.control.states.iter().next().is_some()
    }

    /// Whether a person could use it; assumed for a control that reports no states.
    pub(crate) fn is_usable(&self) -> bool {
        !self.reports_states() || self.is(State::Enabled)
    }
}

impl Deref for NestedControl<'_> {
    type Target = Control;

    fn deref(&self) -> &Control {
        self.control
    }
}

/// The note with this name, ignoring case.
pub(crate) fn find_note<'s>(board: &'s Blackboard, name: &str) -> Option<&'s str> {
    board.notes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
}

/// The groups of controls, in search order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ControlGroup {
    Dialog,
    OpenMenu,
    Rest,
}

/// The controls with a label or text, and all dialogs: those of dialogs first, then open menus, then the rest.
pub(crate) fn in_search_order(view: &AppView) -> Vec<NestedControl<'_>> {
    let controls = &view.controls;
    let outline = Outline::of(controls, &view.levels);
    let is_relevant = |control: &Control| {
        control.label.is_some() || !control.text().is_empty() || is_in_front(control.role)
    };
    let mut grouped: Vec<(ControlGroup, usize)> = (0..controls.len())
        .filter(|at| is_relevant(&controls[*at]))
        .map(|at| (group_of(controls, &outline, at), at))
        .collect();
    grouped.sort_by_key(|(group, at)| (*group, *at));
    let depth = |group: ControlGroup, at: usize| {
        let is_around =
            |it: &usize| is_relevant(&controls[*it]) && group_of(controls, &outline, *it) == group;
        outline.around(at).filter(is_around).count()
    };
    grouped
        .iter()
        .map(|(group, at)| NestedControl { control: &controls[*at], depth: depth(*group, *at) })
        .collect()
}

fn group_of(controls: &[Control], outline: &Outline, at: usize) -> ControlGroup {
    let role = controls[at].role;
    if std::iter::once(at).chain(outline.around(at)).any(|it| is_in_front(controls[it].role)) {
        return ControlGroup::Dialog;
    }
    // In the list, the items of an open menu follow it.
    let is_open = role == Role::Menu && controls.get(at + 1).is_some_and(|next| next.role == Role::MenuItem);
    if is_open || role == Role::MenuItem { ControlGroup::OpenMenu } else { ControlGroup::Rest }
}
