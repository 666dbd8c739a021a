//! Reads tables and lists with very many cells by what is on the screen.

pub(crate) mod cell_states;
pub(crate) mod cells;
pub(crate) mod known_sheet;
pub(crate) mod sheet_names;
