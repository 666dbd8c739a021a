//! What may be done: the policy is asked, and the user where it says so; before an operation that was agreed to is done, it is
//! looked whether things are still as they were.

use crate::{
    AgentError, Session,
    ports::Confirmation,
    processor::Processor,
    session_control::unless_taken,
    sight::{AppSight, Sight},
    speculation::ActionBatch,
    step_screenshots,
};
use deskpilot_core::{
    Action, Aim, Application, BlobRef, Caution, Circumstances, Consent, Control, Divergence, Event,
    Expectation, Grounds, Operation, Point, Rect, Role, Ruling, Waiting, Who, Window,
};
use deskpilot_desktop::Care;
use std::path::{Component, Path, PathBuf};

/// The policy's word on an operation, and what it rests upon.
pub(crate) struct Judged {
    pub(crate) ruling: Ruling,
    pub(crate) grounds: Grounds,
}

/// What is known around an operation beside the session itself.
#[derive(Default)]
pub(crate) struct Around<'a> {
    /// The controls of its window.
    pub(crate) controls: &'a [Control],
    /// The addresses of the pages among them.
    pub(crate) pages: &'a [String],
    /// The application that it opens.
    pub(crate) opens: Option<&'a Application>,
}

impl Judged {
    fn or_stricter(self, other: Judged) -> Judged {
        let strictness = |it: &Judged| match it.ruling {
            Ruling::Allow => 0,
            Ruling::Confirm(_) => 1,
            Ruling::Refuse(_) => 2,
        };
        if strictness(&other) > strictness(&self) { other } else { self }
    }
}

/// How far around a place a picture of it goes, in pixels.
const AROUND: i32 = 160;

impl Session {
    /// The policy's word on an operation, with this around it.
    pub(crate) fn rule(&self, operation: &Operation, caution: &Caution, known: &Around<'_>) -> Judged {
        let home = self.options.home.to_string_lossy();
        let home = operation.home().unwrap_or(&home);
        let places = real_places(operation, home);
        let around = Circumstances {
            caution: caution.clone(),
            controls: known.controls,
            pages: known.pages,
            opens: known.opens,
            places: &places,
            home,
            clipboard: self.options.clipboard,
            grants: &self.ledger.grants.rules,
        };
        let (ruling, grounds) = self.options.policy.judge(operation, &around);
        Judged { ruling, grounds }
    }

    /// What the user says to an operation that waits; `None` when nobody is there to say.
    async fn said(&mut self, who: &Who, waiting: &Waiting) -> Result<Option<Consent>, AgentError> {
        let picture = waiting.picture.as_ref().and_then(|it| self.ports.log.blob(it).ok());
        let agent = self.agent_of(who);
        let id = self.ledger.questions.asked();
        let asked = Confirmation { id, waiting, agent: &agent, picture: picture.as_deref() };
        let session_control = self.session_control.clone();
        let said =
            session_control.resting(unless_taken(&session_control, self.ports.user.confirm(&asked))).await?;
        Ok(said.ok())
    }

    /// Whether another agent may do what it asked for; where nobody is there to say so, it may not.
    pub(crate) async fn permitted(&mut self, who: &Who, waiting: &Waiting) -> Result<bool, AgentError> {
        let said = self.said(who, waiting).await?;
        let consent = said.unwrap_or_else(|| Consent::Unanswered("nobody was there to be asked".into()));
        self.record(Event::Confirmed { consent: consent.clone() })?;
        match consent {
            Consent::Stop => {
                self.session_control.stop();
                Err(AgentError::Stopped)
            }
            consent => Ok(consent.is_yes()),
        }
    }

    /// What another agent asked for is asked for no more: it has ended.
    pub(crate) fn nobody_waits(&mut self) -> Result<(), AgentError> {
        let consent = Consent::Unanswered("the agent that asked for it has ended".into());
        self.record(Event::Confirmed { consent })
    }

    /// Asks the user for a yes; what they say is written down, and followed.
    pub(crate) async fn confirm(
        &mut self,
        who: Who,
        waiting: Waiting,
    ) -> Result<Option<Waiting>, AgentError> {
        if let Operation::Permit(_) = &waiting.operation {
            return self.nobody_waits().map(|()| None);
        }
        let Some(consent) = self.said(&who, &waiting).await? else { return Ok(Some(waiting)) };
        self.record(Event::Confirmed { consent: consent.clone() })?;
        match (&consent, consent.refusal()) {
            (Consent::Stop, _) => self.session_control.stop(),
            (_, Some(why)) => self.record(Event::ruled(waiting.operation, Ruling::Refuse(why)))?,
            _ => self.agreed(who, waiting).await?,
        }
        Ok(None)
    }

