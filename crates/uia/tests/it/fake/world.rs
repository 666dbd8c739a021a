//! What a fake UI Automation knows: the controls of windows, who listens, and what is to go wrong.

use super::{Node, Value};
use deskpilot_uia::{Property, WindowHandle};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, ThreadId};
use windows::Win32::UI::Accessibility::{
    IUIAutomation, IUIAutomationEventHandler, IUIAutomationFocusChangedEventHandler,
    IUIAutomationPropertyChangedEventHandler, IUIAutomationStructureChangedEventHandler,
    UIA_E_ELEMENTNOTAVAILABLE,
};
use windows_core::{Error, HRESULT, Result as ComResult};

/// A handler that was added.
#[derive(Clone)]
pub(crate) struct Listener {
    /// The UI Automation that it was added to.
    pub(crate) owner: usize,
    /// The root of the window that it is for; `None` for all.
    pub(crate) root: Option<usize>,
    pub(crate) handler: EventListener,
}

/// A handler that a client has registered.
#[derive(Clone)]
pub(crate) enum EventListener {
    Event(i32, IUIAutomationEventHandler),
    Structure(IUIAutomationStructureChangedEventHandler),
    Property(Vec<i32>, IUIAutomationPropertyChangedEventHandler),
    Focus(IUIAutomationFocusChangedEventHandler),
}

// SAFETY: the handlers of Deskpilot are free-threaded objects, which `#[implement]` makes.
unsafe impl Send for Listener {}

/// Errors and nonsense, drawn by a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faults {
    pub(crate) seed: u64,
    /// How many calls in a thousand fail.
    pub(crate) per_mille: u64,
}

impl Faults {
    /// The numbers that calls fail with; zero is success with nothing.
    const CODES: &'static [u32] = &[
        0,
        0x8000_4001,
        0x8000_4005,
        0x8004_0200,
        0x8004_0201,
        0x8001_0001,
        0x8001_0108,
        0x8001_010e,
        0x8007_0005,
        0x8007_000e,
        0x8007_0057,
        0x8007_06ba,
        0x8013_1505,
        0x8013_1509,
    ];

    fn draw(&mut self) -> u64 {
        // Xorshift: small, and the same everywhere.
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed
    }

    fn strikes(&mut self) -> bool {
        self.draw() % 1000 < self.per_mille
    }
}

/// All that changes.
#[derive(Default)]
pub(crate) struct State {
    pub(crate) nodes: Vec<Node>,
    /// The root of each window.
    pub(crate) windows: HashMap<usize, usize>,
    pub(crate) listeners: Vec<Listener>,
    pub(crate) focus: Option<usize>,
    /// What was done to controls, in words.
    pub(crate) log: Vec<String>,
    /// How often the applications were asked something.
    pub(crate) round_trips: usize,
    /// The controls whose properties were read of what had been sent.
    pub(crate) read: Vec<(usize, i32)>,
    /// The controls that vanish after they were sent and before they are read.
    pub(crate) vanishing: HashSet<usize>,
    pub(crate) threads: HashSet<ThreadId>,
    /// How many UI Automations were made.
    pub(crate) connections: usize,
    /// The calls that fail, and with what.
    pub(crate) failing: HashMap<&'static str, u32>,
    pub(crate) faults: Option<Faults>,
    pub(crate) struck: usize,
    alive: usize,
    hanging: Option<&'static str>,
    resumes: usize,
}

/// A fake desktop.
#[derive(Default)]
pub(crate) struct World {
    state: Mutex<State>,
    changed: Condvar,
}

impl World {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// An UI Automation over it.
    pub(crate) fn automation(self: &Arc<World>) -> IUIAutomation {
        super::automation::automation(self)
    }

    /// A window with this control at its root.
    pub(crate) fn open(&self, window: WindowHandle, root: Node) -> usize {
        let index = self.insert(window, None, root);
        self.state().windows.insert(window.0, index);
        index
    }

    /// A control in another one.
    pub(crate) fn add(&self, parent: usize, node: Node) -> usize {
        let window = match &self.state().nodes[parent].properties[&Property::RuntimeId.id()] {
            Value::Integers(id) => WindowHandle(id[1] as usize),
            other => panic!("{other:?}"),
        };
        self.insert(window, Some(parent), node)
    }

    fn insert(&self, window: WindowHandle, parent: Option<usize>, mut node: Node) -> usize {
        let mut state = self.state();
        let index = state.nodes.len();
        let id = Value::Integers(vec![42, window.0 as i32, index as i32]);
        node.properties.entry(Property::RuntimeId.id()).or_insert(id);
        node.parent = parent;
        state.nodes.push(node);
        if let Some(parent) = parent {
            state.nodes[parent].children.push(index);
        }
        index
    }

