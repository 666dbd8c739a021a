//! The HostAgent: which subtask comes next, and for which window.

use super::{
    applications::{Meant, is_surely, meant, opened},
    forms::DISPLAY,
    grammar,
    perform::note_of,
    quote::mask,
    reply::{AppsToOpen, HostReply},
    sections::{HostSight, LastAction, OpenWindow},
    split::segments,
    step::{Step, Words},
    words::{bare, listed, short, simple},
};
use deskpilot_core::{Code, Status};

/// What stands between a step and the application it is for.
const BEFORE_APPLICATION: &[&str] = &[" in ", " with ", " using ", " on ", " from "];

/// Steps for one application.
struct Group {
    /// What the application was called; `None` for that of the window with the keyboard.
    application: Option<String>,
    /// A document to open in it.
    file: Option<String>,
    steps: Vec<Step>,
}

/// The reply of a HostAgent that sees this.
pub(super) fn reply(sight: &HostSight) -> HostReply {
    let titles: Vec<String> = sight.windows.iter().map(|window| short(&window.title)).collect();
    let observation = match titles.is_empty() {
        true => "No window is open.".to_owned(),
        false => format!("Open windows: {}.", listed(&titles)),
    };
    let reply = decide(sight).unwrap_or_else(|reason| HostReply {
        status: Status::Fail,
        thought: "This cannot be done as it was asked for.".into(),
        comment: reason,
        ..HostReply::default()
    });
    HostReply { observation, ..reply }
}

fn decide(sight: &HostSight) -> Result<HostReply, String> {
    if !sight.complaint.trim().is_empty() {
        return Err(sight.complaint.trim().to_owned());
    }
    // The whole request is understood, or nothing of it is done.
    let groups = groups(sight)?;
    let done = sight.subtasks.iter().filter(|it| it.status == "FINISH").count().min(groups.len());
    let left = &groups[done..];
    check_failures(sight)?;
    check_notes(sight, &groups)?;
    let Some((group, later)) = left.split_first() else { return Ok(finished(sight)) };
    let places = left.iter().map(|group| place(sight, group)).collect::<Result<Vec<_>, _>>()?;
    let plan: Vec<String> = later.iter().map(Group::line).collect();
    match places.into_iter().next() {
        Some(Meant { window: Some(window), .. }) if !group.needs_opening(window, sight) => {
            Ok(assigned(group, window, plan))
        }
        Some(place) => launched(sight, group, &place, plan),
        None => Ok(finished(sight)),
    }
}

/// The steps of the request, by application.
fn groups(sight: &HostSight) -> Result<Vec<Group>, String> {
    let mut groups: Vec<Group> = Vec::new();
    for segment in segments(&sight.request) {
        let (segment, application) = without_application(&segment, sight);
        let step = grammar::step(&segment)?;
        let here = groups.last().and_then(|group| group.application.as_deref()).map(simple);
        match (step, application) {
            (Step::Open { application, file }, _) => {
                groups.push(Group { application: Some(application), file, steps: Vec::new() });
            }
            (step, Some(application)) if here != Some(simple(&application)) => {
                groups.push(Group { application: Some(application), file: None, steps: vec![step] });
            }
            (step, _) => match groups.last_mut() {
                Some(group) => group.steps.push(step),
                None => groups.push(Group { application: None, file: None, steps: vec![step] }),
            },
        }
    }
    if groups.is_empty() {
        Err("the request is empty; see `deskpilot manual steps`".into())
    } else {
        Ok(groups)
    }
}

/// A step without `in the calculator`, and the calculator.
fn without_application(segment: &str, sight: &HostSight) -> (String, Option<String>) {
    // What is opened may itself be in or with something.
    if grammar::form_of(segment).is_some_and(|(form, _)| form.words[0] == "open") {
        return (segment.to_owned(), None);
    }
    let masked = mask(segment);
    let mut places: Vec<(usize, usize)> = BEFORE_APPLICATION
        .iter()
        .flat_map(|word| masked.match_indices(word).map(|(at, word)| (at, at + word.len())))
        .collect();
    places.sort_unstable();
    for (nth, (at, start)) in places.iter().enumerate().rev() {
        let end = places.get(nth + 1).map_or(segment.len(), |(next, _)| *next);
        let Some(name) = segment.get(*start..end) else { continue };
        if is_surely(name, &sight.windows, &sight.applications) {
            let application = bare(name.trim_end_matches(['.', ',', '!'])).to_owned();
            return (format!("{}{}", &segment[..*at], &segment[end..]), Some(application));
        }
    }
    (segment.to_owned(), None)
}

/// A subtask that failed ends the request, but for one whose window is gone: that is opened and tried once more.
fn check_failures(sight: &HostSight) -> Result<(), String> {
    let failed: Vec<_> = sight.subtasks.iter().rev().take_while(|it| it.status != "FINISH").collect();
    match failed.as_slice() {
        [] => Ok(()),
        [only] if only.code == Some(Code::WindowGone) => Ok(()),
        [last, ..] if last.comment.trim().is_empty() => Err("a subtask failed without a reason".into()),
        [last, ..] => Err(last.comment.clone()),
    }
}

/// A note that nothing notes before it is used is found out before anything is done.
fn check_notes(sight: &HostSight, groups: &[Group]) -> Result<(), String> {
    let mut notes = sight.board.notes.clone();
    for step in groups.iter().flat_map(|group| &group.steps) {
        match step {
            Step::Type(words, _) | Step::Set(_, words) | Step::Save(Some(words), _) => {
                if let Some(name) = words.reference().filter(|name| note_of(&notes, name).is_none()) {
                    return Err(unread(step, words, name));
                }
            }
            Step::Read(_, note) | Step::Compute(_, note) => {
                notes.insert(note.clone(), String::new());
            }
            _ => {}
        }
    }
    Ok(())
}

