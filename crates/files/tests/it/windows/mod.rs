//! What is so on Windows alone: names that mean other files, case, marks, files that others keep open, links, the bin.

mod archives;
mod bin;
mod links;
mod names;
mod sharing;
mod writes;
