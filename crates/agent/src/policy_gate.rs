//! The policy gate: what may be done. The policy is asked, then the user where the policy says so; before an operation that
//! was agreed to is done, the gate looks whether things are still as they were shown.

use crate::{
    AgentError, Halt, Options, User, UserReply,
    action_batch::ActionBatch,
    journal::Journal,
    ports::Confirmation,
    real_paths::real_places,
    resolve_window::drop_target,
    turn::agent_of,
    world::{Reading, World},
};
use deskpilot_core::{
    Action, ActiveAgent, Application, ApprovalRequest, Caution, Clipboard, CommandSpec, Consent, Control,
    Divergence, Event, Expectation, Grounds, Operation, PathStyle, Paths, Policy, PolicyContext, Role,
    Ruling, Verb, Window,
};
use deskpilot_desktop::Budget;
use std::path::PathBuf;

/// The rules, and what they need to know of where the applications run.
pub(crate) struct PolicyGate {
    policy: Policy,
    clipboard: Clipboard,
    path_style: PathStyle,
    home: PathBuf,
    budget: Budget,
}

/// What stands in the place of a title that is not told.
const UNTOLD: &str = "(off limits)";

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
    /// The table of the native command that it is.
    pub(crate) command: Option<&'a CommandSpec>,
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

impl PolicyGate {
    /// A gate with this policy, for applications that have this clipboard, write paths in this style and have this home; so
    /// much of a window is read to judge what is done there.
    pub(crate) fn new(
        policy: Policy,
        clipboard: Clipboard,
        (path_style, home): (PathStyle, PathBuf),
        budget: Budget,
    ) -> PolicyGate {
        PolicyGate { policy, clipboard, path_style, home, budget }
    }

    /// The gate of a session with these options.
    pub(crate) fn of(options: &Options) -> PolicyGate {
        let home = (options.path_style, options.home.clone());
        PolicyGate::new(options.policy.clone(), options.clipboard, home, options.look)
    }

    /// The policy's word on an operation, with this around it.
    pub(crate) fn judge(
        &self,
        operation: &Operation,
        caution: &Caution,
        known: &Around<'_>,
        journal: &Journal,
    ) -> Judged {
        let home = self.home.to_string_lossy();
        let home = operation.home().unwrap_or(&home);
        let paths = Paths { style: self.path_style, home };
        let places = real_places(operation, known.command, paths);
        let around = PolicyContext {
            caution: caution.clone(),
            controls: known.controls,
            pages: known.pages,
            command: known.command,
            opens: known.opens,
            places: &places,
            path_style: self.path_style,
            home,
            clipboard: self.clipboard,
            grants: &journal.ledger().grants.rules,
        };
        let (ruling, grounds) = self.policy.judge(operation, &around);
        Judged { ruling, grounds }
    }

    /// The policy's word on an action of a list; keys and places are judged by what stands there now, and what is dragged into
    /// another window by what stands in either.
    pub(crate) async fn judge_action(
        &self,
        action: &Action,
        caution: &Caution,
        batch: &mut ActionBatch<'_>,
        (world, journal): (&mut World, &Journal),
    ) -> Result<Judged, Halt> {
        let judged = self.judge_in(&action.window, action, caution, batch, (world, journal)).await?;
        match drop_target(world, action).await? {
            Some(window) => {
                let there = self.judge_in(&window, action, caution, batch, (world, journal)).await?;
                Ok(judged.or_stricter(there))
            }
            None => Ok(judged),
        }
    }

    /// The policy's word on an action as if it were done in this window.
    async fn judge_in(
        &self,
        window: &Window,
        action: &Action,
        caution: &Caution,
        batch: &mut ActionBatch<'_>,
        (world, journal): (&mut World, &Journal),
    ) -> Result<Judged, Halt> {
        let command = batch.sight.command(&action.call.command).filter(|_| action.verb == Verb::Native);
        let controls = batch.controls_of(window, world).await?.unwrap_or_default();
        let pages = self.pages(controls, world).await?;
        let action = Action { window: window.clone(), ..action.clone() };
        let operation = Operation::Act(Box::new(action));
        let around = Around { controls, pages: &pages, command, opens: None };
        Ok(self.judge(&operation, caution, &around, journal))
    }

