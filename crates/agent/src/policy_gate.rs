//! The policy gate decides whether an operation may be done. Before an approved operation is done, it checks that nothing relevant
//! has changed since the approval.

mod home_folders;
mod ruling;

pub(crate) use home_folders::{HomeFolders, PathTexts};
pub(crate) use ruling::{OperationContext, PolicyRuling};

use crate::{
    Halt, Options,
    action_batch::ActionBatch,
    journal::Journal,
    judge_with_disk::judge_with_disk,
    page_targets::with_page_element,
    real_paths::{with_judged_paths, with_real_paths},
    resolve_window::drop_target,
    world::{WindowControls, World, WorldError},
};
use deskpilot_core::{
    Action, ApprovalRequest, Caution, Clipboard, CommandSpec, Control, Divergence, Expectation, Gesture,
    Launch, Operation, PathStyle, Policy, PolicyContext, Refusal, Role, Ruling, Verb, Window,
    policy::{Foreground, KeyBinding},
};
use deskpilot_desktop::Budget;
use std::borrow::Cow;

/// The policy, and the facts about the platform that it needs.
pub(crate) struct PolicyGate {
    policy: Policy,
    clipboard: Clipboard,
    path_style: PathStyle,
    homes: HomeFolders,
    budget: Budget,
}

/// Replaces the title of a window that the policy closes.
const HIDDEN_TITLE: &str = "(off limits)";

impl PolicyGate {
    /// A gate with this policy, for applications with this clipboard, path style and home folders. `budget` limits how much of
    /// a window it reads.
    pub(crate) fn new(
        policy: Policy,
        clipboard: Clipboard,
        path_style: PathStyle,
        homes: HomeFolders,
        budget: Budget,
    ) -> PolicyGate {
        PolicyGate { policy, clipboard, path_style, homes, budget }
    }

    /// The gate of a session with these options.
    pub(crate) fn of(options: &Options) -> PolicyGate {
        let homes = HomeFolders {
            task: options.home.clone(),
            working: options.working.clone(),
            user: options.user_home.clone(),
            own: options.own_places.as_slice().into(),
        };
        PolicyGate::new(options.policy.clone(), options.clipboard, options.path_style, homes, options.look)
    }

    /// Rules on an operation, given these facts.
    pub(crate) fn judge(
        &self,
        operation: &Operation,
        caution: &Caution,
        known: &OperationContext<'_>,
        journal: &Journal,
    ) -> PolicyRuling {
        let (own, user_home) = (self.own_paths(), self.homes.user.to_string_lossy());
        let paths = own.paths_of(operation);
        let seen = PolicyContext {
            caution: caution.clone(),
            controls: known.controls,
            unsteady: known.unsteady,
            bindings: known.bindings,
            foreground: known.foreground,
            pages: known.pages,
            command: known.command,
            opens: known.opens,
            path_style: self.path_style,
            home: paths.home,
            working: paths.working,
            user_home: &user_home,
            own: &self.homes.own,
            clipboard: self.clipboard,
            grants: &journal.ledger().grants.given,
            ..PolicyContext::default()
        };
        let (ruling, grounds) = judge_with_disk(&self.policy, operation, seen);
        PolicyRuling { ruling, grounds }
    }

    /// The operation with the real paths of the files that it opens.
    pub(crate) fn with_real_paths(&self, operation: &Operation) -> Operation {
        with_real_paths(operation, None, self.own_paths().paths_of(operation))
    }

    /// The operation with the real paths of the files that it opens, given the places of its ruling.
    ///
    /// # Errors
    /// A link leads elsewhere by now.
    pub(crate) fn with_judged_paths(
        &self,
        operation: &Operation,
        table: Option<&CommandSpec>,
        judged: &[String],
    ) -> Result<Operation, Refusal> {
        with_judged_paths(operation, table, self.own_paths().paths_of(operation), judged)
    }

    /// The folders that the applications' paths start with.
    pub(crate) fn own_paths(&self) -> PathTexts {
        self.homes.texts(self.path_style)
    }

    /// Rules on an action of a list. Keys and points are judged by the controls that are there now; a drag into another window
    /// is judged in both windows, and the stricter ruling counts.
    pub(crate) async fn judge_action(
        &self,
        action: &Action,
        caution: &Caution,
        batch: &mut ActionBatch<'_>,
        world: &mut World,
        journal: &Journal,
    ) -> Result<PolicyRuling, Halt> {
        let judged = self.judge_in(&action.window, action, caution, batch, world, journal).await?;
        match drop_target(world, action).await? {
            Some(window) => {
                let there = self.judge_in(&window, action, caution, batch, world, journal).await?;
                Ok(judged.or_stricter(there))
            }
            None => Ok(judged),
        }
    }

