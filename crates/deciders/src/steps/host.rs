//! The HostAgent of steps: groups the steps by application, and assigns one group after the other.

use super::{
    applications::{ApplicationMatch, opened_window, resolve_application, surely_names},
    forms::DISPLAY,
    grammar,
    named_application::without_application,
    names::{bare, folded_name, quoted_list, shorten},
    perform::note_value,
    phrases::{cut_all, in_folder, is_absolute, last_name, page_address},
    step::{Step, TextSource},
    understanding::segments_of,
};
use crate::{
    LastAction,
    draft::{HostDraft, HostMove, next_subtask, plan_of},
    facts::HostFacts,
};
use deskpilot_core::{Effect, Launch, NOTHING_TO_ADD, Product, Subtask, SubtaskOutcome, Window};

/// Steps for one application.
struct Group {
    /// The application's name; `None` for that of the focused window.
    application: Option<String>,
    /// The document to open in it.
    file: Option<String>,
    steps: Vec<Step>,
    /// Whether the application may be opened: not only to be closed.
    may_open: bool,
}

/// The HostAgent's draft for this scene.
pub(super) fn draft<'s>(facts: &HostFacts<'s>) -> HostDraft<'s> {
    let titles: Vec<String> = facts.windows.iter().map(|window| shorten(&window.title)).collect();
    let observation = match titles.is_empty() {
        true => "No window is open.".to_owned(),
        false => format!("Open windows: {}.", quoted_list(&titles)),
    };
    let mut draft = decide(facts).unwrap_or_else(|reason| {
        HostDraft::with_ending(HostMove::Fail, "This cannot be done as it was asked for.", reason)
    });
    draft.remarks.common.observation = observation;
    draft
}

fn decide<'s>(facts: &HostFacts<'s>) -> Result<HostDraft<'s>, String> {
    if let Some(complaint) = facts.complaint {
        return Err(complaint.to_owned());
    }
    // Parse the whole request before doing any of it.
    let groups = groups(facts)?;
    let done = facts.subtasks.iter().filter(|it| it.is_finished()).count().min(groups.len());
    let left = &groups[done..];
    check_failures(facts)?;
    check_notes(facts, &groups)?;
    let Some((group, later)) = left.split_first() else { return Ok(finish(facts)) };
    let targets = left.iter().map(|group| locate(facts, group)).collect::<Result<Vec<_>, _>>()?;
    match targets.into_iter().next() {
        Some(ApplicationMatch { window: Some(window), .. }) if !group.needs_opening(window, facts) => {
            Ok(assign(facts, group, window, later))
        }
        Some(target) => launch_or_assign(facts, group, &target, left),
        None => Ok(finish(facts)),
    }
}

/// The steps of the request, grouped by application.
fn groups(facts: &HostFacts<'_>) -> Result<Vec<Group>, String> {
    let mut groups: Vec<Group> = Vec::new();
    for segment in segments_of(facts)? {
        let (segment, application) = without_application(&segment, facts);
        let step = in_working_folder(grammar::parse_step(&segment)?, facts.working);
        let here = groups.last().and_then(|group| group.application.as_deref()).map(folded_name);
        match (step, application) {
            (Step::Open { application, file: None }, _) => {
                let opened =
                    |it| Group { application: Some(it), file: None, steps: Vec::new(), may_open: true };
                groups.extend(each_application(application, facts).into_iter().map(opened));
            }
            (Step::Open { application, file }, _) => {
                let application = Some(application).filter(|it| !it.is_empty());
                let steps = file.as_deref().and_then(page_address).map(Step::ShowPage);
                groups.push(Group { application, file, steps: steps.into_iter().collect(), may_open: true });
            }
            (step, Some(application)) if here != Some(folded_name(&application)) => {
                let may_open = !matches!(step, Step::Close(_));
                groups.push(Group {
                    application: Some(application),
                    file: None,
                    steps: vec![step],
                    may_open,
                });
            }
            (step, _) => match groups.last_mut() {
                Some(group) => group.steps.push(step),
                None => {
                    let application = needed_application(&step).map(str::to_owned);
                    groups.push(Group { application, file: None, steps: vec![step], may_open: true });
                }
            },
        }
    }
    if groups.is_empty() {
        Err("the request is empty; see `deskpilot manual steps`".into())
    } else {
        Ok(groups)
    }
}

/// The application that a step needs, whatever has the keyboard.
const fn needed_application(step: &Step) -> Option<&'static str> {
    match step {
        Step::Compute(..) => Some("calculator"),
        Step::MakeFolder(_) | Step::RenameFile { .. } | Step::DeleteFile(_) => Some("file manager"),
        _ => None,
    }
}

/// The applications of `open the calculator and the text editor`: several only where each is surely one.
fn each_application(named: String, facts: &HostFacts<'_>) -> Vec<String> {
    let is_one = |name: &str| surely_names(name, facts.windows, facts.applications);
    let parts = cut_all(&named, &[", and ", ", ", " and "]);
    match parts.len() > 1 && !is_one(&named) && parts.iter().all(|it| is_one(it)) {
        true => parts.into_iter().map(|it| bare(it).to_owned()).collect(),
        false => vec![named],
    }
}

