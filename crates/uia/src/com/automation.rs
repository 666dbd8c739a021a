//! A connection to UI Automation, on its thread: what was read, what is watched, and the calls.

use crate::com::actions::{act, pattern};
use crate::com::apartment::Apartment;
use crate::com::cache_requests::CacheRequests;
use crate::com::event_sink::EventSink;
use crate::com::known_elements::KnownElements;
use crate::com::results::{called, found};
use crate::com::texts;
use crate::com::variant::variant_of_id;
use crate::com::walk::{Walk, facts_of, identity_of};
use crate::com::watched_window::WatchedWindow;
use crate::events::event_queue::EventQueue;
use crate::nodes::element::Element;
use crate::nodes::facts::Facts;
use crate::protocol::error::CallError;
use crate::protocol::node::{NodeRef, WindowHandle};
use crate::protocol::pattern::Pattern;
use crate::protocol::pattern_action::PatternAction;
use crate::protocol::property::Property;
use crate::protocol::table_lines::TableLines;
use crate::reading::omissions::NODES_PER_CONTROL;
use crate::reading::tree::TreeSnapshot;
use deskpilot_core::Point;
use std::collections::HashSet;
use std::ptr::with_exposed_provenance_mut;
use std::sync::Arc;
use windows::Win32::Foundation::{HWND, POINT};
use windows::Win32::System::Variant::VARIANT;
use windows::Win32::UI::Accessibility::{
    IUIAutomation, IUIAutomationElement, IUIAutomationFocusChangedEventHandler, IUIAutomationGridPattern,
    IUIAutomationItemContainerPattern, IUIAutomationTablePattern, TreeScope_Subtree, UIA_PROPERTY_ID,
};
use windows_core::{BSTR, Result as ComResult};

/// The most ancestors of an element at a point that are asked for.
const MOST_ANCESTORS: usize = 32;
/// The most heads of a table that are read. Each is a call.
const MOST_HEADS: i32 = 100;

/// A connection to UI Automation. Its fields are dropped in this order: elements before UI Automation, the apartment last.
pub(crate) struct Automation {
    known: KnownElements,
    watched: Vec<WatchedWindow>,
    focus: Option<IUIAutomationFocusChangedEventHandler>,
    requests: CacheRequests,
    uia: IUIAutomation,
    events: Arc<EventQueue>,
    connection: u64,
    _apartment: Apartment,
}

impl Automation {
    /// Connects, on this thread.
    pub(crate) fn new(
        connect: impl Fn() -> ComResult<IUIAutomation>,
        events: Arc<EventQueue>,
        connection: u64,
    ) -> Result<Automation, CallError> {
        let apartment = Apartment::enter()?;
        let uia = called(connect())?;
        let requests = CacheRequests::new(&uia)?;
        events.follow(connection);
        Ok(Automation {
            known: KnownElements::default(),
            watched: Vec::new(),
            focus: None,
            requests,
            uia,
            events,
            connection,
            _apartment: apartment,
        })
    }

    /// Reads the controls of a window, in one call.
    pub(crate) fn read(&mut self, window: WindowHandle, limit: usize) -> Result<TreeSnapshot, CallError> {
        // SAFETY: a call of COM on the thread of the connection. A handle is a number; one of a closed window is an error.
        let root = called(unsafe { self.uia.ElementFromHandleBuildCache(hwnd(window), &self.requests.tree) });
        let walked = root.and_then(|root| Walk::over(root, limit.saturating_mul(NODES_PER_CONTROL)));
        let walk = match walked {
            Ok(walk) => walk,
            Err(error) => {
                self.known.forget_window(window);
                return Err(error);
            }
        };
        let ids: Vec<_> = walk.nodes.iter().map(|(_, facts)| facts.runtime_id.clone()).collect();
        let tree = TreeSnapshot::of(window, walk.nodes, walk.omissions, limit);
        let listed: HashSet<_> = tree.elements.iter().map(|it| &it.node.runtime_id).collect();
        // The first of several with one identity is the listed one.
        let known = ids.into_iter().zip(walk.elements).rev().filter(|(id, _)| listed.contains(id));
        self.known.replace(window, known.collect());
        Ok(tree)
    }

    /// Does one thing with an element.
    pub(crate) fn act(&mut self, node: &NodeRef, action: &PatternAction) -> Result<(), CallError> {
        let element = self.element(node)?;
        self.noted(node, act(&element, action))
    }

