//! Pages and the sections of them.

use super::*;

/// The sections of a page as mandoc has them; `None` on a machine on which it does not run.
fn by_mandoc(source: &str) -> Option<Vec<String>> {
    match document(source, "tool", mandoc::sections) {
        Err(DocumentError::Program(_)) => None,
        read => Some(shown(read.unwrap())),
    }
}

/// The sections of a page as plain text.
fn as_plain_text(source: &str) -> Vec<String> {
    shown(read_as_plain_text(source, "tool").unwrap())
}

fn shown(document: Document) -> Vec<String> {
    document.sections.into_iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
}

const PAGE: &str = r#".\" a comment
.TH TOOL 1 "April 24, 2003" "tool 2.1" "User Commands"
.SH NAME
tool \- does it
.SH OPTIONS
.TP
.BR \-h ", " \-\-help
Shows
.I help.
.RS
.IP \(bu 2
one
.IP \(bu
two
.RE
.TP
.B \-v
Version.

More of it.
.PP
Text after it.
.SS "Of a kind"
.nf
a  b
  c
.fi
.SH
LAST THING
.EX
$ tool
.EE
see
.UR https://example.org
the page
.UE .
"#;
const MDOC_PAGE: &str = ".Dd May 1, 2020\n.Dt TOOL 1\n.Os\n.Sh NAME\n.Nm tool\n.Nd does it\n.Sh SYNOPSIS\n\
    .Nm\n.Op Fl a\n.Ar file\n.Sh OPTIONS\n.Bl -tag -width x\n.It Fl a , Fl Fl all\nAll of\n.Pa /x .\n\
    .Bl -bullet\n.It\none\n.It\ntwo\n.El\n.It Fl L Xo\n.Sm off\n.Ar host\n.No :\n.Ar port\n.Sm on\n.Xc\n\
    Listen.\n.It Fl b\nB.\n.El\n.Pp\nEnd.\n\
    .Bd -literal\na\n  b\n.Ed\nLast.\n";

#[test]
fn a_page_has_sections_lists_and_code() {
    let document = read(PAGE, "tool").unwrap();
    assert_eq!((document.title.as_str(), document.version.as_deref()), ("tool(1)", Some("2.1")));
    let Some(sections) = by_mandoc(PAGE) else { return };
    assert_eq!(
        sections,
        [
            "tool(1) / NAME: tool - does it",
            "tool(1) / OPTIONS: - **-h**, **--help**\n  Shows help.\n\n- one\n- two\n\n\
             - **-v**\n  Version.\n  More of it.\n\nText after it.",
            "tool(1) / OPTIONS / Of a kind: ```\na  b\n  c\n```",
            "tool(1) / LAST THING: ```\n$ tool\n```\n\nsee the page.",
        ]
    );
}

#[test]
fn an_mdoc_page_has_them_too() {
    let Some(sections) = by_mandoc(MDOC_PAGE) else { return };
    assert_eq!(
        sections,
        [
            "tool(1) / NAME: `tool` — does it",
            "tool(1) / SYNOPSIS: `tool` [`-a`] file",
            "tool(1) / OPTIONS: - `-a`, `--all`\n  All of /x.\n  - one\n  - two\n\
             - `-L` host:port\n  Listen.\n- `-b`\n  B.\n\nEnd.\n\n```\na\n  b\n```\n\nLast.",
        ]
    );
}

#[test]
fn tables_become_rows() {
    let page = ".TH T 7\n.SH KEYS\n.TS\ntab(@) allbox;\nlb lb\nl l.\nKey@Does\n_\nF1@T{\nshows\nhelp\nT}\n\
        F2@x\n.TE\nafter\n";
    let Some(sections) = by_mandoc(page) else { return };
    assert_eq!(
        sections,
        ["t(7) / KEYS: | **Key** | **Does** |\n| --- | --- |\n| F1 | shows help |\n| F2 | x |\n\nafter"]
    );
}

#[test]
fn conditions_strings_and_macros_of_a_page_are_carried_out() {
    let page = ".TH T 1\n.de FN\n.I \\\\$2 \\\\$1\n..\n.SH A\n.if n in a terminal\n.ie t on paper\n.el \\{\\\n\
        .FN a \"b c\"\n.\\}\n.ds a xyz\n.ig\nno\n..\nthe \\*a \\(bu\n";
    let Some(sections) = by_mandoc(page) else { return };
    assert_eq!(sections, ["t(1) / A: in a terminal b c a the xyz •"]);
}

#[test]
fn a_page_opens_no_other_file() {
    let Some(sections) = by_mandoc(".TH T 1\n.SH A\nx\n.so etc/passwd\n.so ../etc/passwd\n") else { return };
    assert!(sections[0].starts_with("t(1) / A: x") && !sections[0].contains("root:"), "{sections:?}");
}

#[test]
fn macros_that_stand_for_too_much_are_an_error_and_endless_ones_end() {
    let strings = format!(".TH A 1\n.SH B\n.ds a {}\n{}", "x".repeat(4000), "\\*a\n".repeat(8_600));
    if by_mandoc(PAGE).is_some() {
        assert!(matches!(read(&strings, "a"), Err(DocumentError::TooMuch("text"))));
    }
    let calls = format!(".TH A 1\n.SH B\nx\n.de A\n.B x\n{}..\n.A\n", ".A\n".repeat(50));
    let blocks = format!(".TH A 1\n.SH B\nx\n{}", ".if n \\{\n".repeat(20_000));
    for page in [calls, blocks] {
        let document = read(&page, "a").unwrap();
        assert!(document.sections[0].text.starts_with('x'), "{page:.60}");
    }
}

#[test]
fn without_mandoc_a_page_is_plain_text_under_its_titles() {
    assert_eq!(
        as_plain_text(PAGE),
        [
            "tool(1) / NAME: tool - does it",
            "tool(1) / OPTIONS: -h, --help\nShows\nhelp.\n\n•\none\n\n•\ntwo\n\n\
             -v\nVersion.\n\nMore of it.\n\nText after it.",
            "tool(1) / OPTIONS / Of a kind: a  b\n  c",
            "tool(1) / LAST THING: $ tool\nsee\nhttps://example.org\nthe page\n.",
        ]
    );
    assert_eq!(
        as_plain_text(MDOC_PAGE),
        [
            "tool(1) / NAME: tool\ndoes it",
            "tool(1) / SYNOPSIS: -a\nfile",
            "tool(1) / OPTIONS: -a, --all\nAll of\n/x.\n\none\n\ntwo\n\n\
             -L\nhost\n:\nport\nListen.\n\n-b\nB.\n\nEnd.\na\n  b\nLast.",
        ]
    );
    let own = ".TH T 1\n.de XX\nno\n..\n.if n .ds a b\n.SH A\n.ig END\nno\n.END\n.XX 1\nthe \\*a end\n";
    assert_eq!(as_plain_text(own), ["t(1) / A: 1\nthe  end"]);
}

#[test]
fn a_page_that_no_program_reads_is_plain_text_and_too_much_of_it_an_error() {
    let plain = or_plain_text(Err(DocumentError::Program("it is missing".into())), PAGE, "tool(1)").unwrap();
    assert_eq!(plain, plain::sections(PAGE, "tool(1)").unwrap());
    let much = or_plain_text(Err(DocumentError::TooMuch("text")), PAGE, "tool(1)");
    assert!(matches!(much, Err(DocumentError::TooMuch("text"))));
    let nested = format!(".TH A 1\n.SH B\n{}\nx", ".if n ".repeat(200_000));
    assert_eq!(as_plain_text(&nested), ["a(1) / B: x"]);
}

#[test]
fn what_is_no_page_is_an_error_that_says_what_it_is() {
    assert_eq!(
        read(".so man1/other.1\n", "x").unwrap_err().to_string(),
        "it only says that \"man1/other.1\" is the page: read that one"
    );
    assert!(matches!(read("no page", "x"), Err(DocumentError::Damaged { .. })));
}
