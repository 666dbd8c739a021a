//! The commands: names, parameters, what they do to the files that they name.

use deskpilot_core::{
    CommandSpec, Param, ParamKind,
    PathUse::{self, Creates, Deletes, Reads, Writes},
    changes,
    command_table::{NOTE, optional, required},
    reads,
};

const fn path(name: &'static str, doc: &'static str, is: PathUse) -> Param {
    required(name, ParamKind::Path(is), doc)
}

const PATTERN: &str = "only names like this one; * stands for any letters, and case does not matter";
const FROM: Param = optional("from", ParamKind::Number, "the first line, from 1; the beginning by default");
const MOST: Param = optional("most", ParamKind::Number, "the most lines; as many as fit by default");

/// Every command.
pub const COMMANDS: &[CommandSpec] = &[
    reads!(
        "list_folder",
        "Lists a folder: kind, size, time and name of each entry. The first 400 names in order; it says how many there are.",
        &[path("path", "the folder", Reads), optional("pattern", ParamKind::Text, PATTERN), NOTE],
    ),
    reads!(
        "file_info",
        "Tells the kind, size, time and permissions of a file or a folder.",
        &[path("path", "the file or folder", Reads), NOTE],
    ),
    reads!(
        "read_file",
        "Reads the text of a file or of several. At most 16 KiB of one and 64 KiB of all; it says where to read on, and an encoding \
         other than UTF-8. Of other data it gives kind and size.",
        &[
            optional("path", ParamKind::Path(Reads), "the file, unless paths is given"),
            FROM,
            MOST,
            NOTE,
            optional("paths", ParamKind::Paths(Reads), "several files, each from its beginning"),
        ],
    ),
    reads!(
        "read_document",
        "Reads a document as it is on the disk: text, cells with their names, slides. At most 16 KiB at once; it says where to read \
         on, and whether an application has it open. Reads OpenDocument, Word, Excel, PowerPoint, PDF, HTML, Markdown and manual pages.",
        &[path("path", "the document", Reads), FROM, MOST, NOTE],
    ),
    reads!(
        "search_files",
        "Searches a folder and all below it for names or for a text. Gives 200 places at most, with the lines in which the text \
         stands. Leaves out links, files of more than 8 MiB, and places of keys and settings.",
        &[
            path("folder", "where to search", Reads),
            optional("name_pattern", ParamKind::Text, PATTERN),
            optional("text", ParamKind::Text, "what the file must hold, in this case"),
            NOTE,
        ],
    ),
    changes!(
        "create_file",
        "Makes a text file that does not exist yet.",
        &[path("path", "the new file", Creates), required("text", ParamKind::Text, "all of its text")],
    ),
    changes!(
        "write_file",
        "Writes a text file, replacing one of this name. It keeps the permissions of the one that it replaces.",
        &[path("path", "the file", Writes), required("text", ParamKind::Text, "all of its text")],
    ),
    changes!(
        "append_file",
        "Writes a text at the end of a file that exists.",
        &[
            path("path", "the file", Writes),
            required("text", ParamKind::Text, "what to add, with its line breaks"),
        ],
    ),
    changes!(
        "copy_file",
        "Copies a file, or a folder with all that is in it. Replaces nothing.",
        &[path("from", "what to copy", Reads), path("to", "the whole path of the copy", Creates)],
    ),
    changes!(
        "move_file",
        "Moves or renames a file or a folder. Replaces nothing.",
        &[path("from", "what to move", Deletes), path("to", "its whole path afterwards", Creates)],
    ),
    changes!("make_folder", "Makes a folder in one that exists.", &[path("path", "the new folder", Creates)],),
    changes!(
        "remove_file",
        "Puts a file or a folder into the user's bin, from which restore_file brings it back.",
        &[path("path", "what to remove", Deletes)],
    ),
    changes!(
        "restore_file",
        "Brings back from the bin what was removed last from this place. Replaces nothing.",
        &[path("path", "where it was", Creates)],
    ),
    changes!(
        "make_archive",
        "Packs a file or a folder into a new archive, .zip or .tar.gz. Leaves out links, and places of keys and settings.",
        &[path("path", "what to pack", Reads), path("archive", "the new archive", Creates)],
    ),
    changes!(
        "open_archive",
        "Unpacks an archive, .zip or .tar.gz, into a new folder. Refuses one with links, with names that lead out of the folder, \
         with more than 50,000 entries or 2 GiB, or with more than 200 times its own size.",
        &[path("archive", "the archive", Reads), path("folder", "the new folder", Creates)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_own_name_and_a_short_first_sentence() {
        for (at, spec) in COMMANDS.iter().enumerate() {
            assert_eq!(spec.definition_error(), None);
            assert!(COMMANDS[..at].iter().all(|it| it.name != spec.name), "{}", spec.name);
            assert!(!spec.short_description().ends_with('…'), "{}", spec.short_description());
        }
    }
}
