//! Mirrors of the trees of applications, kept up to date by their events.

pub(crate) mod mirror;
pub(crate) mod mirrors_of_applications;
