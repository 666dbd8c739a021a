//! Files: their kinds, their sizes and their formats.

use super::*;
use flate2::{Compression, write::GzEncoder};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::symlink,
};

fn gz(chunks: usize) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..chunks {
        file.write_all(&[b' '; 1 << 20]).unwrap();
    }
    file.finish().unwrap()
}

#[test]
fn what_is_no_regular_file_or_too_large_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    mknodat(CWD, at("pipe.md"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    symlink("/dev/zero", at("device.txt")).unwrap();
    File::create(at("huge.html")).unwrap().set_len(2 << 30).unwrap();
    File::create(at("huge.pdf")).unwrap().set_len(2 << 30).unwrap();
    fs::write(at("bomb.txt.gz"), gz(64)).unwrap();
    fs::write(at("cut.1.gz"), &gz(1)[..100]).unwrap();
    let bomb = gz(64);
    fs::write(at("unread_end.txt.gz"), &bomb[..bomb.len() - 100]).unwrap();
    for (name, why) in [
        ("pipe.md", "it is a pipe"),
        ("device.txt", "it is a device"),
        ("huge.html", "it is larger than 16 MiB"),
        ("huge.pdf", "it is larger than 64 MiB"),
        ("bomb.txt.gz", "it is larger than 16 MiB"),
        ("unread_end.txt.gz", "it is larger than 16 MiB"),
        ("cut.1.gz", "cannot be read"),
        ("none.md", "No such file"),
    ] {
        let error = read(&at(name)).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(name), "{name}: {error}");
    }
}

#[test]
fn formats_are_recognized_by_names_and_by_contents() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mallard = "<page xmlns='http://projectmallard.org/1.0/'><title>T</title><p>x</p></page>";
    for (name, content, title) in [
        ("a.xml", mallard, "T"),
        ("b.xml", "<article><title>A</title><para>x</para></article>", "A"),
        ("c.xml", "<other>x</other>", "c"),
        ("without", mallard, "T"),
        ("page", "<!DOCTYPE html><title>H</title>x", "H"),
        ("tool", ".TH TOOL 1\n.SH NAME\nx", "tool(1)"),
        ("d.md", "# M\nx", "M"),
        ("latin.txt", "x", "latin"),
    ] {
        fs::write(at(name), content).unwrap();
        assert_eq!(read(&at(name)).unwrap().title, title, "{name}");
    }
    fs::write(at("c.xml.meta"), "<m><title>Charts</title><Content-Summary value='s'/></m>").unwrap();
    assert_eq!(read(&at("c.xml")).unwrap().sections[0].text, "s\n\nx");
    for (name, content, why) in [
        ("x.png", &b"\x89PNG\0"[..], "has no format that is read here"),
        ("y", b"some text", "has no format that is read here"),
        ("lib.so.1", b"\x7fELF\0", "it is not a manual page: it is no text"),
        ("z.pdf", b"no", "it is not a PDF document: it does not begin with %PDF-"),
        ("z.odt", b"no", ""),
    ] {
        fs::write(at(name), content).unwrap();
        let error = read(&at(name)).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(name), "{name}: {error}");
    }
}

#[test]
fn endless_lines_and_nesting_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = "x".repeat(15 << 20);
    for name in ["a.md", "b.txt", "c.html", "d.1"] {
        fs::write(at(name), format!(".TH A 1\n{line}")).unwrap();
        let document = read(&at(name)).unwrap();
        assert!(document.sections[0].text.len() >= line.len(), "{name}");
    }
    for name in ["e.page", "f.docbook", "g.xml", "h.fodt"] {
        fs::write(at(name), "<section>".repeat(100_000)).unwrap();
        let error = read(&at(name)).unwrap_err().to_string();
        assert!(error.contains("more elements inside each other than are read"), "{name}: {error}");
    }
}