    /// Does what was agreed to, if things are still as they were; otherwise the user is asked anew, or the agent looks again.
    async fn agreed(&mut self, who: Who, waiting: Waiting) -> Result<(), AgentError> {
        match self.changed_since_approval(&waiting.operation).await? {
            None => Processor::new(self, who).resume(waiting.operation).await,
            Some(divergence @ Divergence::WindowGone(_)) => {
                self.record(Event::Held { operations: vec![waiting.operation], divergence })
            }
            Some(divergence) => Processor::new(self, who).ask_anew(waiting, divergence).await,
        }
    }

    /// What is not as it was when the operation was asked for.
    async fn changed_since_approval(
        &mut self,
        operation: &Operation,
    ) -> Result<Option<Divergence>, AgentError> {
        let Operation::Act(action) = operation else { return Ok(None) };
        let Some(seen) = self.ledger.changes.seen(action.window.id).map(|it| it.controls.clone()) else {
            return Ok(Some(Divergence::WindowGone(action.window.title.clone())));
        };
        Ok(match self.controls_now(&action.window).await? {
            Ok(now) => {
                let seen: Vec<Control> = seen.into_iter().filter(|it| it.node().is_some()).collect();
                Expectation { seen: &seen, now: &now.controls, done: &[] }.changed_since_approval(action)
            }
            Err(_) => Some(Divergence::WindowGone(action.window.title.clone())),
        })
    }
}

impl Processor<'_> {
    /// The policy's word on an action of a list; keys and places are judged by what stands there now.
    pub(crate) async fn rule(
        &mut self,
        batch: &ActionBatch<'_>,
        action: &Action,
        caution: &Caution,
    ) -> Result<Judged, AgentError> {
        let judged = match batch.known(&action.window) {
            Some(controls) => self.rule_among(controls, action, caution).await?,
            None => self.rule_in(&action.window, action, caution).await?,
        };
        match self.dropped_in(action).await? {
            Some(window) => Ok(judged.or_stricter(self.rule_in(&window, action, caution).await?)),
            None => Ok(judged),
        }
    }

    /// The policy's word on an action as if it were done in this window.
    async fn rule_in(
        &mut self,
        window: &Window,
        action: &Action,
        caution: &Caution,
    ) -> Result<Judged, AgentError> {
        let controls = self.session.controls_now(window).await?.map_or_else(|_| Vec::new(), |it| it.controls);
        let action = Action { window: window.clone(), ..action.clone() };
        self.rule_among(&controls, &action, caution).await
    }

    /// The policy's word on an action with these controls around it.
    async fn rule_among(
        &mut self,
        controls: &[Control],
        action: &Action,
        caution: &Caution,
    ) -> Result<Judged, AgentError> {
        let pages = self.pages(controls).await?;
        let operation = Operation::Act(Box::new(action.clone()));
        Ok(self.session.rule(&operation, caution, &Around { controls, pages: &pages, opens: None }))
    }

    /// The addresses of the pages among these controls, where the policy minds them.
    async fn pages(&mut self, controls: &[Control]) -> Result<Vec<String>, AgentError> {
        let mut pages = Vec::new();
        if !self.session.options.policy.minds_sites() {
            return Ok(pages);
        }
        let session_control = self.session.session_control.clone();
        for document in controls.iter().filter(|it| it.role == Role::Document) {
            let asking = self.session.ports.puppeteer.desktop.page(document);
            pages.extend(unless_taken(&session_control, asking).await?.ok().flatten());
        }
        Ok(pages)
    }

    /// The application that a launch would open, by whatever name the agent calls it.
    pub(crate) async fn resolve_application(
        &mut self,
        operation: &Operation,
    ) -> Result<Option<Application>, AgentError> {
        let Operation::Launch(launch) = operation else { return Ok(None) };
        let session_control = self.session.session_control.clone();
        Ok(unless_taken(&session_control, self.session.ports.puppeteer.desktop.resolve_application(launch))
            .await?
            .ok())
    }

    /// Writes a ruling down. Where the user is asked, they are shown what it would be done to, as it is at this moment.
    pub(crate) async fn ruled(
        &mut self,
        operation: &Operation,
        judged: Judged,
        batch: Option<&ActionBatch<'_>>,
    ) -> Result<Ruling, AgentError> {
        let Judged { ruling, grounds } = judged;
        let picture = match (&ruling, operation, batch) {
            (Ruling::Confirm(_), Operation::Act(action), Some(batch)) => self.evidence(action, batch).await?,
            _ => None,
        };
        let (operation, said) = (operation.clone(), ruling.clone());
        self.session.record(Event::Ruled { operation, ruling: said, grounds: Some(grounds), picture })?;
        Ok(ruling)
    }

    /// A picture of what an action would be done to. After other actions, or in another window, it is looked again: what is
    /// asked for is asked for as it stands.
    async fn evidence(
        &mut self,
        action: &Action,
        batch: &ActionBatch<'_>,
    ) -> Result<Option<BlobRef>, AgentError> {
        let is_of_now = batch.is_fresh() && self.care() == Care::Picture;
        if is_of_now && action.window.id == batch.sight.view.window.id {
            return self.detail(action, batch.sight).await;
        }
        self.as_it_stands(action).await
    }

    /// Looks again, and gives the picture of what the action would be done to.
    async fn as_it_stands(&mut self, action: &Action) -> Result<Option<BlobRef>, AgentError> {
        match self.look_again(&action.window).await? {
            Some(sight) => self.detail(action, &sight).await,
            None => Ok(None),
        }
    }

    async fn detail(&mut self, action: &Action, sight: &AppSight) -> Result<Option<BlobRef>, AgentError> {
        let Some(clean) = &sight.view.pictures.clean else { return Ok(None) };
        let origin = sight.view.pictures.origin.unwrap_or_default();
        step_screenshots::detail(clean, origin, place(&action.aim), self.session.ports.log.as_mut()).await
    }

    async fn look_again(&mut self, window: &Window) -> Result<Option<AppSight>, AgentError> {
        let session_control = self.session.session_control.clone();
        let Ok(sight) = unless_taken(&session_control, self.look_just_at(window)).await? else {
            return Ok(None);
        };
        let sight = sight?;
        self.session.record(Event::Observed { view: Sight::view_of(&sight) })?;
        Ok(Some(sight))
    }

    /// Asks for a yes once more, because something is not as it was.
    pub(crate) async fn ask_anew(
        mut self,
        waiting: Waiting,
        divergence: Divergence,
    ) -> Result<(), AgentError> {
        self.print_step_info()?;
        let Waiting { operation, reason, grounds, .. } = waiting;
        let told = reason.rsplit(SINCE).next().unwrap_or(&reason);
        let ruling = Ruling::Confirm(format!("{divergence}{SINCE}{told}"));
        let picture = match &operation {
            Operation::Act(action) => self.as_it_stands(action).await?,
            Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => None,
        };
        self.session.record(Event::Ruled { operation, ruling, grounds, picture })?;
        self.update_step()
    }
}

