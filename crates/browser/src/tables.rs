//! The commands of web pages.

use deskpilot_core::{
    CommandSpec, Param,
    ParamKind::{self, Element, Fields, Flag, Number, Path, Text, Url},
    PathUse, Risk, Risks,
    SideEffects::{self, Changes, Reads},
    command,
    command_table::{NOTE, one_of, optional, required},
};
use std::borrow::Cow::Borrowed;

/// What the answer to a dialog of a page does, only the page knows.
const ANSWERS: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Unknown]));
const CLOSES: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Closes]));
const LOGS_IN: SideEffects = SideEffects::Risks(Risks::of(&[Risk::LogsIn]));
const SENDS: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Sends]));
/// A script can do all that a person can do on the page, and read all that it holds.
const RUNS: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Runs, Risk::Reveals, Risk::Unknown]));

const ELEMENT: Param = optional("element", Text, "the element, such as e12 from find_elements");
const ROLE: Param =
    optional("role", Text, "its role, such as button, link or textbox, if element is left out");
const NAME: Param = optional(
    "name",
    Text,
    "its name as the page shows it, or a part that no other has, if element is left out",
);
const PRESSED: Param = optional(
    "name",
    Element,
    "its name as the page shows it, or a part that no other has, if element is left out",
);
const LEADS_TO: Param = optional("url", Url, "leave it out: where it leads is added");
/// What `name` is elsewhere: here that is a name on the page.
const KEPT_AS: Param = optional("note", ParamKind::Note, "the note on the blackboard that keeps it");
const LOAD: ParamKind = one_of(&[Borrowed("load"), Borrowed("element"), Borrowed("text")]);
const ANSWER: ParamKind = one_of(&[Borrowed("accept"), Borrowed("dismiss")]);

