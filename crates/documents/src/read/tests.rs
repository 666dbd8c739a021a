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
        (
            "m.chm",
            b"ITSF\x03\0",
            "Compiled HTML Help (CHM), which is not read: unpack it with `extract_chmLib",
        ),
        ("old.doc", b"\xd0\xcf\x11\xe0", "is in an old format of Microsoft Office"),
    ] {
        fs::write(at(name), content).unwrap();
        let error = read(&at(name)).unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(name), "{name}: {error}");
    }
}

#[test]
fn subtitles_and_pages_are_decoded_as_they_say_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let cue = "1\r\n00:00:01,000 --> 00:00:02,000\r\n";
    let utf_16: Vec<u8> = format!("\u{feff}{cue}Привет").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cyrillic = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2];
    let page = [b"<meta charset=windows-1251><p>".as_slice(), &cyrillic].concat();
    let xhtml =
        [b"<?xml version='1.0' encoding='windows-1251'?><html><script/><p>".as_slice(), &cyrillic].concat();
    for (name, bytes) in [("a.srt", utf_16), ("a.html", page), ("a.xhtml", xhtml)] {
        fs::write(at(name), bytes).unwrap();
        assert_eq!(read(&at(name)).unwrap().sections[0].text, "Привет", "{name}");
    }
    let damaged = [format!("{cue}Grüße, Größe, Füße").as_bytes(), b"\xff"].concat();
    fs::write(at("b.srt"), damaged).unwrap();
    let error = read(&at("b.srt")).unwrap_err().to_string();
    assert!(error.contains("b.srt: ") && error.contains("places in it that are not UTF-8: 1"), "{error}");
}

#[test]
fn endless_lines_and_nesting_end() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = "x".repeat(4 << 20);
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