/// What stands between what changed and why a yes is needed at all.
const SINCE: &str = ", since you were asked; ";

/// Where on the desktop an action is done; `None` for the whole window.
fn place(aim: &Aim) -> Option<(Rect, Rect)> {
    let grown = |it: Rect| {
        let (x, y) = (it.x - AROUND, it.y - AROUND);
        Rect::new(x, y, it.width + 2 * AROUND.unsigned_abs(), it.height + 2 * AROUND.unsigned_abs())
    };
    match aim {
        Aim::Control(control) => Some((control.rect, grown(control.rect))),
        Aim::Point(Point { x, y }) => {
            let spot = Rect::new(x - 8, y - 8, 16, 16);
            Some((spot, grown(spot)))
        }
        Aim::Window => None,
    }
}

/// Where the files that an operation names really are, where links lead elsewhere. They are followed in what was written: what
/// stands before a `..` may be a link.
fn real_places(operation: &Operation, home: &str) -> Vec<String> {
    let plain = deskpilot_core::policy::named_files(operation, home);
    let written = deskpilot_core::policy::written_files(operation, home);
    let real = written.iter().map(|it| real(Path::new(it), LINKS).to_string_lossy().into_owned());
    real.filter(|it| !plain.contains(it)).collect()
}

/// How many links that lead nowhere are followed in one place.
const LINKS: usize = 8;

/// Where a place really is. What is not there yet is where its folder is, and what a link names that leads nowhere is where
/// that would be.
fn real(path: &Path, links: usize) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let (Some(folder), Some(name)) = (path.parent(), path.components().next_back()) else {
        return path.to_owned();
    };
    let folder = real(folder, links);
    match path.read_link() {
        Ok(target) if links > 0 => real(&folder.join(target), links - 1),
        _ if name == Component::ParentDir => folder.parent().map_or_else(|| folder.clone(), Path::to_owned),
        _ => folder.join(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_are_followed_wherever_they_stand() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        std::fs::create_dir_all(home.join("work")).unwrap();
        std::fs::create_dir_all(home.join("other/deep")).unwrap();
        for (link, target) in
            [("work/l", "../other/deep"), ("work/dangling", "../other/new"), ("work/round", "round")]
        {
            symlink(target, home.join(link)).unwrap();
        }
        for (named, found) in [
            ("work/a", "work/a"),
            ("work/l", "other/deep"),
            ("work/l/new/sub.txt", "other/deep/new/sub.txt"),
            ("work/l/../n", "other/n"),
            ("work/dangling", "other/new"),
            ("work/dangling/x", "other/new/x"),
            ("work/none/../../b", "b"),
            ("work/round", "work/round"),
        ] {
            assert_eq!(real(&home.join(named), LINKS), home.join(found), "{named}");
        }
    }
}
