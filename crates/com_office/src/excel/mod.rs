//! The commands of spreadsheets, which Excel carries out.

mod cells;
mod charts;
mod columns;
mod copying;
mod errors;
mod filling;
mod layout;
mod looks;
mod order;
mod pivot;
mod reading;
mod saving;
mod sheets;
pub(crate) mod shown;
#[cfg(test)]
mod tests;
pub(crate) mod titles;
mod view;

use crate::commands::here::Command;

/// What follows every answer about a change: Excel forgets its steps when another program changes something.
pub(crate) const NO_STEP: &str = "; Excel keeps no step of Undo for it";

/// The commands of the table that Excel carries out. Its `undo` would take back what the user did before, and nothing of Deskpilot's.
pub(crate) const COMMANDS: &[(&str, Command)] = &[
    ("set_cells", filling::set_cells),
    ("get_range_values", reading::range_values),
    ("table2markdown", reading::table2markdown),
    ("set_cell_value", filling::set_cell_value),
    ("insert_excel_table", filling::insert_excel_table),
    ("select_table_range", reading::select_table_range),
    ("auto_fill", filling::auto_fill),
    ("copy_range", copying::copy_range),
    ("reorder_columns", columns::reorder_columns),
    ("sort_range", order::sort_range),
    ("filter_rows", order::filter_rows),
    ("freeze_panes", layout::freeze_panes),
    ("format_cells", looks::format_cells),
    ("highlight_cells", charts::highlight_cells),
    ("insert_chart", charts::insert_chart),
    ("name_range", sheets::name_range),
    ("check_formulas", errors::check_formulas),
    ("insert_rows", layout::insert_rows),
    ("remove_rows", layout::remove_rows),
    ("insert_columns", layout::insert_columns),
    ("remove_columns", layout::remove_columns),
    ("set_column_width", layout::set_column_width),
    ("merge_cells", layout::merge_cells),
    ("create_pivot_table", pivot::create_pivot_table),
    ("list_sheets", sheets::list_sheets),
    ("add_sheet", sheets::add_sheet),
    ("rename_sheet", sheets::rename_sheet),
    ("copy_sheet", sheets::copy_sheet),
    ("remove_sheet", sheets::remove_sheet),
    ("save", saving::save),
    ("save_as", saving::save_as),
    ("new_document", saving::new_document),
];
