//! The receiver for the windows of one program of Microsoft Office, behind the table of what it works on.

use crate::{
    commands::host::Host,
    dispatch::error::CallError,
    running::{self, Reply},
};
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Effect, Outcome, ParamKind, Refusal, Window, WindowId};
use deskpilot_desktop::{Apartment, CallThread, CommandGaps, DesktopError, NativeAction, Receiver, Scope};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// How long to wait before asking again a window that offered no document.
const SILENT: Duration = Duration::from_secs(5);
/// How long the discovery of commands waits for a program; less than the discovery itself may take, so that it is known then.
const DISCOVERY_LIMIT: Duration = Duration::from_millis(800);

/// Does one thing in the document of a window, on the thread of the calls.
pub(crate) type Enter<A> = fn(&<A as Apartment>::State, Host, WindowId, &running::Request) -> Reply;

/// Tells a program directly what to do with its documents.
pub(crate) struct OfficeReceiver<A: Apartment> {
    host: Host,
    calls: CallThread<A>,
    enter: Enter<A>,
    /// The window of the last request, why it takes no commands, and when that was known.
    known: Option<(WindowId, Option<CallError>, Instant)>,
}

impl<A: Apartment<Error = CallError> + Default> OfficeReceiver<A> {
    /// The receivers for all programs.
    pub(crate) fn all(enter: Enter<A>) -> Vec<OfficeReceiver<A>> {
        let one = |host| OfficeReceiver { host, calls: CallThread::new(A::default()), enter, known: None };
        Host::ALL.into_iter().map(one).collect()
    }

    /// Has the thread do something in a window.
    async fn ask(&self, window: WindowId, request: running::Request) -> Reply {
        let (host, enter, deadline) = (self.host, self.enter, request.deadline);
        self.calls.call(deadline, move |state| enter(state, host, window, &request)).await
    }

    /// Whether a window offers its document.
    async fn offers(&mut self, window: &Window) -> bool {
        if let Some((known, why, asked)) = &self.known
            && *known == window.id
            && (why.is_none() || asked.elapsed() < SILENT)
        {
            return why.is_none();
        }
        let request = running::Request { call: None, deadline: Instant::now() + DISCOVERY_LIMIT };
        let why = match Host::barrier(&window.application) {
            Some(barrier) => Some(barrier),
            None => self.ask(window.id, request).await.err(),
        };
        let offers = why.is_none();
        self.known = Some((window.id, why, Instant::now()));
        offers
    }
}

#[async_trait]
impl<A: Apartment<Error = CallError> + Default> Receiver for OfficeReceiver<A> {
    fn name(&self) -> &'static str {
        self.host.receiver_name()
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if Host::of_application(&window.application) == Some(self.host))
    }

    fn table(&self) -> &'static [CommandSpec] {
        self.host.table()
    }

    /// Those of the table that the program carries out; none where the window offers no document.
    async fn commands(&mut self, scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        let Scope::Window(window) = scope else { return Ok(Vec::new()) };
        if !self.offers(window).await {
            return Ok(Vec::new());
        }
        let table = self.table().iter().filter(|it| running::command(self.host, &it.name).is_some());
        Ok(table.cloned().map(Arc::new).collect())
    }

    fn take_gaps(&mut self, scope: Scope<'_>) -> CommandGaps {
        let Scope::Window(window) = scope else { return CommandGaps::default() };
        let limit = match &self.known {
            Some((known, Some(why), _)) if *known == window.id => {
                let name = self.host.name();
                Some(format!("{name} takes no native commands in this window, because {why}: use the window"))
            }
            _ => None,
        };
        CommandGaps { troubles: Vec::new(), limit }
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let command = &action.call.command;
        let (Scope::Window(window), Some(spec)) =
            (action.scope, self.table().iter().find(|it| it.name == *command))
        else {
            return Err(DesktopError::NoSuchCommand(command.clone()));
        };
        if running::command(self.host, command).is_none() {
            return Err(DesktopError::NoSuchCommand(command.clone()));
        }
        let call = document_call(spec, action.call);
        let request = running::Request { call: Some(call), deadline: Instant::now() + action.deadline };
        let reply = match Host::barrier(&window.application) {
            Some(barrier) => Err(barrier),
            None => self.ask(window.id, request).await,
        };
        Ok(match reply {
            Ok(outcome) => outcome.unwrap_or_else(|| Effect::unverified("it said nothing").into()),
            Err(error) => {
                self.known = None;
                unanswered(command, self.host.name(), &error)
            }
        })
    }
}