/// The step with the folder of a file to save, if it names none: an application's dialog may begin elsewhere.
fn in_working_folder(step: Step, working: Option<&str>) -> Step {
    match (step, working) {
        (Step::Save(what, Some(file)), Some(folder)) if !has_folder(&file) => {
            Step::Save(what, Some(in_folder(folder, &file)))
        }
        (step, _) => step,
    }
}

/// Whether a file names its folder, from the root or the home on.
fn has_folder(file: &str) -> bool {
    file.starts_with('~') || is_absolute(file)
}

/// Ends the request after a failed subtask, but retries once if only its window is gone.
fn check_failures(facts: &HostFacts<'_>) -> Result<(), String> {
    let failed: Vec<_> = facts.subtasks.iter().rev().take_while(|it| !it.is_finished()).collect();
    match failed.as_slice() {
        [] => Ok(()),
        [only] if matches!(only.outcome, SubtaskOutcome::WindowGone(_)) => Ok(()),
        [last, ..] if last.comment.trim().is_empty() => Err("a subtask failed without a reason".into()),
        [last, ..] => Err(last.comment.to_string()),
    }
}

/// Finds the use of a note that nothing writes, before anything is done.
fn check_notes(facts: &HostFacts<'_>, groups: &[Group]) -> Result<(), String> {
    let mut notes = facts.board.notes.clone();
    for step in groups.iter().flat_map(|group| &group.steps) {
        match step {
            Step::Type(words, _) | Step::Set(_, words) | Step::Save(Some(words), _) => {
                let name = words.reference().or_else(|| saved_note(step));
                if let Some(name) = name.filter(|name| note_value(&notes, name).is_none()) {
                    return Err(missing_note_error(step, words, name));
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

/// The note that `save total as x.txt` is to write: a text without quotation marks is not a note.
fn saved_note(step: &Step) -> Option<&str> {
    match step {
        Step::Save(Some(TextSource::Named(text)), _) => Some(bare(text)),
        _ => None,
    }
}

fn missing_note_error(step: &Step, words: &TextSource, name: &str) -> String {
    let how = if DISPLAY.contains(&name) { "add `read the result` before it" } else { "read it first" };
    format!(
        "I cannot {}: no earlier step notes \"{name}\"; {how}, or quote \"{}\" to have it typed letter for letter",
        shorten(&step.to_string()),
        words.literal()
    )
}

fn locate<'s>(facts: &HostFacts<'s>, group: &Group) -> Result<ApplicationMatch<'s>, String> {
    if let Some(application) = &group.application {
        return match resolve_application(application, facts.windows, facts.applications) {
            // The opened application may have another name than its window.
            Err(unknown) => {
                match last_successful_launch(facts)
                    .and_then(|last| opened_window(application, facts.windows, last.effect()))
                {
                    Some(window) => Ok(ApplicationMatch { window: Some(window), installed: None, others: 0 }),
                    None => Err(with_example(unknown, facts)),
                }
            }
            found => found,
        };
    }
    if let Some(file) = &group.file {
        let name = last_name(file);
        let names = |it: &&Window| it.label.is_some() && it.title.contains(name);
        // A page is in its title only by chance.
        let window = facts.windows.iter().find(names).filter(|_| page_address(file).is_none());
        return Ok(ApplicationMatch { window, installed: None, others: 0 });
    }
    let focused = facts.windows.iter().find(|window| window.focused && window.label.is_some());
    let window = focused.ok_or_else(|| {
        let first = group.steps.first().map(ToString::to_string).unwrap_or_default();
        format!("I do not know where to {}: no window has the keyboard; say first which application, as in `open the text editor. {}`", shorten(&first), shorten(&first))
    })?;
    Ok(ApplicationMatch { window: Some(window), installed: None, others: 0 })
}

/// The error with an application that is here, in a request that can be written instead.
fn with_example(unknown: String, facts: &HostFacts<'_>) -> String {
    match facts.applications.iter().find(|it| it.refused.is_none()) {
        Some(here) => format!("{unknown}; or name one that is here, as in `open {}`", here.name),
        None => unknown,
    }
}

fn assign<'s>(facts: &HostFacts<'s>, group: &Group, window: &'s Window, later: &[Group]) -> HostDraft<'s> {
    let thought = format!("The next subtask is for {}.", window.application);
    let produces = group.produces();
    let subtask = Subtask { produces, ..next_subtask(facts.round, &group.text()) };
    let mut draft = HostDraft::new(HostMove::Assign(window, subtask), thought);
    draft.remarks.subtask = group.text();
    draft.with_plan(planned_subtasks(later, facts.round.next_subtask() + 1), lines(later))
}

/// The groups as subtasks; the first gets this index.
fn planned_subtasks(groups: &[Group], first: u32) -> Vec<Subtask> {
    let texts = groups.iter().map(|it| (it.application.as_deref().unwrap_or_default(), it.text()));
    let planned = plan_of(first, texts).into_iter().zip(groups);
    planned.map(|(subtask, group)| Subtask { produces: group.produces(), ..subtask }).collect()
}

fn lines(groups: &[Group]) -> Vec<String> {
    groups.iter().map(Group::line).collect()
}

/// Launches the application of the group, the first of `left`, unless that was just tried.
fn launch_or_assign<'s>(
    facts: &HostFacts<'s>,
    group: &Group,
    target: &ApplicationMatch<'s>,
    left: &[Group],
) -> Result<HostDraft<'s>, String> {
    let wanted = group.application.clone().unwrap_or_default();
    let named = target.installed.map(|it| it.name.clone());
    let application =
        named.or_else(|| target.window.map(|it| it.application.clone())).unwrap_or_else(|| wanted.clone());
    let called = group.file.as_ref().filter(|_| application.is_empty()).unwrap_or(&application);
    if let Some(last) = facts.last.filter(|last| is_launch_of(last, &application)) {
        let found = target.window.or_else(|| opened_window(&wanted, facts.windows, last.effect()));
        match last.effect() {
            Effect::Refused(_) | Effect::Partial(_) => {
                return Err(format!("{called} could not be opened: {}", last.reason()));
            }
            Effect::Interrupted if last.repeat_times == 0 => {}
            // A desktop without windows is not the one on which it was launched, however often a task is resumed; what opens
            // and closes again and again is stopped as any other action that repeats.
            effect if effect.is_success() && facts.windows.is_empty() => {}
            _ => {
                let window = found.ok_or_else(|| {
                    format!("{called} was opened, and none of the open windows seems to be its")
                })?;
                return Ok(assign(facts, group, window, &left[1..]));
            }
        }
    }
    if !group.may_open && target.window.is_none() {
        return Err(format!("no window of {application} is open"));
    }
    let thought = match &group.file {
        Some(file) if application.is_empty() => format!("{file} is to be opened by what opens its kind."),
        Some(file) => format!("{file} is to be opened in {application}."),
        None => format!("{application} has no window yet."),
    };
    let thought = match target.others {
        0 => thought,
        others => format!("{thought} {others} more could be meant by \"{wanted}\": I take the first."),
    };
    let launch = Launch { application, file: group.file.clone(), ..Launch::default() };
    let draft = HostDraft::new(HostMove::Open(launch), thought);
    Ok(draft.with_plan(planned_subtasks(left, facts.round.next_subtask()), lines(left)))
}

fn finish<'s>(facts: &HostFacts<'s>) -> HostDraft<'s> {
    let mut comments: Vec<String> = Vec::new();
    for subtask in facts.subtasks.iter().filter(|it| it.is_finished()) {
        let comment = subtask.comment.trim().to_owned();
        if !comment.is_empty() && !comments.contains(&comment) {
            comments.push(comment);
        }
    }
    let comment = if comments.is_empty() { NOTHING_TO_ADD.into() } else { comments.join("; ") };
    HostDraft::with_ending(HostMove::Finish, "All subtasks are done.", comment)
}

