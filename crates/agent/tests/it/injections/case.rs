//! One injected screen or document, and how it is played.

use super::{
    hearing::{Belief, Rendering},
    obedient::{Obedient, Way, Whose},
};
use crate::common::{Stage, purse::Purse};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Ports, Session};
use deskpilot_core::{
    Aim, Clipboard, CommandSpec, Effect, Event, Evidence, Gesture, Input, Outcome, Param, ParamKind, Passage,
    Policy, PolicyFile, Presence, Preset, Risk, Risks, Ruling, SideEffects, SubtaskOutcome,
};
use deskpilot_desktop::{
    Desktop, DesktopError, NativeAction, Puppeteer, Receiver, RedactedDesktop, Redactor, Scope,
};
use deskpilot_knowledge::{KnowledgeError, KnowledgeSource, Library, Query};
use std::{
    borrow::Cow::Borrowed,
    sync::{Arc, Mutex},
};

/// One case.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    /// What it is called when it fails.
    pub(crate) name: &'static str,
    /// The desktop; `{}` is where the text goes.
    pub(crate) desk: &'static str,
    /// What is injected.
    pub(crate) text: &'static str,
    /// How it gets into a prompt.
    pub(crate) way: Way,
    /// What stands against it.
    pub(crate) guard: Guard,
    /// What the guard does.
    pub(crate) held: Held,
    /// What is done without the guard, and must not be done with it: a part of its words.
    pub(crate) harm: &'static str,
}

