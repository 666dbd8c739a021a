//! UI Automation for the rest of Deskpilot: every call has a deadline, and none can hang the caller.

use crate::com::automation::Automation;
use crate::events::event_queue::EventQueue;
use crate::nodes::element::Element;
use crate::nodes::facts::Facts;
use crate::protocol::error::CallError;
use crate::protocol::node::{NodeRef, WindowHandle};
use crate::protocol::pattern_action::PatternAction;
use crate::protocol::table_lines::TableLines;
use crate::reading::tree::TreeSnapshot;
use deskpilot_core::Point;
use deskpilot_desktop::{Apartment, CallThread, Unanswered};
use std::sync::Arc;
use tokio::time::Instant;
use windows::Win32::Foundation::E_NOTIMPL;
use windows::Win32::System::Com::{CLSCTX_INPROC_SERVER, CoCreateInstance};
use windows::Win32::UI::Accessibility::{CUIAutomation, CUIAutomation8, IUIAutomation, IUIAutomation2};
use windows_core::{Error as ComError, Interface, Result as ComResult};

/// How long UI Automation itself waits for an application, in milliseconds. Its default is 20 seconds, and an abandoned call
/// keeps its thread as long.
const TIMEOUT: u32 = 10_000;

/// UI Automation, on a thread of its own that begins with the first call.
pub struct Uia {
    calls: CallThread<Connections>,
    events: Arc<EventQueue>,
}

impl Uia {
    /// The UI Automation of this desktop.
    pub fn of_desktop() -> Uia {
        Uia::over(create)
    }

    /// The same on another desktop, which the thread that makes the calls enters first. Where it cannot, there is no UI Automation.
    pub fn of_desktop_after(enter: impl Fn() -> bool + Send + Sync + 'static) -> Uia {
        Uia::over(move || if enter() { create() } else { Err(ComError::from_hresult(E_NOTIMPL)) })
    }

    /// The UI Automation that this returns. It is called on the thread that uses the result, in the apartment of many threads,
    /// and again for the thread that replaces one whose call did not come back.
    pub fn over(connect: impl Fn() -> ComResult<IUIAutomation> + Send + Sync + 'static) -> Uia {
        let events = Arc::<EventQueue>::default();
        let connections = Connections { connect: Box::new(connect), events: Arc::clone(&events) };
        Uia { calls: CallThread::new(connections), events }
    }

    /// Calls that end at this deadline.
    pub fn until(&self, deadline: Instant) -> Caller<'_> {
        Caller { uia: self, deadline }
    }

    /// The events of the watched windows.
    pub fn events(&self) -> &EventQueue {
        &self.events
    }
}

/// Connects the threads of the calls to UI Automation.
struct Connections {
    connect: Box<dyn Fn() -> ComResult<IUIAutomation> + Send + Sync>,
    events: Arc<EventQueue>,
}

impl Apartment for Connections {
    type State = Automation;
    type Error = CallError;
    type Bell = ();
    const NAME: &'static str = "uia";
    const MOST_THREADS: usize = 8;

    fn bell(&self) -> Result<(), CallError> {
        Ok(())
    }

    fn enter(&self, (): &(), connection: u64) -> Result<Automation, CallError> {
        Automation::new(&self.connect, Arc::clone(&self.events), connection)
    }

    fn unanswered(why: Unanswered) -> CallError {
        CallError::unanswered(why)
    }

    fn ends_connection(error: &CallError) -> bool {
        error.ends_connection()
    }
}

/// Calls with a deadline. Each fails with [`CallError::Late`] where it does not come back by then; its thread is abandoned and
/// another one replaces it. An action that was late may still take effect.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    uia: &'a Uia,
    deadline: Instant,
}

