//! Packing and unpacking, and archives that mean harm.

use crate::files_under_test::FilesUnderTest;
use deskpilot_testkit::tries_also;
use flate2::{Compression, write::GzEncoder};
use serde_json::json;
use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::Command,
};
use zip::{ZipWriter, write::SimpleFileOptions};

fn tar(folder: &Path, args: &[&str]) {
    let run = Command::new("tar").current_dir(folder).args(args).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

#[tokio::test]
async fn what_is_packed_comes_out_the_same() {
    let mut files = FilesUnderTest::new();
    files.file("docs/a.txt", "hello");
    let tool = files.file("docs/deep/tool", vec![b'x'; 700_000]);
    fs::set_permissions(tool, fs::Permissions::from_mode(0o755)).unwrap();
    let long = format!("docs/{}/{}.txt", "d".repeat(120), "n".repeat(120));
    files.file(&long, "long");
    fs::create_dir(files.work.join("docs/empty")).unwrap();
    files.file("docs/.env", "TOKEN=1");
    symlink("/etc/passwd", files.work.join("docs/link")).unwrap();
    for name in ["docs/a.zip", "a.tar.gz"] {
        let message = files.confirmed("make_archive", json!({"path": "docs", "archive": name})).await;
        assert!(message.contains("3 files and 4 folders, 700009 bytes; left out: 1 entry that are links or no files; left out, as keys"), "{message}");
        let message = files.confirmed("open_archive", json!({"archive": name, "folder": "out"})).await;
        assert!(message.ends_with("3 files and 4 folders, 700009 bytes"), "{message}");
        assert_eq!(files.text("out/docs/a.txt"), "hello");
        assert_eq!(files.text(&format!("out/{long}")), "long");
        assert!(files.work.join("out/docs/empty").is_dir());
        assert!(!files.work.join("out/docs/.env").exists() && !files.work.join("out/docs/link").exists());
        let mode = |path: &str| files.work.join(path).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode("out/docs/deep/tool"), mode("out/docs/a.txt")), (0o755, 0o644));
        fs::remove_dir_all(files.work.join("out")).unwrap();
        fs::remove_file(files.work.join("docs/a.zip")).ok();
    }
    let one = files.confirmed("make_archive", json!({"path": "docs/a.txt", "archive": "one.tgz"})).await;
    assert!(one.ends_with("1 file and 0 folders, 5 bytes"), "{one}");
}

#[tokio::test]
async fn other_programs_read_what_is_packed_and_what_they_pack_is_read() {
    let mut files = FilesUnderTest::new();
    files.file("docs/a.txt", "hello");
    let long = format!("docs/{}/{}.txt", "d".repeat(90), "n".repeat(90));
    files.file(&long, "long");
    files.confirmed("make_archive", json!({"path": "docs", "archive": "ours.tar.gz"})).await;
    fs::create_dir(files.work.join("theirs")).unwrap();
    tar(&files.work, &["-xzf", "ours.tar.gz", "-C", "theirs"]);
    assert_eq!(files.text(&format!("theirs/{long}")), "long");
    for format in ["gnu", "pax", "ustar"] {
        tar(&files.work, &["-czf", "x.tar.gz", &format!("--format={format}"), "./docs"]);
        files.confirmed("open_archive", json!({"archive": "x.tar.gz", "folder": format})).await;
        assert_eq!(files.text(&format!("{format}/{long}")), "long", "{format}");
    }
    files.confirmed("make_archive", json!({"path": "docs", "archive": "ours.zip"})).await;
    let script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])";
    let mut python = Command::new("python3");
    python.current_dir(&files.work).args(["-c", script, "ours.zip", "by_python"]);
    assert!(python.status().unwrap().success());
    assert_eq!(files.text(&format!("by_python/{long}")), "long");
}

/// Writes a zip archive with entries of these names and contents.
fn zipped(path: &Path, entries: &[(&str, &[u8])]) {
    let mut zip = ZipWriter::new(File::create(path).unwrap());
    for (name, content) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
}

/// Writes a tar.gz archive by Python, which packs every entry it is given.
fn tarred(path: &Path, script: &str) {
    let whole = format!(
        "import tarfile, io, sys\nt = tarfile.open(sys.argv[1], 'w:gz')\n\
         def add(name, kind=tarfile.REGTYPE, link='', text=b''):\n    i = tarfile.TarInfo(name)\n    i.type = kind\n    \
         i.linkname = link\n    i.size = len(text)\n    t.addfile(i, io.BytesIO(text))\n{script}\nt.close()\n"
    );
    assert!(Command::new("python3").args(["-c", &whole]).arg(path).status().unwrap().success());
}

