//! The grammar of steps: one table, from which both the parser and the help are made.

use super::{
    courtesy::without_thanks,
    everyday, expression,
    form::{Form, FormScope},
    forms, names, plan_forms, quote, rewrite, save_forms,
    step::{RESULT, Step},
    unknown_verb, wait_forms,
};

/// All forms of steps.
pub(super) const FORMS: &[Form] = &[
    Form {
        verbs: &[
            "open",
            "launch",
            "start",
            "switch to",
            "go to",
            "use",
            "open up",
            "start up",
            "bring up",
            "show me",
            "give me",
            "i need",
        ],
        syntax: "open APPLICATION [with FILE], open FILE [in APPLICATION]",
        doc: "Goes to the application's window, and opens the application when it has none; later steps are for it.",
        example: "open the calculator",
        scope: FormScope::Request,
        parse: forms::open,
    },
    Form {
        verbs: &["click", "click on", "tap", "push"],
        syntax: "click NAME [button|link|tab|...]",
        doc: "Presses the control of this name.",
        example: "click \"OK\"",
        scope: FormScope::Request,
        parse: forms::click,
    },
    Form {
        verbs: &["double-click", "double-click on", "double click", "double click on"],
        syntax: "double-click NAME",
        doc: "Presses it twice.",
        example: "double-click \"notes.txt\"",
        scope: FormScope::Request,
        parse: forms::double_click,
    },
    Form {
        verbs: &["right-click", "right-click on", "right click", "right click on"],
        syntax: "right-click NAME",
        doc: "Presses it with the button for context menus.",
        example: "right-click the \"Documents\" item",
        scope: FormScope::Request,
        parse: forms::right_click,
    },
    Form {
        verbs: &["middle-click", "middle-click on", "middle click", "middle click on"],
        syntax: "middle-click NAME",
        doc: "Presses it with the wheel.",
        example: "middle-click \"Home\"",
        scope: FormScope::Request,
        parse: forms::middle_click,
    },
    Form {
        verbs: &["type", "type in", "write", "enter", "insert", "put", "write down", "note down", "jot down"],
        syntax: "type TEXT [into NAME]",
        doc: "Puts text after the text that is there, or where the keys pressed before it have put the caret: quoted text letter for letter, unquoted text that names a note as that note.",
        example: "type \"hello\" into the \"Search\" field",
        scope: FormScope::Request,
        parse: forms::type_text,
    },
    Form {
        verbs: &["add", "append"],
        syntax: "add TEXT [at the end]",
        doc: "Puts text after the text that is there, or adds two numbers in the calculator.",
        example: "add \"call Bob\" at the end",
        scope: FormScope::Request,
        parse: everyday::add,
    },
    Form {
        verbs: &["set", "change"],
        syntax: "set NAME to TEXT",
        doc: "Replaces the control's text, number or choice.",
        example: "set the \"Volume\" slider to 40",
        scope: FormScope::Request,
        parse: forms::set,
    },
    Form {
        verbs: &["fill", "fill in"],
        syntax: "fill NAME with TEXT",
        doc: "The same in other words.",
        example: "fill the \"City\" field with \"Graz\"",
        scope: FormScope::Request,
        parse: forms::fill,
    },
    Form {
        verbs: &["press", "hit"],
        syntax: "press KEYS",
        doc: "Presses keys such as Ctrl+S, Enter or F5; any other name is a button's.",
        example: "press Ctrl+A then Delete",
        scope: FormScope::Request,
        parse: forms::press,
    },
    Form {
        verbs: &["undo"],
        syntax: "undo [the last change]",
        doc: "Presses Ctrl+Z in the application.",
        example: "undo",
        scope: FormScope::Request,
        parse: forms::undo,
    },
    Form {
        verbs: &["copy"],
        syntax: "copy [it|all]",
        doc: "Copies what is selected, or everything, to the clipboard.",
        example: "copy all",
        scope: FormScope::Request,
        parse: everyday::copy,
    },
    Form {
        verbs: &["cut"],
        syntax: "cut [it|all]",
        doc: "Moves what is selected, or everything, to the clipboard.",
        example: "cut it",
        scope: FormScope::Request,
        parse: everyday::cut,
    },
    Form {
        verbs: &["paste"],
        syntax: "paste [it]",
        doc: "Puts what is in the clipboard where the caret is.",
        example: "paste it",
        scope: FormScope::Request,
        parse: everyday::paste,
    },
    Form {
        verbs: &["delete", "remove", "erase"],
        syntax: "delete [it|all|FILE]",
        doc: "Deletes what is selected, everything in a document, or a file that the file manager shows.",
        example: "delete \"junk.txt\"",
        scope: FormScope::Request,
        parse: everyday::delete,
    },
    Form {
        verbs: &[
            "make a folder",
            "make a new folder",
            "create a folder",
            "create a new folder",
            "make the folder",
            "create the folder",
        ],
        syntax: "make a folder [called] NAME",
        doc: "Makes a folder where the file manager is.",
        example: "make a folder called Photos",
        scope: FormScope::Request,
        parse: everyday::make_folder,
    },
    Form {
        verbs: &["rename"],
        syntax: "rename FILE to NAME",
        doc: "Renames a file or folder that the file manager shows.",
        example: "rename old.txt to new.txt",
        scope: FormScope::Request,
        parse: everyday::rename,
    },
    Form {
        verbs: &["go into", "open the folder", "go to the folder"],
        syntax: "go into FOLDER",
        doc: "Opens a folder that the file manager shows.",
        example: "go into the folder Documents",
        scope: FormScope::Request,
        parse: everyday::go_into,
    },
    Form {
        verbs: &["go to the end", "go to the bottom", "jump to the end"],
        syntax: "go to the end",
        doc: "Moves the caret behind the last character of the document.",
        example: "go to the end",
        scope: FormScope::Request,
        parse: everyday::go_to_end,
    },
    Form {
        verbs: &["go to the beginning", "go to the start", "go to the top", "jump to the beginning"],
        syntax: "go to the beginning",
        doc: "Moves the caret before the first character of the document.",
        example: "go to the beginning",
        scope: FormScope::Request,
        parse: everyday::go_to_start,
    },
    Form {
        verbs: &["run", "execute"],
        syntax: "run COMMAND [in the terminal]",
        doc: "Types the command into the open terminal and presses Enter.",
        example: "run \"ls -l\"",
        scope: FormScope::Request,
        parse: forms::run,
    },
    Form {
        verbs: &["choose", "pick"],
        syntax: "choose MENU > ITEM [> ITEM]",
        doc: "Opens one menu after the other.",
        example: "choose File > Save As...",
        scope: FormScope::Request,
        parse: forms::choose,
    },
    Form {
        verbs: &["select"],
        syntax: "select ITEM [from LIST]",
        doc: "Chooses an item of a list, a combo box or a set of tabs.",
        example: "select \"German\" from the \"Language\" list",
        scope: FormScope::Request,
        parse: forms::select,
    },
    Form {
        verbs: &["select the text", "select text", "highlight"],
        syntax: "select the text TEXT",
        doc: "Selects the first place where the text occurs.",
        example: "select the text \"first line\"",
        scope: FormScope::Request,
        parse: forms::select_text,
    },
    Form {
        verbs: &["check", "tick"],
        syntax: "check NAME",
        doc: "Checks it, if it is not checked.",
        example: "check \"Match case\"",
        scope: FormScope::Request,
        parse: forms::check,
    },
    Form {
        verbs: &["uncheck", "untick"],
        syntax: "uncheck NAME",
        doc: "Unchecks it, if it is checked.",
        example: "uncheck \"Match case\"",
        scope: FormScope::Request,
        parse: forms::uncheck,
    },
    Form {
        verbs: &["expand"],
        syntax: "expand NAME",
        doc: "Opens a section, a tree item or a combo box.",
        example: "expand \"Details\"",
        scope: FormScope::Request,
        parse: forms::expand,
    },
    Form {
        verbs: &["collapse"],
        syntax: "collapse NAME",
        doc: "Closes it.",
        example: "collapse \"Details\"",
        scope: FormScope::Request,
        parse: forms::collapse,
    },
    Form {
        verbs: &["scroll"],
        syntax: "scroll up|down [N] [in NAME]",
        doc: "Turns the wheel by N notches, 3 unless given.",
        example: "scroll down 5",
        scope: FormScope::Request,
        parse: forms::scroll,
    },
    Form {
        verbs: &["wait", "wait for", "wait until"],
        syntax: "wait for TEXT [at most N seconds], wait for the window \"TITLE\", wait N seconds",
        doc: "Waits until the text shows, for 30 seconds unless said otherwise, until a window or dialog of exactly this title is open, or lets the time pass.",
        example: "wait for \"Done\" at most 60 seconds",
        scope: FormScope::Request,
        parse: wait_forms::wait,
    },
    Form {
        verbs: &["read", "remember"],
        syntax: "read NAME [as NOTE]",
        doc: "Reads the control's text, or the display's, and notes it for later steps such as `type the result`.",
        example: "read the display as \"total\"",
        scope: FormScope::Request,
        parse: forms::read,
    },
    Form {
        verbs: &["compute", "calculate", "work out", "what is", "what's", "whats", "how much is"],
        syntax: "compute EXPRESSION [as NOTE]",
        doc: "Presses the keys of the open calculator and notes what its display says, as `result` unless named.",
        example: "compute 6 x 7",
        scope: FormScope::Request,
        parse: forms::compute,
    },
    Form {
        verbs: &["divide"],
        syntax: "divide NUMBER by NUMBER",
        doc: "Computes it in the calculator.",
        example: "divide 144 by 12",
        scope: FormScope::Request,
        parse: everyday::divide,
    },
    Form {
        verbs: &["multiply"],
        syntax: "multiply NUMBER by NUMBER",
        doc: "Computes it in the calculator.",
        example: "multiply 6 by 7",
        scope: FormScope::Request,
        parse: everyday::multiply,
    },
    Form {
        verbs: &["subtract"],
        syntax: "subtract NUMBER from NUMBER",
        doc: "Computes it in the calculator.",
        example: "subtract 3 from 10",
        scope: FormScope::Request,
        parse: everyday::subtract,
    },
    Form {
        verbs: &["save"],
        syntax: "save [it|NOTE] [as FILE [in FOLDER]]",
        doc: "Saves the document, under the name if one is given; a note is typed into it first.",
        example: "save it as answer.txt in /tmp",
        scope: FormScope::Request,
        parse: save_forms::save,
    },
    Form {
        verbs: &["overwrite", "replace"],
        syntax: "overwrite it",
        doc: "Allows `save` to replace a file that exists; the user is still asked.",
        example: "overwrite it if it exists",
        scope: FormScope::Request,
        parse: save_forms::overwrite,
    },
    Form {
        verbs: &["focus", "focus on"],
        syntax: "focus NAME",
        doc: "Gives a field the keyboard.",
        example: "focus the \"Address\" field",
        scope: FormScope::Request,
        parse: forms::focus,
    },
    Form {
        verbs: &["close"],
        syntax: "close the window|dialog|menu|APPLICATION",
        doc: "Closes it; the user is asked before a window is closed.",
        example: "close the window",
        scope: FormScope::Request,
        parse: forms::close,
    },
    Form {
        verbs: &["bring the window to the front"],
        syntax: "bring the window to the front",
        doc: "Goes on in the application that was opened.",
        example: "bring the window to the front",
        scope: FormScope::Plan,
        parse: |_| Ok(Step::Focus(None)),
    },
    Form {
        verbs: &["make sure that the text is empty"],
        syntax: "make sure that the text is empty",
        doc: "Looks whether the document has a text already, which a new file would have, too.",
        example: "make sure that the text is empty",
        scope: FormScope::Plan,
        parse: |_| Ok(Step::EmptyText),
    },
    Form {
        verbs: &["wait for the file dialog"],
        syntax: "wait for the file dialog",
        doc: "Waits until a dialog shows that asks for a file.",
        example: "wait for the file dialog",
        scope: FormScope::Plan,
        parse: |_| Ok(Step::AwaitFileDialog),
    },
    Form {
        verbs: &["name the file"],
        syntax: "name the file PATH",
        doc: "Writes the path into the file dialog.",
        example: "name the file \"~/answer.txt\"",
        scope: FormScope::Plan,
        parse: save_forms::name_file,
    },
    Form {
        verbs: &["accept the file"],
        syntax: "accept the file PATH",
        doc: "Presses the file dialog's own button.",
        example: "accept the file \"~/answer.txt\"",
        scope: FormScope::Plan,
        parse: save_forms::accept_file,
    },
    Form {
        verbs: &["make sure that it is saved"],
        syntax: "make sure that it is saved [as PATH]",
        doc: "Looks whether the file dialog is gone, and answers its question about a file that exists.",
        example: "make sure that it is saved as \"~/answer.txt\"",
        scope: FormScope::Plan,
        parse: save_forms::make_sure,
    },
    Form {
        verbs: &["make sure that it is gone:"],
        syntax: "make sure that it is gone: NAME",
        doc: "Looks whether the file manager no longer shows the file, and answers its question whether to delete it.",
        example: "make sure that it is gone: \"junk.txt\"",
        scope: FormScope::Plan,
        parse: everyday::make_sure_gone,
    },
    Form {
        verbs: &["show the page"],
        syntax: "show the page ADDRESS",
        doc: "Has the browser report whether the page that was opened came, where it can.",
        example: "show the page \"https://example.org/\"",
        scope: FormScope::Plan,
        parse: plan_forms::show_page,
    },
    Form {
        verbs: &["read the output of"],
        syntax: "read the output of COMMAND, try N",
        doc: "Reads the terminal until its prompt is there again, and notes it as `output`.",
        example: "read the output of \"ls\", try 1",
        scope: FormScope::Plan,
        parse: plan_forms::read_output,
    },
    Form {
        verbs: &["unless it was done,"],
        syntax: "unless it was done, STEP",
        doc: "Does a step that was interrupted, unless the user says that it was done.",
        example: "unless it was done, click \"Send\"",
        scope: FormScope::Plan,
        parse: unless_done,
    },
];

