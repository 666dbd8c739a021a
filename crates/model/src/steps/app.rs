//! The AppAgent: what comes next in a subtask.

use super::{
    act::{Act, Move},
    grammar,
    mend::mend,
    perform::{perform, question},
    reply::AppReply,
    sections::AppSight,
    step::Step,
    words::short,
};
use deskpilot_core::Status;
use serde_json::json;
use std::collections::VecDeque;

/// The reply of an AppAgent that sees this.
pub(super) fn reply(sight: &AppSight) -> AppReply {
    let observation = format!("I see {} with {} controls.", sight.place(), sight.controls.len());
    let reply = decide(sight).unwrap_or_else(|reason| AppReply {
        status: Status::Fail,
        thought: "This cannot be done as it was asked for.".into(),
        comment: reason,
        ..AppReply::default()
    });
    AppReply { observation, ..reply }
}

fn decide(sight: &AppSight) -> Result<AppReply, String> {
    if !sight.complaint.trim().is_empty() {
        return Err(sight.complaint.trim().to_owned());
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

/// What comes of the next step; nothing when there is none.
fn advance(steps: &mut VecDeque<Step>, sight: &AppSight) -> Result<Option<Move>, String> {
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

/// What is to be looked for among the controls that are not listed, once.
fn sought<'s>(step: &'s Step, sight: &AppSight) -> Option<&'s str> {
    let was_sought = |text: &str| {
        sight
            .last
            .as_ref()
            .is_some_and(|last| last.function == "find_control" && last.text("text") == Some(text))
    };
    step.control().map(|name| name.text.as_str()).filter(|text| sight.leaves_out && !was_sought(text))
}

/// The steps still to come: the plan's, or at first the subtask's.
fn plan(sight: &AppSight) -> Result<VecDeque<Step>, String> {
    if !sight.plan.is_empty() {
        return sight.plan.iter().map(|step| grammar::step(step)).collect();
    }
    if sight.last.is_some() {
        return Ok(VecDeque::new());
    }
    match grammar::steps(&sight.subtask)? {
        steps if steps.is_empty() => Err("the subtask is empty".into()),
        steps => Ok(steps.into()),
    }
}

/// The act with the end of the subtask, where that is wanted, nothing comes after it and nothing is left to tell.
fn ending(act: Act, steps: &VecDeque<Step>, sight: &AppSight) -> Act {
    let is_last = steps.is_empty() && act.then.is_empty() && act.status == Status::Continue;
    let tells = || grammar::steps(&sight.subtask).is_ok_and(|all| !all.iter().any(is_told));
    let shows = |function: &str| !LOOKS.contains(&function);
    match sight.at_once && is_last && shows(act.function) && tells() {
        true => act.with(Status::Finish),
        false => act,
    }
}

/// What only prepares the next action.
const LOOKS: &[&str] = &["wait", "find_control", "show_more"];

/// Whether there is something to tell when the step is done.
fn is_told(step: &Step) -> bool {
    matches!(step, Step::Read(..) | Step::Compute(..) | Step::Save(..) | Step::MakeSure(_))
}

fn acting(act: Act, steps: &VecDeque<Step>, mut thoughts: Vec<String>) -> AppReply {
    if !act.thought.is_empty() {
        thoughts.push(act.thought);
    }
    AppReply {
        thought: thoughts.join(" "),
        control_label: act.label,
        control_text: act.text,
        function: act.function.to_owned(),
        args: act.args,
        status: act.status,
        plan: act.then.iter().chain(steps).map(ToString::to_string).collect(),
        ..AppReply::default()
    }
}

fn asking(step: Step, steps: &VecDeque<Step>) -> AppReply {
    AppReply {
        thought: "The last action was interrupted, and nothing shows whether it was done.".into(),
        status: Status::Pending,
        questions: vec![question(&step)],
        plan: [Step::UnlessDone(Box::new(step))].iter().chain(steps).map(ToString::to_string).collect(),
        ..AppReply::default()
    }
}

fn finished(sight: &AppSight, thoughts: &[String]) -> AppReply {
    AppReply {
        thought: format!("{} All steps are done.", thoughts.join(" ")).trim().to_owned(),
        status: Status::Finish,
        comment: outcome(sight),
        ..AppReply::default()
    }
}

/// What there is to tell: what was read, what was saved, and what could not be seen to have worked.
fn outcome(sight: &AppSight) -> String {
    let steps = grammar::steps(&sight.subtask).unwrap_or_default();
    let mut told: Vec<String> = Vec::new();
    for step in &steps {
        let line = match step {
            Step::Read(_, note) | Step::Compute(_, note) => sight.board.note(note).map(|text| {
                format!("{note} = {}", if text.trim().is_empty() { "(empty)" } else { text.trim() })
            }),
            Step::Save(_, Some(path)) | Step::MakeSure(Some(path)) => Some(format!("saved as {path}")),
            _ => None,
        };
        told.extend(line.filter(|line| !told.contains(line)));
    }
    if let Some(last) =
        sight.last.as_ref().filter(|last| last.status == "no_change" && last.function == "keyboard_input")
    {
        told.push(format!(
            "pressing {} changed nothing that can be seen",
            last.text("keys").unwrap_or("keys")
        ));
    }
    told.join("; ")
}
