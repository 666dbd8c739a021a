//! A session with one step of every kind.

use deskpilot_core::*;
use deskpilot_log::{FORMAT, SessionLog};
use serde_json::{Map, json};

/// Writes a session to the log and returns its entries.
pub(crate) fn play(log: &mut dyn SessionLog) -> Vec<Entry> {
    let mut play = Play { log, entries: Vec::new(), steps: 0 };
    play.opening();
    play.launches();
    play.assigns();
    play.acts_after_a_complaint();
    play.waits_for_a_yes();
    play.asks();
    play.is_told_no();
    play.finishes();
    play.cannot_be_followed();
    play.runs_and_finishes();
    play.entries
}

struct Play<'l> {
    log: &'l mut dyn SessionLog,
    entries: Vec<Entry>,
    steps: u32,
}

pub(crate) fn window() -> Window {
    Window {
        label: Some(Label(2)),
        id: WindowId(7),
        title: "Calculator".into(),
        application: "galculator".into(),
        process: Some(99),
        rect: Rect::new(0, 0, 300, 400),
        state: WindowState::Normal,
        focused: true,
    }
}

pub(crate) fn control(name: &str) -> Control {
    Control {
        label: Some(Label(5)),
        role: Role::Button,
        name: name.into(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: Rect::new(10, 10, 20, 20),
        source: ControlSource::Accessibility { node: NodeId("/1/2".into()) },
    }
}

pub(crate) fn click(name: &str) -> Action {
    Action {
        call: Call {
            command: "click_input".into(),
            args: Map::from_iter([("button".into(), json!("left")), ("double".into(), json!(false))]),
        },
        window: window(),
        aim: Aim::Control(Box::new(control(name))),
        verb: Verb::Gesture(Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }),
    }
}

fn read_as(name: &str) -> Action {
    Action {
        call: Call { command: "texts".into(), args: Map::from_iter([("name".into(), json!(name))]) },
        verb: Verb::Read { note: Some(name.into()) },
        ..click("Display")
    }
}

fn act(actions: Vec<Action>, caution: Caution) -> AppDecision {
    AppDecision::Act { actions, caution, then: NextStatus::Continue, independent: Vec::new() }
}

fn operation(action: Action) -> Operation {
    Operation::Act(Box::new(action))
}

fn remarks(thought: &str) -> Remarks {
    Remarks {
        observation: "a calculator".into(),
        thought: thought.into(),
        plan: vec!["press =".into(), "read".into()],
        comment: "going well".into(),
        save_screenshot: None,
    }
}

fn host_remarks() -> HostRemarks {
    HostRemarks {
        common: remarks("split it"),
        subtask: "compute 6 x 7".into(),
        message: vec!["use keys".into(), "read the display".into()],
        planned: Vec::new(),
        ..HostRemarks::default()
    }
}