fn unread(step: &Step, words: &Words, name: &str) -> String {
    let how = if DISPLAY.contains(&name) { "add `read the result` before it" } else { "read it first" };
    format!(
        "I cannot {}: no earlier step notes \"{name}\"; {how}, or quote \"{}\" to have it typed letter for letter",
        short(&step.to_string()),
        words.literal()
    )
}

fn place<'s>(sight: &'s HostSight, group: &Group) -> Result<Meant<'s>, String> {
    if let Some(application) = &group.application {
        return match meant(application, &sight.windows, &sight.applications) {
            // What was just opened may bear another name than its window.
            Err(unknown) => {
                match just_opened(sight).and_then(|last| opened(application, &sight.windows, &last.results)) {
                    Some(window) => Ok(Meant { window: Some(window), installed: None, others: 0 }),
                    None => Err(unknown),
                }
            }
            found => found,
        };
    }
    let focused = sight.windows.iter().find(|window| window.focused && !window.label.is_empty());
    let window = focused.ok_or_else(|| {
        let first = group.steps.first().map(ToString::to_string).unwrap_or_default();
        format!("I do not know where to {}: no window has the keyboard; say first which application, such as open the calculator", short(&first))
    })?;
    Ok(Meant { window: Some(window), installed: None, others: 0 })
}

fn assigned(group: &Group, window: &OpenWindow, plan: Vec<String>) -> HostReply {
    HostReply {
        thought: format!("The next subtask is for {}.", window.application),
        subtask: group.text(),
        control_label: window.label.clone(),
        control_text: window.title.clone(),
        plan,
        status: Status::Assign,
        ..HostReply::default()
    }
}

/// Opens the application of the group, unless that was the last thing tried.
fn launched(
    sight: &HostSight,
    group: &Group,
    place: &Meant<'_>,
    plan: Vec<String>,
) -> Result<HostReply, String> {
    let wanted = group.application.clone().unwrap_or_default();
    let named = place.installed.map(|it| it.name.clone());
    let application =
        named.or_else(|| place.window.map(|it| it.application.clone())).unwrap_or_else(|| wanted.clone());
    if let Some(last) = sight.last.as_ref().filter(|last| last.opens(&application)) {
        let found = place.window.or_else(|| opened(&wanted, &sight.windows, &last.results));
        match last.status.as_str() {
            "refused" | "partial" => {
                return Err(format!("{application} could not be opened: {}", last.reason()));
            }
            "interrupted" if last.repeat_times == 0 => {}
            // A desktop without any window is not the one it was opened on: that one is gone.
            "confirmed" | "unverified" if last.repeat_times == 0 && sight.windows.is_empty() => {}
            _ => {
                let window = found.ok_or_else(|| {
                    format!("{application} was opened, and none of the open windows seems to be its")
                })?;
                return Ok(assigned(group, window, plan));
            }
        }
    }
    let thought = match &group.file {
        Some(file) => format!("{file} is to be opened in {application}."),
        None => format!("{application} has no window yet."),
    };
    let thought = match place.others {
        0 => thought,
        others => format!("{thought} {others} more could be meant by \"{wanted}\": I take the first."),
    };
    let apps_to_open = Some(AppsToOpen { application, file: group.file.clone() });
    let plan = std::iter::once(group.line()).chain(plan).collect();
    Ok(HostReply { thought, plan, status: Status::Continue, apps_to_open, ..HostReply::default() })
}

fn finished(sight: &HostSight) -> HostReply {
    let mut told: Vec<String> = Vec::new();
    for subtask in sight.subtasks.iter().filter(|it| it.status == "FINISH") {
        let comment = subtask.comment.trim().to_owned();
        if !comment.is_empty() && !told.contains(&comment) {
            told.push(comment);
        }
    }
    HostReply {
        thought: "All subtasks are done.".into(),
        status: Status::Finish,
        comment: if told.is_empty() { "done".into() } else { told.join("; ") },
        ..HostReply::default()
    }
}

/// The last action, if it opened an application.
fn just_opened(sight: &HostSight) -> Option<&LastAction> {
    sight.last.as_ref().filter(|last| last.function == "AppsToOpen" && last.succeeded())
}

impl LastAction {
    fn opens(&self, application: &str) -> bool {
        self.function == "AppsToOpen" && self.text("APP") == Some(application)
    }
}

impl Group {
    /// The subtask, in the words in which an AppAgent reads it.
    fn text(&self) -> String {
        match self.steps.as_slice() {
            [] => Step::Focus(None).to_string(),
            steps => steps.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    }

    /// The group as a line of a plan.
    fn line(&self) -> String {
        format!(
            "in {}: {}",
            self.application.as_deref().unwrap_or("the window with the keyboard"),
            self.text()
        )
    }

    /// Whether the group's document is still to be opened, although the application has this window.
    fn needs_opening(&self, window: &OpenWindow, sight: &HostSight) -> bool {
        let Some(file) = &self.file else { return false };
        let name = file.rsplit('/').next().unwrap_or(file);
        let has_tried = sight.last.as_ref().is_some_and(|last| {
            last.function == "AppsToOpen" && last.succeeded() && last.text("file_path") == Some(file)
        });
        !has_tried && !window.title.contains(name)
    }
}