/// A call without the name of a note, which is the session's.
fn document_call(spec: &CommandSpec, call: &Call) -> Call {
    let is_note = |name: &str| spec.param(name).is_some_and(|it| it.kind == ParamKind::Note);
    let others = call.args.iter().filter(|(name, _)| !is_note(name));
    let args = others.map(|(name, value)| (name.clone(), value.clone())).collect();
    Call { command: call.command.clone(), args }
}

/// What an error says that came before the command began, or instead of its answer.
fn unanswered(command: &str, program: &str, error: &CallError) -> Outcome {
    match error {
        CallError::Late | CallError::Lost(_) => Effect::unverified(format!(
            "{command} was sent, and there is no answer: {program} may still compute, or ask in a window; look whether it \
             was done before you repeat it"
        ))
        .into(),
        _ => {
            let why = format!("{program} takes no commands in this window, because {error}: use the window");
            Effect::Refused(Refusal::NotPossible { what: command.to_owned(), why }).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recorded::Recording;
    use deskpilot_core::{Rect, WindowState};
    use deskpilot_desktop::Unanswered;
    use serde_json::json;

    /// Threads of no system.
    #[derive(Default)]
    struct Plain;

    impl Apartment for Plain {
        type State = ();
        type Error = CallError;
        type Bell = ();
        const NAME: &'static str = "test";
        const MOST_THREADS: usize = 4;

        fn bell(&self) -> Result<(), CallError> {
            Ok(())
        }

        fn enter(&self, (): &(), _connection: u64) -> Result<(), CallError> {
            Ok(())
        }

        fn unanswered(why: Unanswered) -> CallError {
            CallError::unanswered(why)
        }

        fn ends_connection(error: &CallError) -> bool {
            error.ends_connection()
        }
    }

    fn window(application: &str) -> Window {
        Window {
            label: None,
            id: WindowId(7),
            title: "Book1".into(),
            application: application.into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        }
    }

    fn excel(enter: Enter<Plain>) -> OfficeReceiver<Plain> {
        OfficeReceiver::<Plain>::all(enter).remove(1)
    }

    /// The calls for an open document.
    const OPEN: &str = "get @window.Parent -> @document\nget @document.FullName -> \"x\"\nget @window.Application -> @excel\n";

    /// A workbook that is saved already.
    fn saved((): &(), host: Host, window: WindowId, request: &running::Request) -> Reply {
        assert_eq!((host, window), (Host::Excel, WindowId(7)));
        let text = match &request.call {
            Some(call) if call.command == "list_sheets" => "get @window.Parent -> ! busy".to_owned(),
            Some(call) if call.command == "save_as" => {
                "get @window.Parent -> @program\nget @program.FullName -> ! unknown".to_owned()
            }
            Some(_) => {
                format!(
                    "{OPEN}get @document.FileFormat -> 51\nget @document.Path -> \"C:\"\nget @document.Saved -> true"
                )
            }
            None => OPEN.to_owned(),
        };
        let recording = Recording::of(&text);
        let reply = running::reply_of(host, &recording.object("window"), &recording, request);
        recording.assert_used();
        reply
    }

    async fn outcome(receiver: &mut OfficeReceiver<Plain>, command: &str, args: serde_json::Value) -> String {
        let call = Call { command: command.into(), args: args.as_object().unwrap().clone() };
        let window = window("EXCEL");
        let deadline = Duration::from_millis(100);
        let action = NativeAction { call: &call, scope: Scope::Window(&window), deadline };
        match receiver.run(&action).await {
            Ok(outcome) => outcome.effect.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[tokio::test]
    async fn a_window_that_offers_its_document_has_the_commands_of_the_table_that_are_carried_out() {
        let mut receiver = excel(saved);
        let (ours, other) = (window("excel"), window("WINWORD"));
        assert!(receiver.serves(Scope::Window(&ours)) && !receiver.serves(Scope::Window(&other)));
        let commands = receiver.commands(Scope::Window(&ours)).await.unwrap();
        let names: Vec<&str> = commands.iter().map(|it| it.name.as_ref()).collect();
        assert!(names.contains(&"set_cells") && !names.contains(&"undo"), "{names:?}");
        assert_eq!(receiver.take_gaps(Scope::Window(&ours)), CommandGaps::default());
        assert!(receiver.commands(Scope::Desktop).await.unwrap().is_empty());
        assert_eq!(
            outcome(&mut receiver, "save", json!({})).await,
            "no change: the document was saved already"
        );
        let unknown = outcome(&mut receiver, "undo", json!({})).await;
        assert!(unknown.starts_with("error: "), "{unknown}");
    }

    #[tokio::test]
    async fn a_program_that_is_not_installed_or_shows_no_document_says_so_and_refuses() {
        let absent: Enter<Plain> = |_, host, _, _| Err(CallError::NotInstalled(host.class().into()));
        let mut receiver = excel(absent);
        let ours = window("EXCEL");
        assert!(receiver.commands(Scope::Window(&ours)).await.unwrap().is_empty());
        let limit = receiver.take_gaps(Scope::Window(&ours)).limit.unwrap();
        let why = "Excel.Application is not registered: the program is not installed: use the window";
        assert!(limit.ends_with(why), "{limit}");
        let refused = outcome(&mut receiver, "save", json!({})).await;
        assert!(refused.starts_with("refused: save cannot do this: ") && refused.ends_with(why), "{refused}");
    }

    #[tokio::test]
    async fn the_new_outlook_is_never_asked_and_says_how_the_classic_one_comes_back() {
        let asked: Enter<Plain> = |_, _, _, _| panic!("the new Outlook takes no calls");
        let mut receiver = OfficeReceiver::<Plain>::all(asked).remove(3);
        let (new, classic) = (window("olk"), window("OUTLOOK"));
        assert!(receiver.serves(Scope::Window(&new)) && receiver.serves(Scope::Window(&classic)));
        assert!(receiver.commands(Scope::Window(&new)).await.unwrap().is_empty());
        let limit = receiver.take_gaps(Scope::Window(&new)).limit.unwrap();
        assert!(limit.contains("its switch \"New Outlook\" brings the classic Outlook back"), "{limit}");
        let call = Call { command: "list_messages".into(), args: serde_json::Map::new() };
        let action =
            NativeAction { call: &call, scope: Scope::Window(&new), deadline: Duration::from_secs(5) };
        let refused = receiver.run(&action).await.unwrap().effect.to_string();
        assert!(
            refused.starts_with("refused: ") && refused.contains("takes no calls of other programs"),
            "{refused}"
        );
    }

    #[tokio::test]
    async fn what_is_busy_or_shows_a_protected_view_is_refused_and_what_does_not_answer_is_not_known() {
        let mut receiver = excel(saved);
        let busy = outcome(&mut receiver, "list_sheets", json!({})).await;
        assert!(busy.starts_with("refused: ") && busy.contains("it is busy: a dialog may be open"), "{busy}");
        let view = outcome(&mut receiver, "save_as", json!({"path": "C:\\a.xlsx"})).await;
        assert!(view.starts_with("refused: ") && view.contains("a protected view"), "{view}");
        let hangs: Enter<Plain> = |_, _, _, request| {
            std::thread::sleep(request.deadline.saturating_duration_since(Instant::now()) * 2);
            Ok(None)
        };
        let late = outcome(&mut excel(hangs), "save", json!({})).await;
        assert!(late.starts_with("unverified: save was sent, and there is no answer"), "{late}");
    }
}
