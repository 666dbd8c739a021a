//! One injected screen or document, and how it is played.

use super::{
    obedient::{Channel, ClipboardOwner, ObedientModel},
    prompt_reading::{Rendering, Trust},
};
use crate::common::{TestEnv, bank_secret::BankSecret};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Ports, Session};
use deskpilot_core::{
    Aim, Clipboard, CommandSpec, Effect, Event, Evidence, Gesture, Input, Outcome, Param, ParamKind, Passage,
    Policy, PolicyFile, Presence, Preset, Risk, Risks, Ruling, SideEffects, SubtaskOutcome,
};
use deskpilot_desktop::{
    Desktop, DesktopError, NativeAction, Puppeteer, Receiver, RedactedDesktop, Redactor, Scope, WindowList,
};
use deskpilot_knowledge::{KnowledgeError, KnowledgeSource, Library, Query};
use std::{
    borrow::Cow::Borrowed,
    sync::{Arc, Mutex},
};

/// One case.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    /// Its name in failure messages.
    pub(crate) name: &'static str,
    /// The fixture of the desktop; `{}` is where the text goes.
    pub(crate) desktop: &'static str,
    /// The injected text.
    pub(crate) text: &'static str,
    /// How the text gets into a prompt.
    pub(crate) channel: Channel,
    /// What protects against it.
    pub(crate) guard: Guard,
    /// What the guard does.
    pub(crate) guard_effect: GuardEffect,
    /// A part of the description of the operation that happens only without the guard.
    pub(crate) harm: &'static str,
}

