//! What the tests share: a window with controls, a client over it, and a last look at what is left.

use crate::fake::{Node, Value, World};
use deskpilot_uia::{Caller, Pattern, Property, TreeSnapshot, Uia, WindowHandle};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

pub(crate) const BUTTON: i32 = 50000;
pub(crate) const EDIT: i32 = 50004;
pub(crate) const ITEM: i32 = 50007;
pub(crate) const LIST: i32 = 50008;
pub(crate) const DOCUMENT: i32 = 50030;
pub(crate) const WINDOW: i32 = 50032;

/// The number of the window.
pub(crate) const HANDLE: WindowHandle = WindowHandle(0x1_04be);

/// A fake desktop with one window, and Deskpilot's view of it.
pub(crate) struct Scene {
    pub(crate) world: Arc<World>,
    pub(crate) uia: Uia,
    /// The window's root.
    pub(crate) root: usize,
}

impl Scene {
    pub(crate) fn new() -> Scene {
        let world = Arc::<World>::default();
        let everything = Value::Numbers(vec![0.0, 0.0, 4000.0, 4000.0]);
        let root =
            world.open(HANDLE, Node::new(WINDOW, "main").with(Property::BoundingRectangle, everything));
        let uia = over(&world);
        Scene { world, uia, root }
    }

    /// A control in the window.
    pub(crate) fn add(&self, node: Node) -> usize {
        self.world.add(self.root, node)
    }

    /// So many buttons in the window.
    pub(crate) fn add_buttons(&self, count: usize) {
        for number in 0..count {
            self.add(Node::new(BUTTON, &format!("button {number}")).offering(Pattern::Invoke));
        }
    }

    /// Calls that have time enough.
    pub(crate) fn calls(&self) -> Caller<'_> {
        self.uia.until(far())
    }

    /// The controls of the window.
    pub(crate) async fn read(&self) -> TreeSnapshot {
        self.calls().read(HANDLE, 10_000).await.unwrap()
    }

    /// Ends Deskpilot's view, and waits until it has released everything.
    pub(crate) fn end(self) {
        drop(self.uia);
        self.world.wait_until_released();
        assert_eq!(self.world.watching().0, 0, "handlers that nobody removed");
    }
}

/// A view of this fake desktop.
pub(crate) fn over(world: &Arc<World>) -> Uia {
    let world = Arc::clone(world);
    Uia::over(move || Ok(world.automation()))
}

pub(crate) fn far() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

pub(crate) fn soon() -> Instant {
    Instant::now() + Duration::from_millis(100)
}

/// The names of the listed controls.
pub(crate) fn names(tree: &TreeSnapshot) -> Vec<&str> {
    tree.elements.iter().map(|it| it.facts.name.as_str()).collect()
}
