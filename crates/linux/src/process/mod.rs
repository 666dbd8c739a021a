//! Starts, watches and ends programs; independent of desktops.

mod on_parent_exit;
mod output;
mod process_handle;
mod processor_time;
mod reaper;
mod spawn_spec;
mod spawner;
pub(crate) mod stray_processes;

pub(crate) use on_parent_exit::OnParentExit;
pub use output::Output;
pub use process_handle::ProcessHandle;
pub(crate) use processor_time::{processor_time, waiting_time};
pub(crate) use reaper::Ending;
pub use spawn_spec::ProcessRole;
pub(crate) use spawn_spec::SpawnSpec;
pub(crate) use spawner::ProcessSpawner;
