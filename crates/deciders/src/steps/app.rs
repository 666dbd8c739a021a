//! The AppAgent of steps: the next action in a subtask.

use super::{
    act::{Act, Move},
    grammar,
    mend::mend,
    perform::{perform, question},
    split::steps as steps_of,
    step::Step,
    words::short,
};
use crate::{
    LastAction,
    reply::{AppMove, AppReply},
    sight::{AppSight, note_named},
};
use deskpilot_core::{Effect, Question};
use serde_json::json;
use std::collections::VecDeque;

/// The AppAgent's reply to this scene.
pub(super) fn reply(sight: &AppSight<'_>) -> AppReply {
    let observation = format!("I see {} with {} controls.", sight.place(), sight.controls.len());
    let mut reply = decide(sight).unwrap_or_else(|reason| {
        AppReply::new(AppMove::Fail, "This cannot be done as it was asked for.").saying(reason)
    });
    reply.remarks.observation = observation;
    reply
}

fn decide(sight: &AppSight<'_>) -> Result<AppReply, String> {
    if let Some(complaint) = sight.complaint {
        return Err(complaint.to_owned());
    }
    let mut steps = plan(sight)?;
    let mut next = match &sight.last {
        Some(last) => mend(last, sight, steps.front())?,
        None => None,
    };
    let mut thoughts = Vec::new();
    loop {
        let doing = match next.take() {
            Some(mended) => Some(mended),
            None => advance(&mut steps, sight)?,
        };
        match doing {
            Some(Move::Done(thought)) => thoughts.push(thought),
            Some(Move::Steps(those)) => those.into_iter().rev().for_each(|step| steps.push_front(step)),
            Some(Move::Act(act)) => return Ok(acting(ending(*act, &steps, sight), &steps, thoughts)),
            Some(Move::Ask(step)) => return Ok(asking(step, &steps)),
            None => return Ok(finished(sight, &thoughts)),
        }
    }
}

/// The result of the next step; `None` if there is none.
fn advance(steps: &mut VecDeque<Step>, sight: &AppSight<'_>) -> Result<Option<Move>, String> {
    let Some(step) = steps.pop_front() else { return Ok(None) };
    let done = perform(&step, sight, steps.front());
    let meant = match &step {
        Step::UnlessDone(meant) => meant.as_ref(),
        step => step,
    };
    match (done, sought(meant, sight)) {
        (Ok(doing), _) => Ok(Some(doing)),
        (Err(_), Some(text)) => {
            let find = Act::window("find_control", [("text", json!(text))]).then(vec![step]);
            Ok(Some(find.because("It is not among the controls that are listed.").into()))
        }
        (Err(reason), None) => Err(format!("I cannot {}: {reason}", short(&meant.to_string()))),
    }
}

/// The text to search among unlisted controls, once.
fn sought<'s>(step: &'s Step, sight: &AppSight<'_>) -> Option<&'s str> {
    let was_sought = |text: &str| {
        sight
            .last
            .as_ref()
            .is_some_and(|last| last.command() == "find_control" && last.text("text") == Some(text))
    };
    step.control().map(|name| name.text.as_str()).filter(|text| sight.leaves_out && !was_sought(text))
}

/// The remaining steps: the plan's or, at first, the subtask's.
fn plan(sight: &AppSight<'_>) -> Result<VecDeque<Step>, String> {
    if !sight.plan.is_empty() {
        return sight.plan.iter().map(|step| grammar::step(step)).collect();
    }
    if sight.last.is_some() {
        return Ok(VecDeque::new());
    }
    match steps_of(sight.subtask)? {
        steps if steps.is_empty() => Err("the subtask is empty".into()),
        steps => Ok(steps.into()),
    }
}

/// The act, ending the subtask if that is wanted, nothing follows and nothing remains to report.
fn ending(act: Act, steps: &VecDeque<Step>, sight: &AppSight<'_>) -> Act {
    let is_last = steps.is_empty() && act.then.is_empty();
    let tells = || steps_of(sight.subtask).is_ok_and(|all| !all.iter().any(is_told));
    let shows = !LOOKS.contains(&act.requested.call.command.as_str());
    match sight.at_once && is_last && shows && tells() {
        true => act.last(),
        false => act,
    }
}

/// Commands that only prepare the next action.
const LOOKS: &[&str] = &["wait", "find_control", "show_more"];

/// Whether the step has something to report when it is done.
fn is_told(step: &Step) -> bool {
    matches!(step, Step::Read(..) | Step::Compute(..) | Step::Save(..) | Step::MakeSure(_))
}

fn acting(act: Act, steps: &VecDeque<Step>, mut thoughts: Vec<String>) -> AppReply {
    if !act.thought.is_empty() {
        thoughts.push(act.thought);
    }
    let plan = act.then.iter().chain(steps).map(ToString::to_string).collect();
    let does = AppMove::Act { requested: vec![act.requested], caution: act.caution, then: act.ends };
    AppReply::new(does, thoughts.join(" ")).planning(plan)
}

fn asking(step: Step, steps: &VecDeque<Step>) -> AppReply {
    let does = AppMove::Ask(vec![Question(question(&step))]);
    let plan = [Step::UnlessDone(Box::new(step))].iter().chain(steps).map(ToString::to_string).collect();
    AppReply::new(does, "The last action was interrupted, and nothing shows whether it was done.")
        .planning(plan)
}

fn finished(sight: &AppSight<'_>, thoughts: &[String]) -> AppReply {
    let thought = format!("{} All steps are done.", thoughts.join(" "));
    AppReply::new(AppMove::Finish, thought.trim()).saying(outcome(sight))
}

/// The report: what was read, what was saved, and what could not be confirmed.
fn outcome(sight: &AppSight<'_>) -> String {
    let steps = steps_of(sight.subtask).unwrap_or_default();
    let mut told: Vec<String> = Vec::new();
    for step in &steps {
        let line = match step {
            Step::Read(_, note) | Step::Compute(_, note) => note_named(sight.board, note).map(|text| {
                format!("{note} = {}", if text.trim().is_empty() { "(empty)" } else { text.trim() })
            }),
            Step::Save(_, Some(path)) | Step::MakeSure(Some(path)) => Some(format!("saved as {path}")),
            _ => None,
        };
        told.extend(line.filter(|line| !told.contains(line)));
    }
    if let Some(last) =
        sight.last.filter(|last| is_without_effect(last) && last.command() == "keyboard_input")
    {
        told.push(format!(
            "pressing {} changed nothing that can be seen",
            last.text("keys").unwrap_or("keys")
        ));
    }
    told.join("; ")
}

fn is_without_effect(last: &LastAction<'_>) -> bool {
    matches!(last.effect(), Effect::NoChange(_))
}