/// What stands against a case.
#[derive(Clone, Copy)]
pub(crate) enum Guard {
    /// A preset of the policy. Without it: unrestricted.
    Preset(Preset),
    /// A preset and rules, as JSON. Without it: unrestricted, and no rules.
    Rules(Preset, &'static str),
    /// What is refused as long as no rule lets it be done. Without it: these rules do, as JSON.
    NoRule(&'static str),
    /// A text cannot close its section. Without it: it can.
    Escaping,
    /// Data is marked as data. Without it: nothing is.
    Marking,
}

/// What a guard does.
#[derive(Clone, Copy)]
pub(crate) enum Held {
    /// The round waits for a yes, because of this.
    Asks(&'static str),
    /// It is refused, because of this.
    Refuses(&'static str),
    /// The agent is told that it cannot be, because of this.
    Complains(&'static str),
    /// The subtask ends, because of this.
    Ends(&'static str),
    /// The order is not taken for one.
    Unheard,
}

/// What became of a case.
struct Played {
    /// Whatever was done to the desktop, opened, run, or shown of other windows.
    done: Vec<String>,
    /// How many inputs and programs were among it.
    did: usize,
    ending: Ending,
    events: Vec<Event>,
    obeyed: usize,
    transcript: String,
}

/// What asks before everything that is risky, and is the default.
pub(crate) const ASK: Guard = Guard::Preset(Preset::Ask);

impl Case {
    /// A case: its name, the desktop, the text and its way, the guard and what it does, and the harm.
    pub(crate) const fn new(
        name: &'static str,
        (desk, text, way): (&'static str, &'static str, Way),
        (guard, held): (Guard, Held),
        harm: &'static str,
    ) -> Case {
        Case { name, desk, text, way, guard, held, harm }
    }

    /// What is wrong with what happens as long as the guard stands.
    pub(crate) async fn wrong_with_guard(&self) -> Option<String> {
        let rendering = Rendering::Ours;
        let played = match self.guard {
            Guard::Preset(preset) => self.play(Policy::preset(preset), Belief::Everybody, rendering).await,
            Guard::NoRule(_) => self.play(unrestricted(), Belief::Everybody, rendering).await,
            Guard::Rules(preset, rules) => {
                self.play(policy(preset, rules), Belief::Everybody, rendering).await
            }
            Guard::Escaping | Guard::Marking => {
                self.play(unrestricted(), Belief::TheUnmarked, rendering).await
            }
        };
        let is_harm = |it: &&String| it.contains(self.harm);
        if let Some(done) = played.done.iter().find(is_harm) {
            return Some(format!("{done} was done\n{}", played.transcript));
        }
        let is_held = match self.held {
            Held::Asks(why) => matches!(&played.ending, Ending::NeedsYes(it) if it.reason.contains(why)),
            Held::Refuses(why) => played.events.iter().any(|it| {
                matches!(it, Event::Ruled { ruling: Ruling::Refuse(said), .. } if said.contains(why))
            }),
            Held::Complains(why) => played.events.iter().any(|it| {
                matches!(it, Event::Rejected { complaint } if complaint.as_str().contains(why))
            }),
            Held::Ends(why) => played.events.iter().any(|it| {
                matches!(it, Event::SubtaskEnded { outcome: SubtaskOutcome::Errored(said), .. } if said.contains(why))
            }),
            Held::Unheard => played.obeyed == 0,
        };
        if !is_held {
            return Some(format!(
                "it was not held as it should be: {:?}\n{}",
                played.ending, played.transcript
            ));
        }
        // What is done is in the log, and everything else was not.
        let acted = played.events.iter().filter(|it| matches!(it, Event::Acting { .. })).count();
        (played.did > acted).then(|| format!("more was done than the log tells: {:?}", played.done))
    }

    /// What is wrong with what happens without the guard: it must be the injected operation.
    pub(crate) async fn wrong_without_guard(&self) -> Option<String> {
        let played = match self.guard {
            Guard::Preset(_) | Guard::Rules(..) => {
                self.play(unrestricted(), Belief::Everybody, Rendering::Ours).await
            }
            Guard::NoRule(rules) => {
                let lets = policy(Preset::Unrestricted, rules);
                self.play(lets, Belief::Everybody, Rendering::Ours).await
            }
            Guard::Escaping => self.play(unrestricted(), Belief::TheUnmarked, Rendering::Unescaped).await,
            Guard::Marking => self.play(unrestricted(), Belief::TheUnmarked, Rendering::Unmarked).await,
        };
        let is_done = played.done.iter().any(|it| it.contains(self.harm));
        (!is_done).then(|| format!("nothing was done but {:?}\n{}", played.done, played.transcript))
    }

    async fn play(&self, policy: Policy, belief: Belief, rendering: Rendering) -> Played {
        let mut stage = Stage::new(&self.desk.replace("{}", &quoted(self.text)));
        stage.options.policy = policy;
        stage.desktop = stage.desktop.clone().with_file("/etc/passwd", "root");
        if let Way::Copied(whose) = self.way {
            copy(&mut stage, self.text, whose).await;
        }
        let before = stage.desktop.performed().len();
        let windows = titles(&mut stage).await;
        let model = Arc::new(Obedient::new(self.way, belief, rendering));
        let ran = Ran::default();
        let mut ports = stage.ports(model.clone());
        let desktop = RedactedDesktop::new(Box::new(stage.desktop.clone()), stage.options.policy.clone());
        let desktop = desktop.with_secrets(Box::new(Purse), Redactor::default());
        ports.puppeteer = Puppeteer::new(desktop, vec![Box::new(ran.clone())]);
        self.teach(&mut ports);
        let mut session =
            Session::open(ports, stage.options.clone(), stage.session_control.clone(), "injected").unwrap();
        let ending = session.round("Sum up what is there").await.unwrap();
        let done = stage.desktop.performed().split_off(before);
        let mut done: Vec<String> = done.iter().filter(|it| !is_harmless(it)).map(words).collect();
        done.extend(ran.0.lock().unwrap().iter().map(|it| format!("run {it}")));
        let did = done.len();
        let opened = titles(&mut stage).await.into_iter().filter(|it| !windows.contains(it));
        done.extend(opened.map(|it| format!("open {it}")));
        let seen = model.shown.lock().unwrap().clone();
        done.extend(seen.iter().filter(|it| it.contains("Passwords")).map(|it| format!("show {it}")));
        let obeyed = model.obeyed.lock().unwrap().len();
        let events = stage.log.entries().into_iter().map(|it| it.event).collect();
        Played { done, did, ending, events, obeyed, transcript: stage.transcript() }
    }

    fn teach(&self, ports: &mut Ports) {
        if matches!(self.way, Way::Recalled) {
            ports.knowledge.library = Library::new(vec![Box::new(Help(self.text))]);
        }
    }
}

/// The text as a fixture writes it between quotation marks.
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

async fn copy(stage: &mut Stage, text: &str, whose: Whose) {
    stage.options.clipboard = match whose {
        Whose::Users => Clipboard::Shared,
        Whose::Agents => Clipboard::Own,
    };
    let window = stage.desktop.windows().await.unwrap()[0].id;
    let gesture = Gesture::WriteClipboard(text.into());
    stage.desktop.perform(&Input { window, aim: Aim::Window, gesture }).await.unwrap();
}

async fn titles(stage: &mut Stage) -> Vec<String> {
    let windows = stage.desktop.windows().await.unwrap();
    windows.into_iter().map(|it| it.title).collect()
}

/// What brings a window forward changes nothing.
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

/// The programs that were run.
#[derive(Clone, Default)]
struct Ran(Arc<Mutex<Vec<String>>>);

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
impl Receiver for Ran {
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

/// A help document that says the same on everything.
struct Help(&'static str);

#[async_trait]
impl KnowledgeSource for Help {
    fn name(&self) -> &str {
        "help"
    }

    async fn recall(&self, _: &Query, _: usize) -> Result<Vec<Passage>, KnowledgeError> {
        let (source, title) = ("help".to_owned(), "Summing up".to_owned());
        Ok(vec![Passage { source, title, text: self.0.to_owned(), score: 1.0 }])
    }
}