    /// What an element reports now.
    pub(crate) fn facts(&mut self, node: &NodeRef) -> Result<Facts, CallError> {
        Ok(self.updated(node)?.1)
    }

    /// The whole text of an element; see [`texts::whole_text`].
    pub(crate) fn whole_text(&mut self, node: &NodeRef) -> Result<Option<String>, CallError> {
        let (element, facts) = self.updated(node)?;
        texts::whole_text(&element, &facts)
    }

    /// The selected parts of its text.
    pub(crate) fn selected_text(&mut self, node: &NodeRef) -> Result<Vec<String>, CallError> {
        let (element, facts) = self.updated(node)?;
        texts::selected_text(&element, &facts)
    }

    /// How many characters of its text are before the caret.
    pub(crate) fn caret(&mut self, node: &NodeRef) -> Result<Option<usize>, CallError> {
        let (element, facts) = self.updated(node)?;
        self.noted(node, texts::caret(&element, &facts))
    }

    /// Selects the first place of a text in an element; returns whether it occurs.
    pub(crate) fn select_text(&mut self, node: &NodeRef, text: &str) -> Result<bool, CallError> {
        let element = self.element(node)?;
        self.noted(node, texts::select_text(&element, text))
    }

    /// The element with the keyboard focus; `None` where none has it.
    pub(crate) fn focused(&self) -> Result<Option<Facts>, CallError> {
        // SAFETY: a call of COM on the thread of the connection.
        let element = found(unsafe { self.uia.GetFocusedElementBuildCache(&self.requests.element) })?;
        element.as_ref().map(facts_of).transpose()
    }

    /// Whether an element, or a part of it, is what a click at this point reaches.
    pub(crate) fn is_at(&self, node: &NodeRef, point: Point) -> Result<bool, CallError> {
        let point = POINT { x: point.x, y: point.y };
        let identity = &self.requests.identity;
        // SAFETY: calls of COM on the thread of the connection.
        unsafe {
            let mut at = found(self.uia.ElementFromPointBuildCache(point, identity))?;
            let walker = called(self.uia.ControlViewWalker())?;
            for _ in 0..MOST_ANCESTORS {
                let Some(element) = at else { return Ok(false) };
                if identity_of(&element)? == node.runtime_id {
                    return Ok(true);
                }
                at = found(walker.GetParentElementBuildCache(&element, identity))?;
            }
        }
        Ok(false)
    }

    /// The cell of a table in this row and column; `None` where it has none.
    pub(crate) fn cell(
        &mut self,
        table: &NodeRef,
        row: i32,
        column: i32,
    ) -> Result<Option<Element>, CallError> {
        let grid: IUIAutomationGridPattern = pattern(&self.element(table)?, Pattern::Grid)?;
        // SAFETY: a call of COM on the thread of the connection.
        let cell = found(unsafe { grid.GetItem(row, column) });
        self.kept(table.window, cell)
    }

    /// The heads of the rows of a table, or of its columns.
    pub(crate) fn heads(&mut self, table: &NodeRef, of: TableLines) -> Result<Vec<Element>, CallError> {
        let pattern: IUIAutomationTablePattern = pattern(&self.element(table)?, Pattern::Table)?;
        // SAFETY: calls of COM on the thread of the connection.
        let heads = unsafe {
            match of {
                TableLines::Rows => found(pattern.GetCurrentRowHeaders())?,
                TableLines::Columns => found(pattern.GetCurrentColumnHeaders())?,
            }
        };
        let Some(heads) = heads else { return Ok(Vec::new()) };
        // SAFETY: as above.
        let count = called(unsafe { heads.Length() })?.min(MOST_HEADS);
        let mut kept = Vec::new();
        for index in 0..count {
            // SAFETY: as above.
            let head = found(unsafe { heads.GetElement(index) });
            kept.extend(self.kept(table.window, head)?);
        }
        Ok(kept)
    }

    /// The first item of this name of a list, also one that does not exist yet; `None` where it has none.
    pub(crate) fn find_item(&mut self, list: &NodeRef, name: &str) -> Result<Option<Element>, CallError> {
        let items: IUIAutomationItemContainerPattern = pattern(&self.element(list)?, Pattern::ItemContainer)?;
        let name = VARIANT::from(BSTR::from(name));
        let property = UIA_PROPERTY_ID(Property::Name.id());
        // SAFETY: a call of COM on the thread of the connection, with a value that lives until it returns.
        let item = found(unsafe { items.FindItemByProperty(None, property, &name) });
        self.kept(list.window, item)
    }

