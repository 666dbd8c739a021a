//! The commands of presentations, which PowerPoint carries out.

mod charts;
mod decks;
mod listing;
mod looks;
mod masters;
mod objects;
mod saving;
mod slides;
mod tables;
#[cfg(test)]
mod tests;
mod texts;

use crate::commands::here::Command;

/// The commands of the table that PowerPoint carries out, or refuses: other programs cannot take its steps back.
pub(crate) const COMMANDS: &[(&str, Command)] = &[
    ("list_slides", listing::list_slides),
    ("add_slide", decks::add_slide),
    ("copy_slide", decks::copy_slide),
    ("remove_slide", decks::remove_slide),
    ("move_slide", decks::move_slide),
    ("show_slide", decks::show_slide),
    ("set_layout", decks::set_layout),
    ("set_placeholder_text", texts::set_placeholder_text),
    ("set_titles", texts::set_titles),
    ("set_notes", texts::set_notes),
    ("set_background_color", looks::set_background_color),
    ("set_transition", looks::set_transition),
    ("insert_picture", objects::insert_picture),
    ("insert_text_box", objects::insert_text_box),
    ("insert_table", tables::insert_table),
    ("insert_chart", charts::insert_chart),
    ("read_table", tables::read_table),
    ("set_table", tables::set_table),
    ("set_font", looks::set_font),
    ("replace_text", texts::replace_text),
    ("insert_hyperlink", objects::insert_hyperlink),
    ("set_master", masters::set_master),
    ("save", saving::save),
    ("save_as", saving::save_as),
    ("new_document", saving::new_document),
    ("undo", saving::undo),
];