/// The commands of a page in a browser.
pub const BROWSER: &[CommandSpec] = &[
    command!(
        Changes,
        "open_page",
        "Opens a web page and waits until it can be used.",
        &[
            required("url", Url, "the whole address, http or https"),
            optional("new_tab", Flag, "true for a new tab in front; the tab in front if left out"),
        ],
    ),
    command!(Changes, "go_back", "Goes back to the page before in this tab.", &[]),
    command!(Changes, "go_forward", "Goes forward again in this tab.", &[]),
    command!(Changes, "reload", "Loads the page again. What was typed on it may be lost.", &[]),
    command!(Reads, "list_tabs", "Lists the tabs of this window with their titles and addresses.", &[NOTE]),
    command!(
        Changes,
        "switch_tab",
        "Brings a tab of this window to the front.",
        &[required("tab", Text, "the tab, such as t2 from list_tabs, or a part of its title or address")],
    ),
    command!(
        CLOSES,
        "close_tab",
        "Closes a tab of this window. Its page may ask first; the last tab stays.",
        &[optional("tab", Text, "the tab, such as t2 from list_tabs; the one in front if left out")],
    ),
    command!(
        Reads,
        "find_elements",
        "Lists elements of the page and its frames, also those out of view: name for commands, role, name, value and place in pixels. Without \
         arguments it lists what can be pressed or filled.",
        &[
            optional(
                "role",
                Text,
                "only this role, such as link, button, textbox, combobox, checkbox or heading"
            ),
            optional("name", Text, "only elements with this in their name"),
            optional("text", Text, "only elements with this in their text, name or value, of any role"),
            optional("most", Number, "how many are listed, from 1 to 500; 60 if left out"),
            KEPT_AS,
        ],
    ),
    command!(
        SideEffects::Presses,
        "click_element",
        "Clicks an element that find_elements named, or the one of a role and a name, and reports what changed; url stays null. \
         Scrolls to it first, and refuses if something covers it.",
        &[ELEMENT, ROLE, PRESSED, LEADS_TO],
    ),
    command!(
        Changes,
        "fill_form",
        "Fills many fields in one call, each by a row of its label and its value, and reads each back. Values are texts, numbers, \
         dates, choices of lists, checkboxes and radio buttons. Where a field suggests choices, it chooses the one that equals the \
         text, or lists them. Does not send the form.",
        &[required(
            "fields",
            Fields,
            "rows of label and value: the label, name or element of a field, then its text, number, choice, date such as \
             2026-02-24, or true or false; more values for a list with several choices",
        )],
    ),
    command!(
        Changes,
        "select_option",
        "Chooses an entry of a list, which is named by its element or its label.",
        &[
            required("field", Text, "the label of the list, or its element such as e12"),
            required("option", Element, "the entry as the page shows it, or a part that no other has"),
        ],
    ),
    command!(
        LOGS_IN,
        "fill_password",
        "Fills a password field. Its text is never given back.",
        &[required("text", Text, "the password"), ELEMENT, ROLE, NAME],
    ),
    command!(
        SENDS,
        "upload_file",
        "Puts a file into a field for files; many pages send it at once.",
        &[required("path", Path(PathUse::Reads), "the whole path of the file"), ELEMENT, NAME],
    ),
    command!(
        Changes,
        "download",
        "Downloads a file, from an address or from where a link leads, and waits until it is complete. The page stays.",
        &[
            required(
                "file",
                Path(PathUse::Creates),
                "the whole path of the new file, in a folder that exists"
            ),
            optional("url", Url, "the address of the file; the link's if left out"),
            ELEMENT,
            ROLE,
            NAME,
        ],
    ),
    command!(
        Reads,
        "page_markdown",
        "Reads what the page and its frames show as Markdown, with their fields and values.",
        &[
            optional("from", Number, "the first character, from 0; 0 if left out"),
            optional("most", Number, "how many characters, from 100 to 20000; 8000 if left out"),
            NOTE,
        ],
    ),
    command!(
        Reads,
        "links",
        "Lists the links of the page with their addresses.",
        &[
            optional("filter", Text, "only links with this in their text or address"),
            optional("most", Number, "how many are listed, from 1 to 500; 100 if left out"),
            NOTE,
        ],
    ),
    command!(
        Reads,
        "read_list",
        "Reads a list or a page that shows more when it is scrolled, from its beginning as far as the limits allow, and tells how \
         many rows there are so far and whether its end was reached.",
        &[
            optional(
                "element",
                Text,
                "the list, or an element in it, such as e12 from find_elements; what scrolls in view if left out"
            ),
            optional("from", Number, "the first row, from 0; 0 if left out"),
            optional("most", Number, "how many rows are given back, from 1 to 500; 200 if left out"),
            optional("seconds", Number, "how long at most, from 1 to 50; 20 if left out"),
            NOTE,
        ],
    ),
    command!(
        Reads,
        "wait_for",
        "Waits until the page is complete, or shows an element or a text.",
        &[
            required("what", LOAD, "load for the page, element for one with a name, text for a text"),
            optional("value", Text, "the name of an element that can be pressed or filled, or the text"),
            optional("seconds", Number, "how long at most, from 1 to 50; 10 if left out"),
        ],
    ),
    command!(
        Changes,
        "element_screenshot",
        "Writes a picture of an element into a PNG file.",
        &[
            required(
                "path",
                Path(PathUse::Creates),
                "the whole path of the new file, in a folder that exists"
            ),
            ELEMENT,
            ROLE,
            NAME,
        ],
    ),
    command!(
        RUNS,
        "run_script",
        "Runs JavaScript in the page and gives its result back. Prefer the other commands.",
        &[required("expression", Text, "an expression; a promise is awaited"), NOTE],
    ),
    command!(
        ANSWERS,
        "answer_dialog",
        "Answers the open dialog of the page: alert, confirm, prompt, the question whether to leave the page, or a host that asks for a \
         name and a password.",
        &[
            required("answer", ANSWER, "accept for OK or to leave, dismiss for Cancel or to stay"),
            optional(
                "text",
                Text,
                "the text for a dialog that asks for one; to log in the host that asks, whose fields the window then shows"
            ),
        ],
    ),
];

/// The commands that need no browser.
pub const WEB: &[CommandSpec] = &[command!(
    Reads,
    "web_crawler",
    "Fetches a public web page without a browser, so without logins, and gives it back as Markdown.",
    &[
        required("url", Url, "the whole address, http or https"),
        optional("ignore_link", Flag, "true to leave out the addresses of links; false if left out"),
        optional("most", Number, "how many characters, from 100 to 20000; 8000 if left out"),
        optional("from", Number, "the first character, from 0; 0 if left out"),
        NOTE,
    ],
)];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value};

    #[test]
    fn pages_that_are_read_one_after_the_other_can_each_become_a_note() {
        let args: Map<String, Value> = [("name".to_owned(), Value::from("prices"))].into_iter().collect();
        for (name, note) in
            [("page_markdown", Some("prices")), ("links", Some("prices")), ("find_elements", None)]
        {
            let spec = BROWSER.iter().find(|it| it.name == name).unwrap();
            assert_eq!(spec.note_name(&args), note, "{name}");
        }
    }
}
