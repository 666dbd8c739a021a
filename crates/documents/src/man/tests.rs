//! Pages and the sections of them.

use super::*;

fn sections(source: &str) -> Vec<String> {
    let document = read(source, "tool").unwrap();
    document.sections.into_iter().map(|it| format!("{}: {}", it.path.join(" / "), it.text)).collect()
}

#[test]
fn a_page_has_sections_lists_and_code() {
    let page = r#".\" a comment
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
    assert_eq!(
        sections(page),
        [
            "tool(1) / NAME: tool - does it",
            "tool(1) / OPTIONS: - **-h, --help**\n  Shows help.\n  - one\n  - two\n- **-v**\n  Version.\n  More of it.\n\n\
             Text after it.",
            "tool(1) / OPTIONS / Of a kind: ```\na  b\n  c\n\n```",
            "tool(1) / LAST THING: ```\n$ tool\n\n```\n\nsee the page .",
        ]
    );
    let document = read(page, "tool").unwrap();
    assert_eq!((document.title.as_str(), document.version.as_deref()), ("tool(1)", Some("2.1")));
}

#[test]
fn an_mdoc_page_has_them_too() {
    let page = ".Dd May 1, 2020\n.Dt TOOL 1\n.Os\n.Sh NAME\n.Nm tool\n.Nd does it\n.Sh SYNOPSIS\n.Nm\n.Op Fl a\n\
        .Ar file\n.Sh OPTIONS\n.Bl -tag -width x\n.It Fl a , Fl Fl all\nAll of\n.Pa /x .\n.Bl -bullet\n.It\none\n\
        .It\ntwo\n.El\n.It Fl L Xo\n.Sm off\n.Ar host\n.No :\n.Ar port\n.Sm on\n.Xc\nListen.\n.It Fl b\nB.\n.El\n.Pp\nEnd.\n.Bd -literal\na\n  b\n.Ed\nLast.\n";
    assert_eq!(
        sections(page),
        [
            "tool(1) / NAME: tool — does it",
            "tool(1) / SYNOPSIS: tool [-a] file",
            "tool(1) / OPTIONS: - **-a, --all**\n  All of /x.\n  - one\n  - two\n- **-Lhost:port**\n  Listen.\n- **-b**\n  B.\n\nEnd.\n\n\
             ```\na\n  b\n\n```\n\nLast.",
        ]
    );
}

#[test]
fn tables_become_rows() {
    let page = ".TH T 7\n.SH KEYS\n.TS\ntab(@) allbox;\nlb lb\nl l.\nKey@Does\n_\nF1@T{\nshows\nhelp\nT}\nF2@x\n.TE\nafter\n";
    assert_eq!(
        sections(page),
        ["t(7) / KEYS: | Key | Does |\n| --- | --- |\n| F1 | shows help |\n| F2 | x |\n\nafter"]
    );
}

#[test]
fn what_is_no_page_is_an_error_that_says_what_it_is() {
    assert_eq!(
        read(".so man1/other.1\n", "x").unwrap_err().to_string(),
        "it only says that \"man1/other.1\" is the page: read that one"
    );
    assert!(matches!(read("no page", "x"), Err(DocumentError::Damaged { .. })));
}