impl Play<'_> {
    fn tell(&mut self, event: Event) {
        let at = Timestamp(1_700_000_000_000 + 250 * self.entries.len() as u64);
        self.entries.push(self.log.append(at, event).unwrap());
    }

    fn png(&mut self, what: &str) -> BlobRef {
        let bytes = format!("{what} {}", self.steps);
        self.log.keep(BlobKind::Png, bytes.as_bytes()).unwrap()
    }

    fn app() -> AgentName {
        AgentName::app("galculator", "Calculator")
    }

    fn start(&mut self, agent: &AgentName) {
        let step = StepNumber { session: self.steps, round: self.steps, agent: 0 };
        self.tell(Event::StepStarted { step, agent: agent.clone() });
    }

    fn end(&mut self) {
        let timings = vec![
            Timing { stage: Stage::CaptureScreenshot, millis: 100.0 },
            Timing { stage: Stage::GetResponse, millis: 200.1 },
        ];
        self.tell(Event::StepEnded { timings });
        self.steps += 1;
    }

    fn look_at_desktop(&mut self) {
        self.start(&AgentName::host());
        let clean = Some(self.png("desktop"));
        let pictures = Pictures { clean, size: Size { width: 800, height: 600 }, ..Pictures::default() };
        let view = DesktopView {
            windows: vec![window()],
            applications: Vec::new(),
            pictures,
            folders: Vec::new(),
            working: None,
        };
        self.tell(Event::Observed { view: View::Desktop(view) });
    }

    fn look_at_window(&mut self) {
        self.start(&Self::app());
        let pictures = Pictures {
            clean: Some(self.png("clean")),
            annotated: Some(self.png("annotated")),
            concat: Some(self.png("concat")),
            size: Size { width: 300, height: 400 },
            origin: Some(Point { x: 0, y: 0 }),
        };
        let truncated = Some(Truncation { reason: "deadline of 1500 ms".into(), unread: None });
        let view = AppView { truncated, pictures, ..AppView::of(window(), vec![control("7")]) };
        self.tell(Event::Observed { view: View::App(view) });
    }

    fn ask_model(&mut self, agent: AgentKind, attempt: u32, reply: &str, cost: Option<f64>) {
        let blob = self.png("concat");
        let prompt = Prompt {
            agent,
            system: "you are an agent".into(),
            sections: vec![Section {
                name: section::USER_REQUEST.into(),
                provenance: Provenance::User,
                text: "compute 6 x 7".into(),
                cut: 0,
            }],
            pictures: vec![Picture { caption: "the window".into(), blob, png: [].into(), unscaled: None }],
            contract: Contract { name: "reply".into(), schema: json!({"type": "object"}) },
            reply_length: ReplyLength::Usual,
        };
        let prompt = self.log.keep(BlobKind::Json, &serde_json::to_vec(&prompt).unwrap()).unwrap();
        self.tell(Event::Prompted { prompt, attempt });
        let usage = Usage { input_tokens: 1000, cached_tokens: 10, output_tokens: 20, cost };
        self.tell(Event::Replied {
            text: reply.into(),
            model: "scripted".into(),
            usage,
            ending: ReplyEnding::Complete,
        });
    }

    fn does(&mut self, id: u64, operation: Operation, outcome: Outcome) {
        let selected = Some(self.png(&format!("selected {id}")));
        let selected = if matches!(operation, Operation::Act(_)) { selected } else { None };
        self.tell(Event::Acting { id: ActionId(id), operation, selected });
        self.tell(Event::Acted { id: ActionId(id), outcome });
    }

    fn opening(&mut self) {
        let desktop = DesktopInfo {
            name: "text desktop".into(),
            size: Size { width: 800, height: 600 },
            monitors: Vec::new(),
        };
        self.tell(Event::SessionOpened {
            task: "sample".into(),
            format: FORMAT,
            version: "0.1.0".into(),
            desktop,
            models: vec![(AgentKind::HostAgent, "scripted".into()), (AgentKind::AppAgent, "scripted".into())],
            mode: Mode::Normal,
            plan: None,
        });
        self.tell(Event::RoundStarted { round: 0, request: "compute 6 x 7".into() });
    }

    fn launches(&mut self) {
        self.look_at_desktop();
        self.ask_model(AgentKind::HostAgent, 0, "{\"AppsToOpen\": ...}", Some(0.01));
        let launch = Launch { application: "galculator".into(), file: None, ..Launch::default() };
        let decision = HostDecision::Launch(launch.clone(), Caution::Usual);
        self.tell(Event::HostDecided { decision, remarks: host_remarks() });
        self.tell(Event::ruled(Operation::Launch(launch.clone()), Ruling::Allow));
        let seen = Effect::Confirmed(Evidence::Windows(vec![WindowChange::Opened("Calculator".into())]));
        self.does(1, Operation::Launch(launch), seen.into());
        self.end();
    }

    fn assigns(&mut self) {
        self.look_at_desktop();
        self.ask_model(AgentKind::HostAgent, 0, "{\"Status\": \"ASSIGN\"}", Some(0.01));
        let subtask =
            Subtask { text: "compute 6 x 7".into(), message: vec!["use keys".into()], ..Subtask::default() };
        let decision =
            HostDecision::Assign(Box::new(Assignment { subtask, window: window(), agent: Self::app() }));
        self.tell(Event::HostDecided { decision, remarks: host_remarks() });
        self.end();
    }

    fn acts_after_a_complaint(&mut self) {
        self.look_at_window();
        let passage = Passage {
            source: "help".into(),
            title: "keys".into(),
            place: "keys.md".into(),
            text: "press".into(),
            score: 0.7,
        };
        self.tell(Event::Recalled { passages: vec![passage] });
        self.tell(Event::Faulted {
            stage: Stage::GetResponse,
            message: "busy".into(),
            remedy: Remedy::Retry,
        });
        self.ask_model(AgentKind::AppAgent, 0, "no json", Some(0.1));
        self.tell(Event::Rejected { complaint: Complaint::new("there is no JSON object") });
        self.ask_model(AgentKind::AppAgent, 1, "{\"Function\": \"click_input\"}", Some(0.2));
        let actions = vec![click("7"), read_as("result")];
        let app_remarks = Remarks { save_screenshot: Some("the result".into()), ..remarks("press it") };
        self.tell(Event::AppDecided { decision: act(actions, Caution::Usual), remarks: app_remarks });
        let picture = self.png("clean");
        let note =
            Note::Screenshot { application: "galculator".into(), reason: "the result".into(), picture };
        self.tell(Event::Noted { note });
        self.tell(Event::ruled(operation(click("7")), Ruling::Allow));
        let value = Evidence::Value { before: None, after: Some("7".into()), of: None };
        self.does(2, operation(click("7")), Effect::Confirmed(value).into());
        self.tell(Event::ruled(operation(read_as("result")), Ruling::Allow));
        let read = Outcome { output: Some("42".into()), ..Effect::Confirmed(Evidence::Accepted).into() };
        self.does(3, operation(read_as("result")), read);
        self.tell(Event::Noted { note: Note::Text { name: "result".into(), text: "42".into() } });
        self.end();
    }

    fn wants_to_press_send(&mut self) {
        self.look_at_window();
        self.ask_model(AgentKind::AppAgent, 0, "{\"Status\": \"CONFIRM\"}", Some(0.01));
        let decision = act(vec![click("Send")], Caution::AskFirst);
        self.tell(Event::AppDecided { decision, remarks: remarks("send it") });
        let ruling = Ruling::Confirm("it sends something that cannot be called back".into());
        self.tell(Event::ruled(operation(click("Send")), ruling));
        self.end();
    }

    fn waits_for_a_yes(&mut self) {
        self.wants_to_press_send();
        self.tell(Event::Confirmed { consent: Consent::Once, by: None });
        self.start(&Self::app());
        self.does(4, operation(click("Send")), Effect::unverified("nothing to look at").into());
        self.end();
    }

    fn asks(&mut self) {
        self.look_at_window();
        self.ask_model(AgentKind::AppAgent, 0, "{\"Status\": \"PENDING\"}", Some(0.01));
        let questions = vec![Question("which file?".into())];
        self.tell(Event::AppDecided {
            decision: AppDecision::Ask(questions.clone()),
            remarks: remarks("ask"),
        });
        self.tell(Event::Asked { questions });
        self.end();
        let answer = Answer { question: "which file?".into(), answer: "answer.txt".into() };
        self.tell(Event::Answered { answers: vec![answer], by: None });
    }

    fn is_told_no(&mut self) {
        self.wants_to_press_send();
        self.tell(Event::Confirmed { consent: Consent::No(String::new()), by: None });
        let ruling = Ruling::Refuse("the user said no".into());
        self.tell(Event::ruled(operation(click("Send")), ruling));
    }

    fn finishes(&mut self) {
        self.look_at_window();
        self.ask_model(AgentKind::AppAgent, 0, "{\"Status\": \"FINISH\"}", None);
        self.tell(Event::AppDecided { decision: AppDecision::Finish, remarks: remarks("done") });
        self.tell(Event::SubtaskEnded {
            outcome: SubtaskOutcome::Finished,
            comment: "42".into(),
            missing: Vec::new(),
        });
        self.end();
    }

    fn cannot_be_followed(&mut self) {
        self.look_at_desktop();
        self.ask_model(AgentKind::HostAgent, 0, "?", Some(0.01));
        self.tell(Event::Rejected { complaint: Complaint::new("there is no JSON object") });
        let verdict = Verdict::Failed("the HostAgent cannot follow the rules of its reply".into());
        self.tell(Event::RoundEnded { verdict });
        self.end();
        let sub_scores = vec![("computed".into(), Assessment::Yes)];
        self.tell(Event::Judged {
            complete: Assessment::Unsure,
            reason: "the end is missing".into(),
            sub_scores,
            level: EvaluationLevel::Round,
            checks: Vec::new(),
        });
    }

    fn runs_and_finishes(&mut self) {
        self.tell(Event::RoundStarted { round: 1, request: "print it".into() });
        self.look_at_desktop();
        let shell = ProgramCall { argv: vec!["lp".into(), "my answer.txt".into()] };
        let decision = HostDecision::Run(shell.clone(), Caution::Usual);
        self.tell(Event::HostDecided { decision, remarks: host_remarks() });
        self.tell(Event::ruled(Operation::Run(shell.clone()), Ruling::Allow));
        self.does(
            5,
            Operation::Run(shell),
            Effect::NoChange(NoChangeReason::Same(Evidence::ExitCode(1))).into(),
        );
        self.end();
        self.look_at_desktop();
        self.tell(Event::Stopped);
        let desktop = DesktopInfo {
            name: "text desktop".into(),
            size: Size { width: 800, height: 600 },
            monitors: Vec::new(),
        };
        let origin = deskpilot_core::LogOrigin::Own;
        self.tell(Event::SessionResumed { version: "0.1.0".into(), desktop, origin });
        self.steps += 1;
        self.look_at_desktop();
        self.tell(Event::HostDecided { decision: HostDecision::Finish, remarks: host_remarks() });
        self.tell(Event::RoundEnded { verdict: Verdict::Finished("printed".into()) });
        self.end();
        self.tell(Event::SessionClosed);
    }
}
