//! The AppAgent of steps: the next action in a subtask.

use super::{
    act::{PlannedAction, StepMove, may_wait, short_wait},
    grammar,
    names::{folded_name, shorten},
    page,
    perform::{perform, question},
    recovery::recover,
    sheets::go_to_cell,
    split,
    step::{Step, TextSource},
    terminal,
};
use crate::{
    BarsNeed, LastAction,
    draft::{AppDraft, AppMove},
    facts::{AppFacts, find_note},
    needs::KEYBOARD_COMMANDS,
    password_prompt::{self, ACCEPTING, PasswordPrompt},
};
use deskpilot_core::{
    Effect, NextStatus, Question,
    fold::{AgentMemory, MemoryItem},
    named_secrets, placeholder,
};
use serde_json::json;
use std::collections::VecDeque;

/// The AppAgent's draft for this scene.
pub(super) fn draft(facts: &AppFacts<'_>) -> AppDraft {
    let observation = format!("I see {} with {} controls.", facts.window_name(), facts.controls.len());
    let mut draft = decide(facts).unwrap_or_else(|reason| {
        AppDraft::new(AppMove::Fail, "This cannot be done as it was asked for.").with_comment(reason)
    });
    draft.remarks.observation = observation;
    draft
}

/// What the next step reads of tool bars: nothing if it presses keys after keys that had an effect.
pub(super) fn bars_need(memory: &AgentMemory) -> BarsNeed {
    let pressed_keys = |item: &MemoryItem| {
        KEYBOARD_COMMANDS.contains(&item.call.command.as_str()) && item.outcome.effect.is_success()
    };
    let presses_keys = |step: &String| {
        matches!(grammar::parse_step(step), Ok(Step::Press(_) | Step::Type(TextSource::Literal(_), None)))
    };
    match memory.last.last().is_some_and(pressed_keys) && memory.plan.first().is_some_and(presses_keys) {
        true => BarsNeed::Nothing,
        false => BarsNeed::Current,
    }
}

fn decide(facts: &AppFacts<'_>) -> Result<AppDraft, String> {
    if let Some(complaint) = facts.complaint {
        return Err(complaint.to_owned());
    }
    let mut steps = plan(facts)?;
    if let Some(draft) = unlocked(facts, &steps)? {
        return Ok(draft);
    }
    let mut next = match &facts.last {
        Some(last) => recover(last, facts, steps.front())?,
        None => None,
    };
    let mut thoughts = Vec::new();
    loop {
        let doing = steps.front().map(ToString::to_string);
        let step_move = match next.take() {
            Some(recovered) => Some(recovered),
            None => advance(&mut steps, facts)?,
        };
        match step_move {
            Some(StepMove::Done(thought)) => thoughts.push(thought),
            Some(StepMove::Steps(those)) => those.into_iter().rev().for_each(|step| steps.push_front(step)),
            Some(StepMove::Act(act)) => {
                let act = with_ending(*act, &steps, facts);
                let act = if act.thought.is_empty() { act.because(doing.unwrap_or_default()) } else { act };
                // Where the window is closed last, nobody looks at it again.
                let output = match act.ends {
                    NextStatus::Finish => terminal::report(facts, &split::parse_steps(facts.subtask)?),
                    NextStatus::Continue | NextStatus::Fail => None,
                };
                return Ok(act_draft(act, &steps, thoughts).with_comment(output.unwrap_or_default()));
            }
            Some(StepMove::Ask(step)) => return Ok(ask_draft(step, &steps)),
            None => return Ok(finish_draft(facts, &thoughts)),
        }
    }
}

/// What a window that asks for a password needs before the steps; `None` where it asks for none, or one of the steps types a secret.
fn unlocked(facts: &AppFacts<'_>, steps: &VecDeque<Step>) -> Result<Option<AppDraft>, String> {
    let Some(prompt) = PasswordPrompt::of(facts) else { return Ok(None) };
    let plan: Vec<String> = steps.iter().map(ToString::to_string).collect();
    let types_secret = |text: &String| !named_secrets(text).is_empty();
    let is_answered = plan.iter().any(types_secret) || !named_secrets(facts.subtask).is_empty();
    if is_answered || steps.front().is_some_and(|it| is_for(it, facts)) {
        return Ok(None);
    }
    let window = facts.window_name();
    let asking = match prompt.text() {
        "" => window,
        text => format!("{window} ({text})"),
    };
    let question = password_prompt::question(&asking);
    let Some(secret) = password_prompt::answered_secret(facts.board, &question) else {
        return Ok(Some(password_prompt::asking(question).with_plan(plan)));
    };
    let typed = placeholder(secret);
    match &facts.last {
        Some(last) if last.text("text") == Some(typed.as_str()) && !last.succeeded() => Err(last.reason()),
        // Other keys may have brought the window.
        Some(last) if last.text("text") == Some(typed.as_str()) || last.text("keys") == Some(ACCEPTING) => {
            Err(format!("{asking} still asks for a password: the secret {secret} does not open it"))
        }
        _ => Ok(Some(prompt.typing(secret, NextStatus::Continue).with_plan(plan))),
    }
}

/// Whether a step is for this window: it types or presses keys where the keyboard is, or names one of its controls.
fn is_for(step: &Step, facts: &AppFacts<'_>) -> bool {
    let is_shown = |name: &str| facts.controls.iter().any(|it| folded_name(it.text()) == folded_name(name));
    match step {
        Step::Type(_, None) | Step::Press(_) => true,
        step => step.control().is_some_and(|it| is_shown(&it.text)),
    }
}

