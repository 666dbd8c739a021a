//! The commands of text documents, which Word carries out.

mod document;
mod headers;
mod looks;
mod objects;
mod pages;
mod places;
mod reading;
mod saving;
mod selection;
mod tables;
#[cfg(test)]
mod tests;
mod writing;

use crate::commands::here::Command;

/// The commands of the table that Word carries out.
pub(crate) const COMMANDS: &[(&str, Command)] = &[
    ("get_text", reading::document_text),
    ("insert_text", writing::insert_text),
    ("set_paragraph_text", writing::set_paragraph_text),
    ("remove_paragraphs", writing::remove_paragraphs),
    ("insert_page_break", writing::insert_page_break),
    ("replace_text", writing::replace_text),
    ("insert_table", tables::insert_table),
    ("insert_range_table", tables::insert_range_table),
    ("read_table", tables::read_table),
    ("set_table", tables::set_table),
    ("select_text", selection::select_text),
    ("select_paragraph", selection::select_paragraph),
    ("select_table", selection::select_table),
    ("set_font", looks::set_font),
    ("set_paragraph_format", looks::set_paragraph_format),
    ("set_style", looks::set_style),
    ("insert_picture", objects::insert_picture),
    ("add_comment", objects::add_comment),
    ("insert_hyperlink", objects::insert_hyperlink),
    ("set_page", pages::set_page),
    ("insert_contents", pages::insert_contents),
    ("text_to_table", tables::text_to_table),
    ("set_header_footer", headers::set_header_footer),
    ("track_changes", pages::track_changes),
    ("save", saving::save),
    ("save_as", saving::save_as),
    ("new_document", saving::new_document),
    ("undo", saving::undo),
];