    /// Puts the events of a window, and those of the focus, into the queue. Where this is so already, nothing is called.
    pub(crate) fn watch(&mut self, window: WindowHandle) -> Result<(), CallError> {
        if self.watched.iter().any(|watched| watched.window == window) {
            return Ok(());
        }
        if self.focus.is_none() {
            let sink: IUIAutomationFocusChangedEventHandler = self.sink(None).into();
            // SAFETY: a call of COM on the thread of the connection; UI Automation counts its reference to the sink.
            called(unsafe { self.uia.AddFocusChangedEventHandler(&self.requests.identity, &sink) })?;
            self.focus = Some(sink);
        }
        // SAFETY: as above.
        let root = called(unsafe { self.uia.ElementFromHandle(hwnd(window)) })?;
        let sink = self.sink(Some(window));
        self.watched.push(WatchedWindow::begin(&self.uia, window, root, &self.requests.identity, sink)?);
        Ok(())
    }

    /// Receives the events of a window no longer.
    pub(crate) fn unwatch(&mut self, window: WindowHandle) {
        for watched in self.watched.extract_if(.., |watched| watched.window == window) {
            watched.end(&self.uia);
        }
        self.events.forget(window);
    }

    fn sink(&self, window: Option<WindowHandle>) -> EventSink {
        EventSink { window, connection: self.connection, queue: Arc::clone(&self.events) }
    }

    /// The element of a control: a known one, or a new search in its window.
    fn element(&mut self, node: &NodeRef) -> Result<IUIAutomationElement, CallError> {
        if let Some(known) = self.known.element(node) {
            return Ok(known);
        }
        let id = variant_of_id(&node.runtime_id).ok_or(CallError::Gone)?;
        let id_property = UIA_PROPERTY_ID(Property::RuntimeId.id());
        // SAFETY: calls of COM on the thread of the connection, with a value that lives until they return.
        let element = unsafe {
            let root = called(self.uia.ElementFromHandle(hwnd(node.window)))?;
            let is_it = called(self.uia.CreatePropertyCondition(id_property, &id))?;
            found(root.FindFirstBuildCache(TreeScope_Subtree, &is_it, &self.requests.element))?
        };
        let element = element.ok_or(CallError::Gone)?;
        self.known.add(node, element.clone());
        Ok(element)
    }

    /// The element of a control with what it reports now.
    fn updated(&mut self, node: &NodeRef) -> Result<(IUIAutomationElement, Facts), CallError> {
        let element = self.element(node)?;
        // SAFETY: a call of COM on the thread of the connection.
        let element = called(unsafe { element.BuildUpdatedCache(&self.requests.element) });
        let updated = element.and_then(|element| facts_of(&element).map(|facts| (element, facts)));
        self.noted(node, updated)
    }

    /// The element that a pattern returned, which is kept for actions on it.
    fn kept(
        &mut self,
        window: WindowHandle,
        returned: Result<Option<IUIAutomationElement>, CallError>,
    ) -> Result<Option<Element>, CallError> {
        let Some(element) = returned? else { return Ok(None) };
        // SAFETY: a call of COM on the thread of the connection.
        let element = called(unsafe { element.BuildUpdatedCache(&self.requests.element) })?;
        let facts = facts_of(&element)?;
        let rect = facts.rect;
        let kept = Element::new(window, facts, rect);
        self.known.add(&kept.node, element);
        Ok(Some(kept))
    }

    /// The result of a call on an element, which is forgotten where it is gone.
    fn noted<T>(&mut self, node: &NodeRef, result: Result<T, CallError>) -> Result<T, CallError> {
        if matches!(result, Err(CallError::Gone)) {
            self.known.forget(node);
        }
        result
    }
}

impl Drop for Automation {
    fn drop(&mut self) {
        // The focus is watched before any window: without it there is no handler.
        if self.focus.is_some() {
            // SAFETY: a call of COM on the thread of the connection.
            let _ = unsafe { self.uia.RemoveAllEventHandlers() };
        }
    }
}

fn hwnd(window: WindowHandle) -> HWND {
    HWND(with_exposed_provenance_mut(window.0))
}
