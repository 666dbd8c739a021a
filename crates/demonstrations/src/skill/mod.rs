//! Makes skills of a demonstration: one for the steps in its application, and one that opens the application for them.
//!
//! A person has shown them, so they count as proven. Each step still compares the window with what the recorder saw, and what was
//! typed becomes parameters.

mod parameters;
mod steps;
#[cfg(test)]
mod tests;

use crate::{Demonstration, Source, plan::is_left_out};
use deskpilot_learning::{
    NotCompiled, SKILL_FORMAT, Skill, SkillConsent, SkillLaunch, SkillStep, SkillSubtask, Template,
};
use parameters::Parameters;

/// The skills of a demonstration with this name: the one for its application, then the one for the whole request, which opens this
/// document with it if there is one. A document that the request names is a parameter.
///
/// # Errors
/// A step cannot be done again without looking, or there is nothing to compare it with: the error names it.
pub fn skills(shown: &Demonstration, name: &str, object: Option<&str>) -> Result<[Skill; 2], NotCompiled> {
    let application = application(shown)?;
    let steps = compiled(shown)?;
    let parameters = Parameters::of(shown, object);
    let text = parameters.words().clone();
    let learned_from = vec![format!("demonstration {name}")];
    let skill = |application: String, steps: Vec<SkillStep>, subtasks: Vec<SkillSubtask>| Skill {
        format: SKILL_FORMAT,
        text: text.clone(),
        application,
        runs: 0,
        demonstration: Some(name.to_owned()),
        consent: SkillConsent::Unasked,
        learned_from: learned_from.clone(),
        subtasks,
        steps,
    };
    let opens = SkillLaunch {
        application: Template::literal(application),
        file: object.map(|it| parameters.in_text(it)),
    };
    let subtask = SkillSubtask {
        text: text.clone(),
        application: application.to_owned(),
        opens: vec![opens],
        notes: Vec::new(),
        files: Vec::new(),
        tips: Vec::new(),
    };
    Ok([
        skill(application.to_owned(), parameters.in_steps(steps), Vec::new()),
        skill(String::new(), Vec::new(), vec![subtask]),
    ])
}

/// The only application of a demonstration that was recorded.
fn application(shown: &Demonstration) -> Result<&str, NotCompiled> {
    let no = |why: String| Err(NotCompiled::NotRepeatable(why));
    if shown.source == Source::StepsRecorder {
        return no(
            "an imported archive does not say how controls are found again: it stays a plan and tips".into()
        );
    }
    if shown.request.trim().is_empty() {
        return no("it does not say what it shows: write a request into its demonstration.toml".into());
    }
    match shown.applications.as_slice() {
        [only] => Ok(&only.name),
        [] => Err(NotCompiled::Length(0)),
        several => {
            let names: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
            no(format!(
                "it shows several applications ({}): keep the steps of one in its demonstration.toml",
                names.join(", ")
            ))
        }
    }
}

fn compiled(shown: &Demonstration) -> Result<Vec<(usize, SkillStep)>, NotCompiled> {
    let mut compiled = Vec::new();
    for (at, step) in shown.steps.iter().enumerate() {
        if is_left_out(step, shown.steps.get(at + 1)) {
            continue;
        }
        let made = steps::of_step(step).map_err(|why| {
            NotCompiled::NotRepeatable(format!("step {} ({}) {why}", at + 1, step.sentence()))
        })?;
        compiled.extend(made.into_iter().map(|it| (at, it)));
    }
    // The window is compared only once, with its state before the first step.
    let landmarks = shown.steps.iter().find_map(|it| it.seen.as_ref()).map(|it| it.before.landmarks.clone());
    for (number, (_, step)) in compiled.iter_mut().enumerate() {
        step.before.landmarks = if number == 0 { landmarks.clone().unwrap_or_default() } else { Vec::new() };
    }
    match compiled.len() {
        0 => Err(NotCompiled::Length(0)),
        _ => Ok(compiled),
    }
}
