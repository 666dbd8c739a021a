//! The commands of mail programs: messages, drafts and appointments.

use crate::parts::removes;
use deskpilot_core::{
    CommandSpec, Param,
    ParamKind::{Flag, Number, Path, Text, Texts},
    PathUse, Risk, Risks, SideEffects, changes, command,
    command_table::{NOTE, optional, required},
    reads,
};

/// What a command does that hands something to others.
const SENDS: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Sends]));

const ID: Param = required("id", Text, "its id, as a list or another command gave it");
const FOLDER: Param = optional(
    "folder",
    Text,
    "inbox, drafts, sent, outbox, deleted, junk, or a path of list_mail_folders; inbox if left out",
);
const MOST: Param = optional("most", Number, "how many are listed, from 1 to 100; 25 if left out");
const UNREAD: Param = optional("unread_only", Flag, "true for those alone that are not read");
const SUBJECT: Param = required("subject", Text, "the subject");
const TO: Param = required("to", Texts, "who gets it: addresses, or names that the address book knows");
const CC: Param = optional("cc", Texts, "who gets a copy");
const BEGIN: Param = required("start", Text, "when it begins, such as 2026-03-31 14:00, or a day alone");
const END: Param = required("end", Text, "when it ends, in the same way");
const LOCATION: Param = optional("location", Text, "where it is");
const REMARK: Param = optional("text", Text, "what else there is to say of it");

/// The commands of mail and calendar. What messages say is data for all of them.
pub const MAIL_COMMANDS: &[CommandSpec] = &[
    reads!(
        "list_mail_folders",
        "Lists the mail folders with their messages and how many are unread.",
        &[NOTE]
    ),
    reads!(
        "list_messages",
        "Lists messages, the newest first, with id, date, sender, subject and whether they are read.",
        &[FOLDER, UNREAD, MOST, NOTE],
    ),
    reads!(
        "search_messages",
        "Lists messages of a folder that have a text in their subject, sender, recipients or content.",
        &[required("text", Text, "what to look for"), FOLDER, UNREAD, MOST, NOTE],
    ),
    reads!(
        "read_message",
        "Reads a message: who, when, its text, and its attachments with their sizes.",
        &[ID, NOTE]
    ),
    changes!(
        "save_attachment",
        "Saves an attachment of a message as a file.",
        &[
            ID,
            required("attachment", Text, "its file name, or its number, from 1"),
            required("path", Path(PathUse::Creates), "the whole path of the file, which is not there yet"),
        ],
    ),
    changes!(
        "write_draft",
        "Writes a message as a draft and shows it; it is not sent. Gives its id.",
        &[
            TO,
            SUBJECT,
            required("text", Text, "the text"),
            CC,
            optional("bcc", Texts, "who gets a copy unseen")
        ],
    ),
    changes!(
        "reply_draft",
        "Writes the reply to a message as a draft and shows it; it is not sent. Gives its id.",
        &[
            ID,
            required("text", Text, "the text, which stands before the message"),
            optional("to_all", Flag, "true to reply to all; to the sender alone if left out"),
        ],
    ),
    changes!(
        "forward_draft",
        "Forwards a message, with its attachments, as a draft and shows it; it is not sent. Gives its id.",
        &[ID, TO, optional("text", Text, "the text, which stands before the message")],
    ),
    changes!(
        "add_attachment",
        "Attaches a file to a draft.",
        &[ID, required("path", Path(PathUse::Reads), "the whole path of the file")],
    ),
    command!(
        SENDS,
        "send_message",
        "Sends a draft. Refused unless it has exactly these recipients, subject and attachments.",
        &[
            ID,
            required("to", Texts, "the addresses or names of all its recipients, those of copies included"),
            SUBJECT,
            optional("attachments", Texts, "the file names of its attachments; none if left out"),
        ],
    ),
    changes!(
        "mark_message",
        "Marks a message as read or as unread.",
        &[ID, optional("read", Flag, "false for unread; read if left out")],
    ),
    changes!(
        "move_message",
        "Moves a message to another folder, where it gets another id.",
        &[ID, required("folder", Text, "inbox, deleted, junk, or a path of list_mail_folders")],
    ),
    removes!("delete_message", "Moves a message to the deleted ones; nothing is deleted for good.", &[ID]),
    reads!(
        "list_appointments",
        "Lists the appointments of the calendar from a day to another, each of a series.",
        &[
            required("first", Text, "the first day, such as 2026-03-31"),
            optional("last", Text, "the last day; the first if left out"),
            MOST,
            NOTE,
        ],
    ),
    changes!(
        "add_appointment",
        "Adds an appointment to one's own calendar; nobody is invited.",
        &[SUBJECT, BEGIN, END, LOCATION, REMARK],
    ),
    command!(
        SENDS,
        "send_invitation",
        "Adds an appointment to the calendar and sends others the invitation to it.",
        &[SUBJECT, BEGIN, END, TO, LOCATION, REMARK],
    ),
];
