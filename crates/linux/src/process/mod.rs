//! Programs that are started, watched and ended; knows nothing of desktops.

mod bond;
mod nursery;
mod output;
mod recipe;
mod running;
pub(crate) mod strays;
mod ward;

pub(crate) use bond::Bond;
pub(crate) use nursery::Nursery;
pub use output::Output;
pub use recipe::Part;
pub(crate) use recipe::Recipe;
pub use running::Running;