#[tokio::test]
async fn an_archive_never_reaches_out_of_its_folder() {
    let mut files = FilesUnderTest::new();
    let at = |name: &str| files.work.join(name);
    zipped(&at("dots.zip"), &[("good.txt", b"x"), ("../escaped.txt", b"x")]);
    zipped(&at("deep.zip"), &[("a/../../escaped.txt", b"x")]);
    zipped(&at("absolute.zip"), &[("/tmp/escaped.txt", b"x")]);
    zipped(&at("windows.zip"), &[("a\\..\\..\\escaped.txt", b"x")]);
    let mut link = ZipWriter::new(File::create(at("link.zip")).unwrap());
    link.add_symlink("a", "..", SimpleFileOptions::default()).unwrap();
    link.start_file("a/escaped.txt", SimpleFileOptions::default()).unwrap();
    link.finish().unwrap();
    tarred(&at("dots.tar.gz"), "add('good.txt'); add('../escaped.txt', text=b'x')");
    tarred(&at("absolute.tar.gz"), "add('/tmp/escaped.txt')");
    tarred(&at("link.tar.gz"), "add('a', tarfile.SYMTYPE, '..'); add('a/escaped.txt')");
    tarred(&at("hard.tar.gz"), "add('a', tarfile.LNKTYPE, '/etc/passwd')");
    tarred(&at("pipe.tar.gz"), "add('a', tarfile.FIFOTYPE)");
    tarred(&at("device.tar.gz"), "add('a', tarfile.CHRTYPE)");
    tarred(&at("twice.tar.gz"), "add('a', text=b'1'); add('a', text=b'2')");
    tarred(&at("both.tar.gz"), "add('a', text=b'1'); add('a/b', text=b'2')");
    let before = files.tree();
    for (archive, sentence) in [
        ("dots.zip", "leads out of the folder"),
        ("deep.zip", "leads out of the folder"),
        ("absolute.zip", "is an absolute name"),
        ("windows.zip", "other systems read as a path elsewhere"),
        ("link.zip", "is a link"),
        ("dots.tar.gz", "leads out of the folder"),
        ("absolute.tar.gz", "is an absolute name"),
        ("link.tar.gz", "is a link"),
        ("hard.tar.gz", "is a hard link"),
        ("pipe.tar.gz", "is a pipe"),
        ("device.tar.gz", "is a device"),
        ("twice.tar.gz", "it has two entries \"a\" at one place"),
        ("both.tar.gz", "is no folder"),
    ] {
        let message = files.effect("open_archive", json!({"archive": archive, "folder": "out"})).await;
        assert!(message.starts_with("refused: ") && message.contains(sentence), "{archive}: {message}");
    }
    assert_eq!(files.tree(), before, "nothing is left of any");
    assert!(!files.top.join("escaped.txt").exists() && !Path::new("/tmp/escaped.txt").exists());
}

#[tokio::test]
async fn an_archive_that_holds_too_much_is_refused_and_leaves_nothing() {
    let mut files = FilesUnderTest::new();
    // Far more than 200 times the size of the archive, and a megabyte besides.
    let zeros = vec![0; 16 << 20];
    zipped(&files.work.join("bomb.zip"), &[("zeros", &zeros)]);
    let mut gz = GzEncoder::new(File::create(files.work.join("bomb.tar.gz")).unwrap(), Compression::best());
    gz.write_all(&zeros).unwrap();
    gz.finish().unwrap();
    tarred(&files.work.join("zeros.tar.gz"), "add('zeros', text=bytes(16 << 20))");
    // Every entry counts, also one that makes nothing.
    let each = if tries_also("an archive of 50001 files") { "str(n)" } else { "'.', tarfile.DIRTYPE" };
    tarred(&files.work.join("many.tar.gz"), &format!("[add({each}) for n in range(50001)]"));
    files.file("broken.zip", "PK\x03\x04 and no more");
    files.file("broken.tar.gz", "no gzip");
    files.file("out of/taken", "");
    let before = files.tree();
    for (archive, sentence) in [
        ("bomb.zip", "which is too much for its size"),
        ("zeros.tar.gz", "which is too much for its size"),
        ("bomb.tar.gz", "it goes on after its end"),
        ("many.tar.gz", "more than 50000 entries"),
        ("broken.zip", "the archive cannot be read"),
        ("broken.tar.gz", "the archive cannot be read"),
        ("out of/taken", "must end in .zip or .tar.gz"),
    ] {
        let message = files.effect("open_archive", json!({"archive": archive, "folder": "out"})).await;
        assert!(message.starts_with("refused: ") && message.contains(sentence), "{archive}: {message}");
    }
    assert_eq!(files.tree(), before);
    zipped(&files.work.join("good.zip"), &[("taken", b"new")]);
    let taken = files.effect("open_archive", json!({"archive": "good.zip", "folder": "out of"})).await;
    assert!(taken.contains("exists already"), "{taken}");
    assert_eq!(files.text("out of/taken"), "");
}