/// The last action, if it opened an application.
fn last_successful_launch<'s>(facts: &HostFacts<'s>) -> Option<LastAction<'s>> {
    facts.last.filter(|last| last.launch().is_some() && last.succeeded())
}

fn is_launch_of(last: &LastAction<'_>, application: &str) -> bool {
    last.launch().is_some_and(|it| it.application == application)
}

impl Group {
    /// The files that its steps save under a whole path. Where an application puts one without a folder, it decides.
    fn produces(&self) -> Vec<Product> {
        let saved = self.steps.iter().filter_map(|step| match step {
            Step::Save(_, Some(path)) if has_folder(path) => Some(Product::File(path.clone())),
            _ => None,
        });
        saved.collect()
    }

    /// The subtask in the notation that an AppAgent parses.
    fn text(&self) -> String {
        match self.steps.as_slice() {
            [] => Step::Focus(None).to_string(),
            steps => steps.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    }

    /// The group as a plan line.
    fn line(&self) -> String {
        format!(
            "in {}: {}",
            self.application.as_deref().or(self.file.as_deref()).unwrap_or("the window with the keyboard"),
            self.text()
        )
    }

    /// Whether the group's document still has to be opened, although the application has this window.
    fn needs_opening(&self, window: &Window, facts: &HostFacts<'_>) -> bool {
        let Some(file) = &self.file else { return false };
        let name = last_name(file);
        let has_tried = last_successful_launch(facts)
            .and_then(|last| last.launch())
            .is_some_and(|it| it.file.as_ref() == Some(file));
        let is_shown = page_address(file).is_none() && window.title.contains(name);
        !has_tried && !is_shown
    }
}
