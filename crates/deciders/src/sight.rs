//! Scenes rearranged for this crate's deciders.

use crate::{AppScene, Assigns, HostScene, LastAction};
use deskpilot_core::{
    AppView, Application, Control, Outline, Role, State, SubtaskOutcome, Window,
    fold::{Blackboard, Round, SubtaskState},
    is_in_front,
};
use std::{borrow::Cow, ops::Deref};

/// A HostAgent's scene.
pub(crate) struct HostSight<'s> {
    /// The request.
    pub(crate) request: &'s str,
    /// The round.
    pub(crate) round: &'s Round,
    /// The open windows.
    pub(crate) windows: &'s [Window],
    /// The applications that can be launched.
    pub(crate) applications: &'s [Application],
    /// The round's earlier subtasks.
    pub(crate) subtasks: Vec<EndedSubtask<'s>>,
    /// Its last action.
    pub(crate) last: Option<LastAction<'s>>,
    /// The blackboard.
    pub(crate) board: &'s Blackboard,
    /// The complaint about its last decision.
    pub(crate) complaint: Option<&'s str>,
}

/// An AppAgent's scene.
pub(crate) struct AppSight<'s> {
    /// The request.
    pub(crate) request: &'s str,
    /// The subtask.
    pub(crate) subtask: &'s str,
    /// The window.
    pub(crate) window: &'s Window,
    /// Its controls with a label or text: those of dialogs first, then open menus, then the rest.
    pub(crate) controls: Vec<Seen<'s>>,
    /// Whether controls may be missing.
    pub(crate) leaves_out: bool,
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
pub(crate) struct Seen<'s> {
    control: &'s Control,
    /// The number of controls around it.
    pub(crate) depth: usize,
}

impl<'s> HostSight<'s> {
    /// Rearranges a scene.
    pub(crate) fn of(scene: &HostScene<'s>) -> HostSight<'s> {
        let context = scene.context;
        HostSight {
            request: &context.round.request,
            round: context.round,
            windows: &scene.view.windows,
            applications: &scene.view.applications,
            subtasks: ended(context.round),
            last: context.last_action(),
            board: context.blackboard,
            complaint: context.complaint.map(|it| it.as_str()),
        }
    }
}

impl<'s> AppSight<'s> {
    /// Rearranges a scene.
    pub(crate) fn of(scene: &AppScene<'s>) -> AppSight<'s> {
        let context = scene.context;
        AppSight {
            request: &context.round.request,
            subtask: &scene.assignment.subtask.text,
            window: &scene.view.window,
            controls: arranged(scene.view),
            leaves_out: scene.view.truncated.is_some(),
            plan: &context.memory.plan,
            last: context.last_action(),
            board: context.blackboard,
            complaint: context.complaint.map(|it| it.as_str()),
            at_once: scene.assigns == Assigns::PlanSteps,
        }
    }

    /// The window's name for a sentence.
    pub(crate) fn place(&self) -> String {
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

/// The ended subtasks of the round, in order.
pub(crate) fn ended(round: &Round) -> Vec<EndedSubtask<'_>> {
    round
        .subtasks
        .iter()
        .filter_map(|node| {
            let SubtaskState::Ended(outcome, said) = &node.state else { return None };
            let comment = outcome.reason().unwrap_or(Cow::Borrowed(said));
            Some(EndedSubtask { outcome, comment, application: &node.application })
        })
        .collect()
}

impl<'s> Seen<'s> {
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
        let Control { name, value, .. } = self.control;
        if name.trim().is_empty() { value.as_deref().unwrap_or("") } else { name }
    }

    /// Whether the control has the state.
    pub(crate) const fn is(&self, state: State) -> bool {
        self.control.states.has(state)
    }

    /// Whether the control reports any state.
    pub(crate) fn tells_states(&self) -> bool {
        self.control.states.iter().next().is_some()
    }

    /// Whether a person could use it; assumed for a control that reports no states.
    pub(crate) fn is_usable(&self) -> bool {
        !self.tells_states() || self.is(State::Enabled)
    }
}

impl Deref for Seen<'_> {
    type Target = Control;

    fn deref(&self) -> &Control {
        self.control
    }
}

/// The note with this name, ignoring case.
pub(crate) fn note_named<'s>(board: &'s Blackboard, name: &str) -> Option<&'s str> {
    board.notes.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
}

/// The groups of controls, in search order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Dialog,
    OpenMenu,
    Rest,
}

/// The controls with a label or text, and all dialogs: those of dialogs first, then open menus, then the rest.
pub(crate) fn arranged(view: &AppView) -> Vec<Seen<'_>> {
    let controls = &view.controls;
    let outline = Outline::of(controls, &view.levels);
    let is_worth = |control: &Control| {
        control.label.is_some() || !control.text().is_empty() || is_in_front(control.role)
    };
    let mut placed: Vec<(Place, usize)> = (0..controls.len())
        .filter(|at| is_worth(&controls[*at]))
        .map(|at| (place_of(controls, &outline, at), at))
        .collect();
    placed.sort_by_key(|(place, at)| (*place, *at));
    let depth = |place: Place, at: usize| {
        let is_around = |it: &usize| is_worth(&controls[*it]) && place_of(controls, &outline, *it) == place;
        outline.around(at).filter(is_around).count()
    };
    placed.iter().map(|(place, at)| Seen { control: &controls[*at], depth: depth(*place, *at) }).collect()
}

fn place_of(controls: &[Control], outline: &Outline, at: usize) -> Place {
    let role = controls[at].role;
    if std::iter::once(at).chain(outline.around(at)).any(|it| is_in_front(controls[it].role)) {
        return Place::Dialog;
    }
    // In the list, the items of an open menu follow it.
    let is_open = role == Role::Menu && controls.get(at + 1).is_some_and(|next| next.role == Role::MenuItem);
    if is_open || role == Role::MenuItem { Place::OpenMenu } else { Place::Rest }
}
