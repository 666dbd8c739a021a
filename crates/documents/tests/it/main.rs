//! Reads the help that this machine has, as it is installed.

mod installed_help;
mod manual;
mod pdf;