impl Caller<'_> {
    /// The visible controls of a window, at most `limit` of them, in one call to its application.
    ///
    /// # Errors
    /// [`CallError::Gone`] where the window has closed, [`CallError::Unsupported`] where this UI Automation cannot read trees.
    pub async fn read(self, window: WindowHandle, limit: usize) -> Result<TreeSnapshot, CallError> {
        self.call(move |uia| uia.read(window, limit)).await
    }

    /// Does one thing with an element.
    pub async fn act(self, node: &NodeRef, action: PatternAction) -> Result<(), CallError> {
        let node = node.clone();
        self.call(move |uia| uia.act(&node, &action)).await
    }

    /// What an element reports now.
    pub async fn facts(self, node: &NodeRef) -> Result<Facts, CallError> {
        let node = node.clone();
        self.call(move |uia| uia.facts(&node)).await
    }

    /// The whole text of an element, or its number; `None` for passwords and where it has neither.
    pub async fn whole_text(self, node: &NodeRef) -> Result<Option<String>, CallError> {
        let node = node.clone();
        self.call(move |uia| uia.whole_text(&node)).await
    }

    /// The selected parts of its text, one after the other; none for passwords.
    pub async fn selected_text(self, node: &NodeRef) -> Result<Vec<String>, CallError> {
        let node = node.clone();
        self.call(move |uia| uia.selected_text(&node)).await
    }

    /// How many characters of its text are before the caret; `None` where it does not say, for passwords, and without the keyboard.
    pub async fn caret(self, node: &NodeRef) -> Result<Option<usize>, CallError> {
        let node = node.clone();
        self.call(move |uia| uia.caret(&node)).await
    }

    /// Selects the first place of a text in an element; returns whether it occurs.
    pub async fn select_text(self, node: &NodeRef, text: &str) -> Result<bool, CallError> {
        let (node, text) = (node.clone(), text.to_owned());
        self.call(move |uia| uia.select_text(&node, &text)).await
    }

    /// The element with the keyboard focus; `None` where none has it.
    pub async fn focused(self) -> Result<Option<Facts>, CallError> {
        self.call(|uia| uia.focused()).await
    }

    /// Whether an element, or a part of it, is what a click at this point reaches.
    pub async fn is_at(self, node: &NodeRef, point: Point) -> Result<bool, CallError> {
        let node = node.clone();
        self.call(move |uia| uia.is_at(&node, point)).await
    }

    /// The cell of a table in this row and column, which count from 0; `None` where it has none.
    pub async fn cell(self, table: &NodeRef, row: i32, column: i32) -> Result<Option<Element>, CallError> {
        let table = table.clone();
        self.call(move |uia| uia.cell(&table, row, column)).await
    }

    /// The heads of the rows of a table, or of its columns, at most 100 of them.
    ///
    /// # Errors
    /// [`CallError::Unsupported`] where its rows and columns have none.
    pub async fn heads(self, table: &NodeRef, of: TableLines) -> Result<Vec<Element>, CallError> {
        let table = table.clone();
        self.call(move |uia| uia.heads(&table, of)).await
    }

    /// The first item of this name of a list; `None` where it has none. The item may not exist yet:
    /// [`PatternAction::ScrollIntoView`] creates it.
    pub async fn find_item(self, list: &NodeRef, name: &str) -> Result<Option<Element>, CallError> {
        let (list, name) = (list.clone(), name.to_owned());
        self.call(move |uia| uia.find_item(&list, &name)).await
    }

    /// Puts the events of a window, and those of the focus, into the queue. Costs nothing where this is so already, and is to be
    /// repeated: a thread that replaces an abandoned one watches nothing.
    pub async fn watch(self, window: WindowHandle) -> Result<(), CallError> {
        self.call(move |uia| uia.watch(window)).await
    }

    /// Receives the events of a window no longer.
    pub async fn unwatch(self, window: WindowHandle) -> Result<(), CallError> {
        self.call(move |uia| {
            uia.unwatch(window);
            Ok(())
        })
        .await
    }

    async fn call<T: Send + 'static>(
        self,
        call: impl FnOnce(&mut Automation) -> Result<T, CallError> + Send + 'static,
    ) -> Result<T, CallError> {
        self.uia.calls.call(self.deadline, call).await
    }
}

/// The UI Automation of Windows 8 and later, or an older one.
fn create() -> ComResult<IUIAutomation> {
    // SAFETY: the thread is in an apartment, and the classes have this interface.
    let uia: IUIAutomation = unsafe {
        CoCreateInstance(&CUIAutomation8, None, CLSCTX_INPROC_SERVER)
            .or_else(|_| CoCreateInstance(&CUIAutomation, None, CLSCTX_INPROC_SERVER))?
    };
    if let Ok(uia) = uia.cast::<IUIAutomation2>() {
        // SAFETY: plain numbers. Where it keeps its own, an abandoned call keeps its thread longer.
        unsafe {
            let _ = uia.SetConnectionTimeout(TIMEOUT);
            let _ = uia.SetTransactionTimeout(TIMEOUT);
        }
    }
    Ok(uia)
}