/// Parses one segment.
pub(super) fn parse_step(segment: &str) -> Result<Step, String> {
    let segment = segment.trim();
    let quoted = names::shorten(segment);
    let Some((form, rest)) = form_of(segment) else {
        if let Some(sum) = expression::written_alone(segment) {
            return Ok(Step::Compute(sum, RESULT.to_owned()));
        }
        let what = unknown_verb::error(segment, verbs(), is_step);
        return Err(format!("I do not understand the step \"{quoted}\": {what}"));
    };
    (form.parse)(rest).map_err(|what| {
        let how = match rewrite::instead(form.verbs[0], rest, is_step) {
            Some(instead) => format!("write `{instead}`"),
            None => format!("an example is `{}`", form.example),
        };
        format!("I do not understand the step \"{quoted}\": {what}; {how}")
    })
}

/// Whether the text is a step.
fn is_step(text: &str) -> bool {
    form_of(text).is_some_and(|(form, rest)| (form.parse)(rest).is_ok())
}

fn unless_done(rest: &str) -> Result<Step, String> {
    // Only one level is ever written.
    match parse_step(rest)? {
        Step::UnlessDone(_) => Err("say which step".into()),
        step => Ok(Step::UnlessDone(Box::new(step))),
    }
}

/// The longest form that the segment starts with, and the rest.
pub(super) fn form_of(segment: &str) -> Option<(&'static Form, &str)> {
    let fits = |words: &str| {
        let rest = names::strip_word(segment, words)?;
        let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
        (words.ends_with([',', ':']) || !rest.starts_with(goes_on)).then_some(rest)
    };
    FORMS
        .iter()
        .flat_map(|form| form.verbs.iter().map(move |words| (form, *words)))
        .filter_map(|(form, words)| Some((form, words.len(), fits(words)?)))
        .max_by_key(|(_, length, _)| *length)
        .map(|(form, _, rest)| (form, without_thanks(form.verbs[0], trim(after_colon(rest)))))
}

/// The object without the colon that some write behind a verb, as in `enter: hello`.
fn after_colon(rest: &str) -> &str {
    rest.strip_prefix(':').filter(|it| it.starts_with(' ')).unwrap_or(rest)
}

/// The text without surrounding whitespace and trailing punctuation.
fn trim(text: &str) -> &str {
    let text = text.trim();
    let kept = quote::mask(text).trim_end_matches([',', '!', '?']).len();
    let text = text[..kept].trim_end();
    // An ellipsis belongs to the name before it.
    if text.ends_with("..") { text } else { text.strip_suffix('.').unwrap_or(text).trim_end() }
}

/// The verbs of requests, each with an example.
fn verbs() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    let forms = FORMS.iter().filter(|form| form.scope == FormScope::Request);
    forms.flat_map(|form| form.verbs.iter().map(|verb| (*verb, form.example)))
}
