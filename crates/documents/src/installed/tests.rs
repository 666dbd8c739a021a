//! Help of a system that a test makes.

use super::*;
use std::{fs, os::unix::fs::symlink, path::Path};

struct System {
    folder: tempfile::TempDir,
    roots: Roots,
}

impl System {
    fn new(languages: &[&str]) -> System {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let languages = languages.iter().map(|it| (*it).to_owned()).collect();
        let roots = Roots { share: at("share"), office: at("office"), packages: at("dpkg"), languages };
        System { folder, roots }
    }

    fn file(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn link(&self, to: &str, name: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        symlink(self.folder.path().join(to), path).unwrap();
    }

    /// The help of an application, as lines.
    fn help(&self, application: &str) -> Vec<String> {
        let packages = Packages::read(&self.roots, &[application.to_owned()]);
        let search = HelpSearch { roots: &self.roots, packages: &packages };
        let program = applications::program(&self.roots, application);
        let root = self.folder.path().canonicalize().unwrap();
        let shown = |it: InstalledHelp| {
            let path: &Path = it.path.strip_prefix(&root).unwrap();
            let stated = |it: Option<String>| it.unwrap_or("-".into());
            format!("{} {} {}", path.display(), stated(it.version), stated(it.language))
        };
        search.help_of(application, program.as_deref()).into_iter().map(shown).collect()
    }
}

#[test]
fn help_is_found_in_the_users_language_with_its_version() {
    let system = System::new(&["de", "C", "en"]);
    for file in [
        "share/help/C/tool/index.page",
        "share/help/de/tool/index.page",
        "share/help/de/tool/sub/more.page",
        "share/help/de/tool/figures/x.png",
        "share/help/de/tool/legal.xml",
        "share/help/C/other/index.docbook",
        "share/man/man1/tool.1.gz",
        "share/doc/tool-package/README.md",
        "share/doc/tool-package/html/manual.html",
        "share/doc/tool-package/changelog.gz",
        "share/doc/tool-package/copyright",
        "share/doc/tool-package/NEWS.txt",
        "share/doc/HTML/en/kalc/index.docbook",
        "share/doc/HTML/en/kalc/index.cache.bz2",
    ] {
        system.file(file, "");
    }
    system.file("dpkg/status", "Package: tool-package\nStatus: install ok installed\nVersion: 1:2.5-3\n");
    system.file("dpkg/info/tool-package:amd64.list", "/.\n/usr/bin/tool\n");
    assert_eq!(
        system.help("tool"),
        [
            "share/help/de/tool/index.page 2.5 de",
            "share/help/de/tool/sub/more.page 2.5 de",
            "share/man/man1/tool.1.gz 2.5 en",
            "share/doc/tool-package/README.md 2.5 -",
            "share/doc/tool-package/html/manual.html 2.5 -",
        ]
    );
    assert_eq!(system.help("other"), ["share/help/C/other/index.docbook - en"]);
    assert_eq!(system.help("kalc"), ["share/doc/HTML/en/kalc/index.docbook - en"]);
    for nothing in ["none", "", "../help/C/tool", ".", "..", "/"] {
        assert!(system.help(nothing).is_empty(), "{nothing:?}");
    }
}

#[test]
fn links_that_lead_out_of_the_folders_are_left_out() {
    let system = System::new(&["C"]);
    system.file("secret/private.page", "");
    system.file("share/alternatives/real.page", "");
    system.link("secret/private.page", "share/help/C/tool/out.page");
    system.link("secret", "share/help/C/tool/folder");
    system.link("share/alternatives/real.page", "share/help/C/tool/in.page");
    system.link("secret", "share/help/C/linked");
    system.link("secret/private.page", "share/man/man1/tool.1");
    system.link("share/help/C/tool", "share/help/C/tool/loop");
    assert_eq!(system.help("tool"), ["share/alternatives/real.page - en"]);
    assert!(system.help("linked").is_empty());
}

#[test]
fn the_pages_of_libreoffice_belong_to_its_modules() {
    let system = System::new(&["de_AT", "de", "C"]);
    for file in ["en-US/text/scalc/a.html", "en-US/text/schart/b.html", "en-US/text/swriter/c.html"] {
        system.file(&format!("share/libreoffice/help/{file}"), "");
    }
    system.file("office/de/text/swriter/d.html", "");
    assert_eq!(
        system.help("libreoffice-calc"),
        [
            "share/libreoffice/help/en-US/text/scalc/a.html - en-US",
            "share/libreoffice/help/en-US/text/schart/b.html - en-US",
        ]
    );
    assert_eq!(system.help("libreoffice-writer"), ["office/de/text/swriter/d.html - de"]);
}

#[test]
fn applications_have_help_or_an_entry_in_menus() {
    let system = System::new(&["C"]);
    system.file("share/help/C/tool/index.page", "");
    system.file("share/gnome/help/old/C/old.xml", "");
    system.file("share/applications/x.desktop", "[Desktop Entry]\nExec=/usr/bin/editor %U\n");
    system.file("share/applications/mimeinfo.cache", "Exec=no");
    let applications = applications::applications(&system.roots);
    for expected in ["editor", "old", "tool", "libreoffice-calc"] {
        assert!(applications.iter().any(|it| it == expected), "{expected}");
    }
    assert!(!applications.iter().any(|it| it == "no"));
    system.file("share/applications/org.x.Tool.desktop", "[Desktop Entry]\nExec=tool\n");
    assert_eq!(system.help("org.x.Tool"), ["share/help/C/tool/index.page - en"]);
    assert_eq!(system.help("old"), ["share/gnome/help/old/C/old.xml - en"]);
}

#[test]
fn the_version_of_a_program_is_that_of_the_package_which_has_its_file() {
    let system = System::new(&["C"]);
    system.file("dpkg/info/one.list", "/.\n/usr/bin\n/usr/bin/one\n/usr/lib/one/one.bin\n");
    system.file("dpkg/info/two:amd64.list", "/bin/two\n");
    system.file("dpkg/info/gone.list", "/usr/bin/gone\n");
    let entry = |name: &str, state: &str, version: &str| {
        format!("Package: {name}\nStatus: install ok {state}\nVersion: {version}\n\n")
    };
    let entries = [entry("one", "installed", "4:7.4.7-1+deb12u14"), entry("two", "installed", "44.2-1")];
    system.file("dpkg/status", &(entries.concat() + &entry("gone", "config-files", "1-1")));
    for (file, version) in [
        ("/usr/bin/one", Some("7.4.7")),
        ("/usr/lib/one/one.bin", Some("7.4.7")),
        ("/usr/bin/two", Some("44.2")),
        ("/usr/bin/gone", None),
        ("/usr/local/bin/one", None),
        ("one", None),
    ] {
        assert_eq!(packages::version_of_owner(&system.roots, Path::new(file)).as_deref(), version, "{file}");
    }
    assert_eq!(packages::version_of_owner(&System::new(&["C"]).roots, Path::new("/usr/bin/one")), None);
}
