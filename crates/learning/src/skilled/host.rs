//! A HostAgent's decisions for a request that was carried out before: open the same applications, assign the same subtasks.

use super::consents::{Candidate, Permission, SkillConsents};
use crate::{NamedSkill, SkillStore, SkillSubtask, skill::Skill, template::Bindings};
use deskpilot_core::{
    Assignment, Caution, HostDecision, HostRemarks, Launch, Question, Remarks, Subtask, Window,
    normalized_name,
};
use deskpilot_deciders::{HostResponse, HostScene};

/// The next decision by the skill for this request. `None` if there is no skill, if anything went differently
/// than in the skill, and at the end, because a skill cannot judge whether the request is carried out.
pub(super) fn decision(
    skills: &SkillStore,
    consents: Option<&SkillConsents>,
    scene: &HostScene<'_>,
) -> Option<HostResponse> {
    let round = scene.context.round;
    let (named, values) = skills.for_request(&round.request)?;
    let NamedSkill { name, skill, .. } = named;
    let done = round.subtasks.len();
    let is_on_course = scene.context.complaint.is_none()
        && (done == 0 || round.when_done.is_some())
        && has_gone_before(skill, scene, &values);
    let next = skill.subtasks.get(done).filter(|_| is_on_course)?;
    let planned = subtasks(skill, &values)?;
    let subtask = planned.get(done)?.clone();
    let inner = planned.iter().map(|it| skills.for_subtask_in(&it.text, &it.application)).collect();
    let candidate = Candidate { named, values: &values, inner };
    match candidate.permission(skills, consents, &scene.context.blackboard.questions) {
        Permission::Granted => {}
        // A round that began without the skill continues without it.
        Permission::Ask(question) if done == 0 => return Some(asking(question)),
        Permission::Ask(_) | Permission::Denied => return None,
    }
    let decision = match next.opens.as_slice() {
        [] => assignment(next, subtask.clone(), scene)?,
        _ => opening(next, &values, subtask.clone(), scene)?,
    };
    let thought = format!("Skill {name}: subtask {} of {}.", done + 1, skill.subtasks.len());
    let later = planned.get(done + 1..).unwrap_or_default().to_vec();
    let plan = later.iter().map(ToString::to_string).collect();
    let remarks = HostRemarks {
        common: Remarks { thought, plan, ..Remarks::default() },
        subtask: subtask.to_string(),
        message: subtask.message,
        planned: later,
        when_done: when_done(name, skill),
        ..HostRemarks::default()
    };
    Some(HostResponse { decision, remarks })
}

fn asking(question: Question) -> HostResponse {
    let common = Remarks { thought: "A skill could do this.".into(), ..Remarks::default() };
    let remarks = HostRemarks { common, ..HostRemarks::default() };
    HostResponse { decision: HostDecision::Ask(vec![question]), remarks }
}

/// Whether the subtasks so far are those of the skill, and finished.
fn has_gone_before(skill: &Skill, scene: &HostScene<'_>, values: &Bindings) -> bool {
    let done = &scene.context.round.subtasks;
    done.len() <= skill.subtasks.len()
        && done.iter().zip(&skill.subtasks).all(|(node, planned)| {
            node.is_finished() && planned.text.filled(values).is_some_and(|it| it == node.subtask.text)
        })
}

/// The subtasks of the skill with these values.
fn subtasks(skill: &Skill, values: &Bindings) -> Option<Vec<Subtask>> {
    let subtask = |(index, it): (u32, &SkillSubtask)| {
        Some(Subtask {
            id: format!("subtask{}", index + 1),
            index,
            text: it.text.filled(values)?,
            application: it.application.clone(),
            opens: None,
            needs: Vec::new(),
            produces: it.products(values)?,
            message: it.tips.iter().map(|it| it.filled(values)).collect::<Option<_>>()?,
        })
    };
    (0..).zip(&skill.subtasks).map(subtask).collect()
}

/// The subtask for the only window of its application.
fn assignment(next: &SkillSubtask, subtask: Subtask, scene: &HostScene<'_>) -> Option<HostDecision> {
    let [window] = windows_of(&next.application, scene)[..] else { return None };
    let agent = (scene.agent_for)(window);
    Some(HostDecision::Assign(Box::new(Assignment { subtask, window: window.clone(), agent })))
}

/// The subtask for the window that opens. `None` if the application has a window already, or if the last
/// action opened it and no window came.
fn opening(
    next: &SkillSubtask,
    values: &Bindings,
    subtask: Subtask,
    scene: &HostScene<'_>,
) -> Option<HostDecision> {
    let launches: Vec<Launch> = next.opens.iter().map(|it| it.launch(values)).collect::<Option<_>>()?;
    let was_opened =
        scene.context.last_action().is_some_and(|it| it.launch().is_some_and(|it| launches.contains(it)));
    if was_opened || !windows_of(&next.application, scene).is_empty() {
        return None;
    }
    let subtask = Box::new(subtask);
    Some(match <[Launch; 1]>::try_from(launches) {
        Ok([launch]) => HostDecision::LaunchFor(launch, Caution::Usual, subtask),
        Err(launches) => HostDecision::LaunchAll(launches, Caution::Usual, Some(subtask)),
    })
}

fn windows_of<'s>(application: &str, scene: &HostScene<'s>) -> Vec<&'s Window> {
    let wanted = normalized_name(application);
    let windows = scene.view.windows.iter().filter(|it| it.label.is_some());
    windows.filter(|it| normalized_name(&it.application) == wanted).collect()
}

/// The message to the user if every subtask is proven: the notes of this run, and no text that an earlier run
/// found.
fn when_done(name: &str, skill: &Skill) -> String {
    let notes = skill.subtasks.iter().flat_map(|it| &it.notes);
    let notes: String = notes.map(|it| format!(" {it}: {{{it}}}")).collect();
    format!("Done as before, by the skill {name}.{notes}")
}