    /// Ends a control, as an application does that no longer has it.
    pub(crate) fn end(&self, node: usize) {
        self.state().nodes[node].exists = false;
    }

    /// Makes every call of this name fail.
    pub(crate) fn fail(&self, call: &'static str, code: u32) {
        self.state().failing.insert(call, code);
    }

    /// Makes the next call of this name hang.
    pub(crate) fn hang(&self, call: &'static str) {
        self.state().hanging = Some(call);
    }

    /// Lets all calls that hang go on.
    pub(crate) fn resume(&self) {
        self.state().resumes += 1;
        self.changed.notify_all();
    }

    /// Waits until every object that Deskpilot was given is released.
    pub(crate) fn wait_until_released(&self) {
        let mut state = self.state();
        while state.alive > 0 {
            state = self.changed.wait(state).unwrap();
        }
    }

    /// How many objects Deskpilot holds.
    pub(crate) fn held(&self) -> usize {
        self.state().alive
    }

    /// How many handlers were added, and how often the applications were asked something.
    pub(crate) fn watching(&self) -> (usize, usize) {
        let state = self.state();
        (state.listeners.len(), state.round_trips)
    }

    /// A call to an application.
    pub(crate) fn call(&self, name: &'static str, node: Option<usize>) -> ComResult<()> {
        let mut state = self.state();
        state.round_trips += 1;
        if state.hanging == Some(name) {
            state.hanging = None;
            let resumes = state.resumes;
            while state.resumes == resumes {
                state = self.changed.wait(state).unwrap();
            }
        }
        drop(state);
        self.local(name)?;
        let exists = node.is_none_or(|node| self.state().nodes[node].exists);
        if exists { Ok(()) } else { Err(error(UIA_E_ELEMENTNOTAVAILABLE)) }
    }

    /// A call that is answered in this process.
    pub(crate) fn local(&self, name: &'static str) -> ComResult<()> {
        let mut state = self.state();
        state.threads.insert(thread::current().id());
        if let Some(code) = state.failing.get(name) {
            return Err(error(*code));
        }
        if state.faults.as_mut().is_some_and(Faults::strikes) {
            state.struck += 1;
            let draw = state.faults.as_mut().map_or(0, Faults::draw) as usize;
            return Err(error(Faults::CODES[draw % Faults::CODES.len()]));
        }
        Ok(())
    }

    /// The value, or nonsense instead of it.
    pub(crate) fn distorted(&self, value: Option<Value>) -> Option<Value> {
        let mut state = self.state();
        if !state.faults.as_mut().is_some_and(Faults::strikes) {
            return value;
        }
        state.struck += 1;
        state.faults.as_mut().map(|faults| Value::nonsense(faults.draw()))
    }

    pub(crate) fn log(&self, node: usize, what: &str) {
        let mut state = self.state();
        let line = format!("{}: {what}", state.nodes[node].text(Property::Name));
        state.log.push(line);
    }

    pub(crate) fn set(&self, node: usize, property: Property, value: Value) {
        self.state().nodes[node].properties.insert(property.id(), value);
    }

    pub(crate) fn text(&self, node: usize, property: Property) -> String {
        self.state().nodes[node].text(property)
    }

    /// The controls below one that a walk finds, and itself, in tree order.
    pub(crate) fn subtree(&self, root: usize) -> Vec<usize> {
        let state = self.state();
        let (mut found, mut waiting) = (Vec::new(), vec![root]);
        while let Some(index) = waiting.pop() {
            let node = &state.nodes[index];
            if node.exists && node.is_in_tree {
                found.push(index);
                waiting.extend(node.children.iter().rev());
            }
        }
        found
    }
}

/// One object that Deskpilot holds.
pub(crate) struct Held(Arc<World>);

impl Held {
    pub(crate) fn new(world: &Arc<World>) -> Held {
        world.state().alive += 1;
        Held(Arc::clone(world))
    }

    pub(crate) fn world(&self) -> &Arc<World> {
        &self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.state().alive -= 1;
        self.0.changed.notify_all();
    }
}

/// The error of this number.
pub(crate) fn error(code: u32) -> Error {
    Error::from_hresult(HRESULT(code.cast_signed()))
}

/// What a call returns that succeeds and finds nothing.
pub(crate) fn nothing<T>() -> ComResult<T> {
    Err(Error::empty())
}