    /// Rules on an action as if it were done in this window.
    async fn judge_in(
        &self,
        window: &Window,
        action: &Action,
        caution: &Caution,
        batch: &mut ActionBatch<'_>,
        world: &mut World,
        journal: &Journal,
    ) -> Result<PolicyRuling, Halt> {
        let command = batch.observation.command(&action.call.command);
        let controls = batch.controls_of(window, world).await?.unwrap_or_default();
        let action = Action { window: window.clone(), ..action.clone() };
        self.judge_seen(action, caution, controls, command, world, journal).await
    }

    /// Rules on an action in a window with these controls.
    async fn judge_seen(
        &self,
        action: Action,
        caution: &Caution,
        controls: &[Control],
        command: Option<&CommandSpec>,
        world: &mut World,
        journal: &Journal,
    ) -> Result<PolicyRuling, Halt> {
        // What it opens is judged as the HostAgent's launch, whatever its window shows.
        if matches!(action.verb, Verb::Open(_)) {
            let operation = Operation::Act(Box::new(action));
            return Box::pin(self.judge_outside(&operation, caution, world, journal)).await;
        }
        let command = command.filter(|_| action.verb == Verb::Native);
        let controls = &*with_page_element(&action, controls, world).await?;
        let pages = self.pages(controls, world).await?;
        let unsteady = world.unsteady_controls(&action.window).await?;
        let bindings = match KeyBinding::may_decide(&action) {
            true => world.key_bindings(&action.window).await?,
            false => Vec::new(),
        };
        let foreground = match self.policy.depends_on_foreground(&action, controls) {
            true => world.foreground(&action.window).await?,
            false => Foreground::Unknown,
        };
        let operation = Operation::Act(Box::new(action));
        let facts = OperationContext {
            controls,
            unsteady: &unsteady,
            bindings: &bindings,
            foreground,
            pages: &pages,
            command,
            opens: None,
        };
        Ok(self.judge(&operation, caution, &facts, journal))
    }

    /// Rules on an operation whose effect does not depend on what a window shows.
    pub(crate) async fn judge_outside(
        &self,
        operation: &Operation,
        caution: &Caution,
        world: &mut World,
        journal: &Journal,
    ) -> Result<PolicyRuling, Halt> {
        // The application is chosen for the file that a link leads to.
        let opens = match self.with_real_paths(operation).launch() {
            Some(launch) => world.resolve_application(launch).await?,
            None => None,
        };
        let facts = OperationContext { opens: opens.as_ref(), ..OperationContext::default() };
        Ok(self.judge(operation, caution, &facts, journal))
    }

    /// Rules once more on an operation that waits for a yes, by the window as it is now, and not as the log describes it. `None`
    /// when its window is gone.
    pub(crate) async fn judge_again(
        &self,
        waiting: &ApprovalRequest,
        world: &mut World,
        journal: &Journal,
    ) -> Result<Option<PolicyRuling>, Halt> {
        let caution = waiting.caution();
        let Operation::Act(action) = &waiting.operation else {
            return self.judge_outside(&waiting.operation, &caution, world, journal).await.map(Some);
        };
        let Some(judged) = self.judge_fresh(&action.window, action, &caution, world, journal).await? else {
            return Ok(None);
        };
        match drop_target(world, action).await? {
            Some(window) => {
                let there = self.judge_fresh(&window, action, &caution, world, journal).await?;
                Ok(there.map(|there| judged.or_stricter(there)))
            }
            None => Ok(Some(judged)),
        }
    }

    /// Rules on an action as if it were done in this window, which it reads first; `None` when the window is gone.
    pub(crate) async fn judge_fresh(
        &self,
        window: &Window,
        action: &Action,
        caution: &Caution,
        world: &mut World,
        journal: &Journal,
    ) -> Result<Option<PolicyRuling>, Halt> {
        let current = match world.current(window).await {
            // Identifiers of windows are used again.
            Ok(current) if current.application == window.application => current,
            Ok(_) | Err(WorldError::Desktop(_)) => return Ok(None),
            Err(WorldError::Halted(halt)) => return Err(halt),
        };
        let controls = match world.controls(&current, self.budget).await? {
            WindowControls::Read(seen) => seen.controls,
            WindowControls::Unreadable => Vec::new(),
            WindowControls::Gone => return Ok(None),
        };
        let commands = world.commands(&current).await?.commands;
        let command = commands.iter().find(|it| it.name == action.call.command).map(AsRef::as_ref);
        let action = Action { window: current, ..action.clone() };
        self.judge_seen(action, caution, &controls, command, world, journal).await.map(Some)
    }