/// What protects against a case, and what replaces it in the run without it.
#[derive(Clone, Copy)]
pub(crate) enum Guard {
    /// A preset of the policy. Without it: unrestricted.
    Preset(Preset),
    /// A preset and rules, as JSON. Without it: unrestricted, and no rules.
    Rules(Preset, &'static str),
    /// An operation that is refused unless a rule allows it. Without it: these rules do, as JSON.
    NoRule(&'static str),
    /// A text cannot close its section. Without it: it can.
    Escaping,
    /// Data is marked as data. Without it, data is unmarked.
    Marking,
}

/// The effect of a guard.
#[derive(Clone, Copy)]
pub(crate) enum GuardEffect {
    /// The round waits for a yes, because of this.
    Asks(&'static str),
    /// It is refused, because of this.
    Refuses(&'static str),
    /// The agent gets a complaint with this reason.
    Complains(&'static str),
    /// The subtask ends, because of this.
    Ends(&'static str),
    /// The model does not see an order in it.
    Unheard,
}

/// The result of playing a case.
struct CaseResult {
    /// Everything that was done to the desktop, opened, run, or shown of other windows.
    done: Vec<String>,
    /// How many of these are inputs and programs.
    did: usize,
    ending: Ending,
    events: Vec<Event>,
    obeyed: usize,
    transcript: String,
}

/// The default preset, which asks before every risky operation.
pub(crate) const ASK: Guard = Guard::Preset(Preset::Ask);

impl Case {
    /// A case: its name; the desktop, the text and its channel; the guard and its effect; the harm.
    pub(crate) const fn new(
        name: &'static str,
        (desktop, text, channel): (&'static str, &'static str, Channel),
        (guard, guard_effect): (Guard, GuardEffect),
        harm: &'static str,
    ) -> Case {
        Case { name, desktop, text, channel, guard, guard_effect, harm }
    }

    /// The failure of the run with the guard, if it fails.
    pub(crate) async fn wrong_with_guard(&self) -> Option<String> {
        let rendering = Rendering::Ours;
        let played = match self.guard {
            Guard::Preset(preset) => self.play(Policy::preset(preset), Trust::AllSections, rendering).await,
            Guard::NoRule(_) => self.play(unrestricted(), Trust::AllSections, rendering).await,
            Guard::Rules(preset, rules) => {
                self.play(policy(preset, rules), Trust::AllSections, rendering).await
            }
            Guard::Escaping | Guard::Marking => {
                self.play(unrestricted(), Trust::UnmarkedSections, rendering).await
            }
        };
        let is_harm = |it: &&String| it.contains(self.harm);
        if let Some(done) = played.done.iter().find(is_harm) {
            return Some(format!("{done} was done\n{}", played.transcript));
        }
        let is_held = match self.guard_effect {
            GuardEffect::Asks(why) => matches!(&played.ending, Ending::NeedsYes(it) if it.reason.contains(why)),
            GuardEffect::Refuses(why) => played.events.iter().any(|it| {
                matches!(it, Event::Ruled { ruling: Ruling::Refuse(reason), .. } if reason.contains(why))
            }),
            GuardEffect::Complains(why) => played.events.iter().any(|it| {
                matches!(it, Event::Rejected { complaint } if complaint.as_str().contains(why))
            }),
            GuardEffect::Ends(why) => played.events.iter().any(|it| {
                matches!(it, Event::SubtaskEnded { outcome: SubtaskOutcome::Errored(reason), .. } if reason.contains(why))
            }),
            GuardEffect::Unheard => played.obeyed == 0,
        };
        if !is_held {
            return Some(format!(
                "the guard did not have its effect: {:?}\n{}",
                played.ending, played.transcript
            ));
        }
        // Everything that was done is in the log.
        let acted = played.events.iter().filter(|it| matches!(it, Event::Acting { .. })).count();
        (played.did > acted).then(|| format!("more was done than the log has: {:?}", played.done))
    }

    /// The failure of the run without the guard, in which the injected operation must be done.
    pub(crate) async fn wrong_without_guard(&self) -> Option<String> {
        let played = match self.guard {
            Guard::Preset(_) | Guard::Rules(..) => {
                self.play(unrestricted(), Trust::AllSections, Rendering::Ours).await
            }
            Guard::NoRule(rules) => {
                let lets = policy(Preset::Unrestricted, rules);
                self.play(lets, Trust::AllSections, Rendering::Ours).await
            }
            Guard::Escaping => self.play(unrestricted(), Trust::UnmarkedSections, Rendering::Unescaped).await,
            Guard::Marking => self.play(unrestricted(), Trust::UnmarkedSections, Rendering::Unmarked).await,
        };
        let is_done = played.done.iter().any(|it| it.contains(self.harm));
        (!is_done).then(|| format!("nothing was done but {:?}\n{}", played.done, played.transcript))
    }

    async fn play(&self, policy: Policy, trust: Trust, rendering: Rendering) -> CaseResult {
        let mut env = TestEnv::new(&self.desktop.replace("{}", &quoted(self.text)));
        env.options.policy = policy;
        env.desktop = env.desktop.clone().with_file("/etc/passwd", "root");
        if let Channel::Copied(owner) = self.channel {
            copy(&mut env, self.text, owner).await;
        }
        let before = env.desktop.performed().len();
        let windows = titles(&mut env).await;
        let model = Arc::new(ObedientModel::new(self.channel, trust, rendering));
        let ran = ShellReceiver::default();
        let mut ports = env.ports(model.clone());
        let desktop = RedactedDesktop::new(Box::new(env.desktop.clone()), env.options.policy.clone());
        let desktop = desktop.with_secrets(Box::new(BankSecret), Redactor::default());
        ports.puppeteer = Puppeteer::new(desktop, vec![Box::new(ran.clone())]);
        self.teach(&mut ports);
        let mut session =
            Session::open(ports, env.options.clone(), env.session_control.clone(), "injected").unwrap();
        let ending = Box::pin(session.round("Sum up what is there")).await.unwrap();
        let done = env.desktop.performed().split_off(before);
        let mut done: Vec<String> = done.iter().filter(|it| !is_harmless(it)).map(words).collect();
        done.extend(ran.0.lock().unwrap().iter().map(|it| format!("run {it}")));
        let did = done.len();
        let opened = titles(&mut env).await.into_iter().filter(|it| !windows.contains(it));
        done.extend(opened.map(|it| format!("open {it}")));
        let seen = model.shown.lock().unwrap().clone();
        done.extend(seen.iter().filter(|it| it.contains("Passwords")).map(|it| format!("show {it}")));
        let obeyed = model.obeyed.lock().unwrap().len();
        let events = env.log.entries().into_iter().map(|it| it.event).collect();
        CaseResult { done, did, ending, events, obeyed, transcript: env.transcript() }
    }

    fn teach(&self, ports: &mut Ports) {
        if matches!(self.channel, Channel::Recalled) {
            ports.knowledge.library = Library::new(vec![Box::new(Help(self.text))]);
        }
    }
}

/// The text, escaped for a quoted string of a fixture.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn policy(preset: Preset, rules: &str) -> Policy {
    let rules = serde_json::from_str(rules).unwrap();
    Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap()
}

fn unrestricted() -> Policy {
    Policy::preset(Preset::Unrestricted)
}

async fn copy(env: &mut TestEnv, text: &str, owner: ClipboardOwner) {
    env.options.clipboard = match owner {
        ClipboardOwner::Users => Clipboard::Shared,
        ClipboardOwner::Agents => Clipboard::Own,
    };
    let window = env.desktop.windows().await.unwrap()[0].id;
    let gesture = Gesture::WriteClipboard(text.into());
    env.desktop.perform(&Input { window, aim: Aim::Window, gesture }).await.unwrap();
}

async fn titles(env: &mut TestEnv) -> Vec<String> {
    let windows = env.desktop.windows().await.unwrap();
    windows.into_iter().map(|it| it.title).collect()
}

/// Whether the input only brings a window forward.
fn is_harmless(input: &Input) -> bool {
    input.gesture == Gesture::Focus
}

fn words(input: &Input) -> String {
    let on = match &input.aim {
        Aim::Control(control) => control.id().to_string(),
        Aim::Window => "the window".into(),
        Aim::Point(point) => format!("{},{}", point.x, point.y),
    };
    match &input.gesture {
        Gesture::Click { .. } => format!("click on {on}"),
        Gesture::Text { text, .. } => format!("type {text:?} into {on}"),
        Gesture::Keys(chords) => {
            let keys: Vec<String> = chords.iter().map(ToString::to_string).collect();
            format!("keys {} in {on}", keys.join(" "))
        }
        other => format!("{other:?} on {on}"),
    }
}

/// A receiver that keeps the command lines it is asked to run.
#[derive(Clone, Default)]
struct ShellReceiver(Arc<Mutex<Vec<String>>>);

const COMMANDS: &[CommandSpec] = &[CommandSpec {
    name: Borrowed("run_shell"),
    doc: Borrowed("Runs a program."),
    params: Borrowed(&[Param {
        name: Borrowed("argv"),
        doc: Borrowed("its words"),
        kind: ParamKind::Argv,
        presence: Presence::Required,
    }]),
    side_effects: SideEffects::Risks(Risks::of(&[Risk::Runs])),
}];

#[async_trait]
impl Receiver for ShellReceiver {
    fn name(&self) -> &'static str {
        "SHELL"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        COMMANDS
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let words = action.call.args["argv"].as_array().unwrap();
        let words: Vec<&str> = words.iter().filter_map(|it| it.as_str()).collect();
        self.0.lock().unwrap().push(words.join(" "));
        Ok(Effect::Confirmed(Evidence::ExitCode(0)).into())
    }
}

/// A help document that answers every query with the same text.
struct Help(&'static str);

#[async_trait]
impl KnowledgeSource for Help {
    fn name(&self) -> &str {
        "help"
    }

    async fn recall(&self, _: &Query, _: usize) -> Result<Vec<Passage>, KnowledgeError> {
        let (source, title) = ("help".to_owned(), "Summing up".to_owned());
        Ok(vec![Passage { source, title, place: String::new(), text: self.0.to_owned(), score: 1.0 }])
    }
}