/// The result of the next step; `None` if there is none.
fn advance(steps: &mut VecDeque<Step>, facts: &AppFacts<'_>) -> Result<Option<StepMove>, String> {
    let Some(step) = steps.pop_front() else { return Ok(None) };
    let done = perform(&step, facts, steps.front());
    let inner = match &step {
        Step::UnlessDone(inner) => inner.as_ref(),
        step => step,
    };
    let reason = match done {
        Ok(step_move) => return Ok(Some(step_move)),
        Err(reason) => reason,
    };
    let search = go_to_cell(inner, facts).or_else(|| search(inner, facts));
    if let Some(search) = search.or_else(|| look_again(inner, facts)) {
        return Ok(Some(search.then(vec![step]).into()));
    }
    Err(format!("I cannot {}: {reason}", shorten(&inner.to_string())))
}

/// Looks again where the place for a text may be among what was not read, a few times.
fn look_again(step: &Step, facts: &AppFacts<'_>) -> Option<PlannedAction> {
    let is_missing = matches!(step, Step::Type(_, None)) && facts.may_miss_controls;
    let wait = || short_wait().because("Not all of the window was read: I look again.");
    (is_missing && may_wait(facts)).then(wait)
}

/// Searches among unlisted controls, once.
fn search(step: &Step, facts: &AppFacts<'_>) -> Option<PlannedAction> {
    let find = PlannedAction::window("find_control", [("text", json!(search_text(step, facts)?))]);
    Some(find.because("It is not among the controls that are listed."))
}

/// The text to search among unlisted controls, once.
fn search_text<'s>(step: &'s Step, facts: &AppFacts<'_>) -> Option<&'s str> {
    let was_searched = |text: &str| {
        facts
            .last
            .as_ref()
            .is_some_and(|last| last.command() == "find_control" && last.text("text") == Some(text))
    };
    step.control()
        .map(|name| name.text.as_str())
        .filter(|text| facts.may_miss_controls && !was_searched(text))
}

/// The remaining steps: the plan's or, at first, the subtask's. A skill that stopped before it did anything leaves the whole subtask
/// as the plan.
fn plan(facts: &AppFacts<'_>) -> Result<VecDeque<Step>, String> {
    let is_whole = facts.plan == [facts.subtask];
    let is_begun = facts.last.is_some() || !facts.plan.is_empty();
    if is_begun && !is_whole {
        return facts.plan.iter().map(|step| grammar::parse_step(step)).collect();
    }
    match split::parse_steps(facts.subtask)? {
        steps if steps.is_empty() => Err("the subtask is empty".into()),
        steps => Ok(steps.into()),
    }
}

/// The act, ending the subtask if that is wanted, nothing follows and nothing remains to report.
fn with_ending(act: PlannedAction, steps: &VecDeque<Step>, facts: &AppFacts<'_>) -> PlannedAction {
    let is_last = steps.is_empty() && act.then.is_empty();
    let has_no_report = || split::parse_steps(facts.subtask).is_ok_and(|all| !all.iter().any(has_report));
    let is_visible_act = !PREPARING_COMMANDS.contains(&act.requested.call.command.as_str());
    match facts.at_once && is_last && is_visible_act && has_no_report() {
        true => act.last(),
        false => act,
    }
}

/// Commands that only prepare the next action.
const PREPARING_COMMANDS: &[&str] = &["wait", "find_control", "show_more"];

/// Whether the step has something to report when it is done.
fn has_report(step: &Step) -> bool {
    matches!(step, Step::Read(..) | Step::Compute(..) | Step::Save(..) | Step::MakeSure(_))
}

fn act_draft(act: PlannedAction, steps: &VecDeque<Step>, mut thoughts: Vec<String>) -> AppDraft {
    if !act.thought.is_empty() {
        thoughts.push(act.thought);
    }
    let plan = act.then.iter().chain(steps).map(ToString::to_string).collect();
    let does = AppMove::Act { requested: vec![act.requested], caution: act.caution, then: act.ends };
    AppDraft::new(does, thoughts.join(" ")).with_plan(plan)
}

fn ask_draft(step: Step, steps: &VecDeque<Step>) -> AppDraft {
    let does = AppMove::Ask(vec![Question(question(&step))]);
    let plan = [Step::UnlessDone(Box::new(step))].iter().chain(steps).map(ToString::to_string).collect();
    AppDraft::new(does, "The last action was interrupted, and nothing shows whether it was done.")
        .with_plan(plan)
}

fn finish_draft(facts: &AppFacts<'_>, thoughts: &[String]) -> AppDraft {
    let thought = format!("{} All steps are done.", thoughts.join(" "));
    AppDraft::new(AppMove::Finish, thought.trim()).with_comment(report(facts))
}

/// The report: what was read, what was saved, and what could not be confirmed.
fn report(facts: &AppFacts<'_>) -> String {
    let steps = split::parse_steps(facts.subtask).unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for step in &steps {
        let line = match step {
            Step::Read(_, note) | Step::Compute(_, note) => find_note(facts.board, note).map(|text| {
                format!("{note} = {}", if text.trim().is_empty() { "(empty)" } else { text.trim() })
            }),
            Step::Save(_, Some(path)) | Step::MakeSure(Some(path)) => Some(format!("saved as {path}")),
            Step::ShowPage(address) => page::remark(facts, address),
            _ => None,
        };
        lines.extend(line.filter(|line| !lines.contains(line)));
    }
    lines.extend(terminal::report(facts, &steps));
    if let Some(last) =
        facts.last.filter(|last| is_without_effect(last) && last.command() == "keyboard_input")
    {
        lines.push(format!(
            "pressing {} changed nothing that can be seen",
            last.text("keys").unwrap_or("keys")
        ));
    }
    lines.join("; ")
}

fn is_without_effect(last: &LastAction<'_>) -> bool {
    matches!(last.effect(), Effect::NoChange(_))
}