    /// The URLs of the pages among these controls; empty when no rule of the policy is about sites.
    async fn pages(&self, controls: &[Control], world: &mut World) -> Result<Vec<String>, Halt> {
        let mut pages = Vec::new();
        if !self.policy.has_site_rules() {
            return Ok(pages);
        }
        for document in controls.iter().filter(|it| it.role == Role::Document) {
            pages.extend(world.document_url(document).await?);
        }
        Ok(pages)
    }

    /// The home folder of the applications.
    pub(crate) fn home(&self) -> Cow<'_, str> {
        self.homes.task.to_string_lossy()
    }

    /// The folder where files without a folder go, if that is not the home.
    pub(crate) fn working(&self) -> Option<String> {
        let folder = self.homes.working.to_string_lossy();
        (!folder.is_empty()).then(|| folder.into_owned())
    }

    /// The home of a private desktop, which holds only what the task put there.
    pub(crate) fn private_home(&self) -> Option<Cow<'_, str>> {
        (self.clipboard == Clipboard::Own).then(|| self.home())
    }

    /// Whether agents may see what is in a folder or a file: it is not guarded, and no rule refuses to open it.
    pub(crate) fn may_tell(&self, path: &str, journal: &Journal) -> bool {
        let launch = Launch { application: String::new(), file: Some(path.to_owned()), ..Launch::default() };
        let operation = Operation::Launch(launch);
        let known = OperationContext::default();
        let ruled = self.judge(&operation, &Caution::Usual, &known, journal).ruling;
        let own = self.own_paths();
        let paths = own.paths();
        let is_guarded = paths.resolve(path).is_some_and(|it| paths.is_guarded(&it));
        !is_guarded && !matches!(ruled, Ruling::Refuse(_))
    }

    /// Why agents must neither see nor use a window; `None` when they may.
    pub(crate) fn off_limits(&self, window: &Window) -> Option<String> {
        self.policy.off_limits(window)
    }

    /// The windows as agents see them: without the titles of those that the policy closes.
    pub(crate) fn without_closed_titles(&self, windows: Vec<Window>) -> Vec<Window> {
        let untitled = |window: Window| match self.policy.closing_rule(&window) {
            Some(_) => Window { title: HIDDEN_TITLE.into(), ..window },
            None => window,
        };
        windows.into_iter().map(untitled).collect()
    }

    /// The difference between the operation's window now and when the user approved it; `None` when nothing relevant changed.
    pub(crate) async fn changed_since_approval(
        &self,
        operation: &Operation,
        world: &mut World,
        journal: &Journal,
    ) -> Result<Option<Divergence>, Halt> {
        let Operation::Act(action) = operation else { return Ok(None) };
        let gone = || Some(Divergence::WindowGone(action.window.title.clone()));
        let Some(seen) = journal.ledger().changes.seen(action.window.id) else { return Ok(gone()) };
        Ok(match world.controls(&action.window, self.budget).await? {
            WindowControls::Read(now) => {
                // What only a picture shows is in no reading of the window.
                let seen: Vec<Control> =
                    seen.controls.iter().filter(|it| it.node().is_some()).cloned().collect();
                let expected = Expectation { seen: &seen, now: &now.controls, done: &[], closed: &[] };
                expected.changed_since_approval(action)
            }
            // What is ended need not answer before.
            WindowControls::Unreadable if action.verb == Verb::Gesture(Gesture::EndApplication) => None,
            WindowControls::Gone | WindowControls::Unreadable => gone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;
    use deskpilot_core::{PolicyFile, Rule, RuleEffect};
    use std::path::PathBuf;

    #[test]
    fn the_title_of_a_closed_window_is_not_reported() {
        let rule = Rule { application: vec!["vault".into()], ..Rule::new(RuleEffect::Refuse) };
        let policy = Policy::of(PolicyFile { rules: vec![rule], ..PolicyFile::default() }).unwrap();
        let homes = HomeFolders {
            task: "/home/u".into(),
            working: PathBuf::new(),
            user: "/home/u".into(),
            own: [].into(),
        };
        let gate = PolicyGate::new(policy, Clipboard::Own, PathStyle::Posix, homes, Budget::LOOK);
        let windows = ["vault", "pad"].map(|application| window(1, "bank: hunter2", application));
        let shown = gate.without_closed_titles(windows.to_vec());
        let titles: Vec<&str> = shown.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, [HIDDEN_TITLE, "bank: hunter2"]);
    }
}
