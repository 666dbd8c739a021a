//! Starts, watches and ends programs; independent of desktops.

mod on_parent_exit;
mod output;
mod reaper;
mod running;
mod spawn_spec;
mod spawner;
pub(crate) mod strays;

pub(crate) use on_parent_exit::OnParentExit;
pub use output::Output;
pub use running::Running;
pub use spawn_spec::Part;
pub(crate) use spawn_spec::SpawnSpec;
pub(crate) use spawner::ProcessSpawner;