    /// The addresses of the pages among these controls, where the policy minds them.
    async fn pages(&self, controls: &[Control], world: &mut World) -> Result<Vec<String>, Halt> {
        let mut pages = Vec::new();
        if !self.policy.has_site_rules() {
            return Ok(pages);
        }
        for document in controls.iter().filter(|it| it.role == Role::Document) {
            pages.extend(world.page(document).await?);
        }
        Ok(pages)
    }

    /// Why nothing is done in a window, and nothing seen of it; `None` where something may be.
    pub(crate) fn off_limits(&self, window: &Window) -> Option<String> {
        self.policy.off_limits(window)
    }

    /// The windows as an agent is told of them: without the titles of those that the policy closes.
    pub(crate) fn without_closed_titles(&self, windows: Vec<Window>) -> Vec<Window> {
        let untitled = |window: Window| match self.policy.closing_rule(&window) {
            Some(_) => Window { title: UNTOLD.into(), ..window },
            None => window,
        };
        windows.into_iter().map(untitled).collect()
    }

    /// What the user says to an operation that waits; `None` when nobody is there to say.
    pub(crate) async fn ask(
        &self,
        who: &ActiveAgent,
        waiting: &ApprovalRequest,
        user: &mut dyn User,
        (world, journal): (&World, &Journal),
    ) -> Result<Option<UserReply<Consent>>, Halt> {
        let picture = waiting.picture.as_ref().and_then(|it| journal.log.blob(it).ok());
        let agent = agent_of(who);
        let asked = Confirmation {
            id: journal.ledger().questions.asked(),
            waiting,
            agent: &agent,
            picture: picture.as_deref(),
        };
        Ok(world.wait_for_person(user.confirm(&asked)).await?.ok())
    }

    /// Whether another agent may do what it asked for; where nobody is there to say so, it may not.
    pub(crate) async fn permit(
        &self,
        who: &ActiveAgent,
        waiting: &ApprovalRequest,
        user: &mut dyn User,
        (world, journal): (&World, &mut Journal),
    ) -> Result<bool, AgentError> {
        let reply = self.ask(who, waiting, user, (world, journal)).await?;
        let absent = || Consent::Unanswered("nobody was there to be asked".into()).into();
        let UserReply { content: consent, by } = reply.unwrap_or_else(absent);
        journal.record(Event::Confirmed { consent: consent.clone(), by })?;
        match consent {
            Consent::Stop => {
                world.control().stop();
                Err(Halt::Stopped.into())
            }
            consent => Ok(consent.is_yes()),
        }
    }

    /// What is not as it was when the operation was asked for.
    pub(crate) async fn changed_since_approval(
        &self,
        operation: &Operation,
        (world, journal): (&mut World, &Journal),
    ) -> Result<Option<Divergence>, Halt> {
        let Operation::Act(action) = operation else { return Ok(None) };
        let gone = || Some(Divergence::WindowGone(action.window.title.clone()));
        let Some(seen) = journal.ledger().changes.seen(action.window.id) else { return Ok(gone()) };
        Ok(match world.controls(&action.window, self.budget).await? {
            Reading::Read(now) => {
                let seen: Vec<Control> =
                    seen.controls.iter().filter(|it| it.node().is_some()).cloned().collect();
                Expectation { seen: &seen, now: &now.controls, done: &[] }.changed_since_approval(action)
            }
            Reading::Gone | Reading::Unreadable => gone(),
        })
    }
}

/// What another agent asked for is asked for no more: it has ended.
pub(crate) fn nobody_waits(journal: &mut Journal) -> Result<(), AgentError> {
    let consent = Consent::Unanswered("the agent that asked for it has ended".into());
    journal.record(Event::Confirmed { consent, by: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{PathStyle, PolicyFile, Rect, Rule, RuleEffect, WindowId, WindowState};

    #[test]
    fn the_title_of_a_closed_window_is_not_told() {
        let rule = Rule { application: vec!["vault".into()], ..Rule::new(RuleEffect::Refuse) };
        let policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
        let gate =
            PolicyGate::new(policy, Clipboard::Own, (PathStyle::Posix, "/home/u".into()), Budget::LOOK);
        let window = |application: &str| Window {
            label: None,
            id: WindowId(1),
            title: "bank: hunter2".into(),
            application: application.into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: false,
        };
        let told = gate.without_closed_titles(vec![window("vault"), window("pad")]);
        let titles: Vec<&str> = told.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, [UNTOLD, "bank: hunter2"]);
    }
}
