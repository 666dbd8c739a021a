//! The subjects of checks, and the keys that each takes.

/// One kind of check.
#[derive(Debug)]
pub struct CheckSubject {
    /// The key that names the subject.
    pub key: &'static str,
    /// The meaning of its value.
    pub names: &'static str,
    /// The keys that it can be combined with, and their meanings. Of those that state a condition, exactly one
    /// is allowed.
    pub beside: &'static [(&'static str, &'static str)],
}

/// Every kind of check. A window alone comes last: it also goes with a control.
pub const SUBJECTS: &[CheckSubject] = &[
    CheckSubject {
        key: "file",
        names: "a file, by its path from the task's home",
        beside: &[
            ("equals", "its whole text; a line break at the end is forgiven"),
            ("contains", "a text that is somewhere in it"),
            ("lines", "the list of its lines"),
            ("absent", "true: it is not there"),
        ],
    },
    CheckSubject {
        key: "document",
        names: "an .odt, .ods, .odp, .fodt, .fods, .fodp, .docx, .xlsx or .pptx document, by its path from the task's home",
        beside: &[
            ("text_contains", "a text that is somewhere in it; blanks and line breaks count as one blank"),
            ("text_absent", "a text that is nowhere in it"),
            (
                "bold",
                "a text that is somewhere in it, all of it bold (.odt, .odp, .fodt, .fodp, .docx, .pptx)",
            ),
            ("property", "with equals: title, subject, author, keywords or comments"),
            ("cell", "with equals: a cell such as B2 or Sheet1.B2, and its value as shown or as a number"),
            ("equals", "the value of the property or the cell"),
            (
                "part",
                "with contains: a part of its package such as content.xml or xl/charts/chart1.xml, for what no other check says",
            ),
            ("contains", "a text that is somewhere in the XML of the part, as it is written there"),
        ],
    },
    CheckSubject {
        key: "control",
        names: "a control, by its role and name, such as CheckBox \"Dark\", or by its name alone",
        beside: &[
            ("window", "its window, by its application or a part of its title; needed"),
            ("value", "its value, or the same number"),
            ("contains", "a text that is somewhere in its value"),
            ("state", "a state it is in, such as checked or not checked"),
            ("absent", "true: it is not there"),
        ],
    },
    CheckSubject {
        key: "process",
        names: "a program that runs on the task's desktop, by its name",
        beside: &[("running", "false: it does not run; true unless given")],
    },
    CheckSubject {
        key: "window",
        names: "a window, by its application or a part of its title",
        beside: &[("absent", "true: it is not there")],
    },
];

impl CheckSubject {
    /// The keys that it can be combined with, joined for a message.
    pub(super) fn keys(&self) -> String {
        self.beside.iter().map(|(key, _)| *key).collect::<Vec<_>>().join(", ")
    }
}
