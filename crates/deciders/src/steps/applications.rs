//! Resolves application names, and finds the applications' windows.

use super::names::{alternatives, bare, folded_name, has_words, strip_word};
use deskpilot_core::{Application, Effect, Evidence, Window, WindowState, edit_similarity};

/// Words after an application's name that are not part of it.
const AFTER_NAMES: &[&str] = &[" application", " app", " program", " window"];

/// What people call applications by, and the names of programs for it, the best first.
const PURPOSES: &[(&[&str], &[&str])] = &[
    (
        &["browser", "web browser", "webbrowser", "internet", "navigateur", "navigateur web"],
        &["firefox-esr", "firefox", "chromium", "google-chrome", "epiphany", "msedge", "chrome", "iexplore"],
    ),
    (
        &[
            "file manager",
            "files",
            "file browser",
            "file explorer",
            "explorer",
            "dateimanager",
            "dateiverwaltung",
            "gestionnaire de fichiers",
            "explorateur de fichiers",
        ],
        &["thunar", "nautilus", "dolphin", "pcmanfm", "nemo", "explorer", "winefile"],
    ),
    (
        &["terminal", "console", "shell", "command line", "kommandozeile", "ligne de commande"],
        &["xfce4-terminal", "gnome-terminal", "konsole", "xterm", "cmd"],
    ),
    (
        &["text editor", "editor", "notepad", "texteditor", "éditeur de texte", "éditeur", "bloc-notes"],
        &["mousepad", "gedit", "gnome-text-editor", "featherpad", "kate", "notepad"],
    ),
    (
        &[
            "spreadsheet",
            "excel",
            "calc",
            "workbook",
            "table",
            "tabellenkalkulation",
            "tableur",
            "feuille de calcul",
        ],
        &["libreoffice-calc", "gnumeric", "excel"],
    ),
    (
        &["calculator", "taschenrechner", "rechner", "calculatrice", "calculette", "calc"],
        &["galculator", "gnome-calculator", "kcalc"],
    ),
    (
        &[
            "word processor",
            "word",
            "writer",
            "letter",
            "document",
            "textverarbeitung",
            "traitement de texte",
        ],
        &["libreoffice-writer", "abiword", "word"],
    ),
    (
        &["presentation", "presentations", "powerpoint", "slides", "präsentation", "présentation"],
        &["libreoffice-impress", "powerpoint"],
    ),
    (
        &["mail", "email", "e-mail", "mail program", "mailprogramm", "messagerie", "courriel"],
        &["thunderbird", "evolution", "claws-mail", "outlook"],
    ),
];

/// What a Windows has without anybody installing it.
const OF_WINDOWS: &[&str] = &["explorer", "winefile", "cmd", "notepad", "msedge", "iexplore"];

/// What can be installed on Windows.
const FOR_WINDOWS: &[&str] =
    &["firefox", "libreoffice-calc", "libreoffice-writer", "libreoffice-impress", "thunderbird"];

/// The minimum fit of a name to mean an application.
const MIN_FIT: u32 = 750;

/// The minimum fit at the end of a step, where the words may mean something else.
const MIN_SURE_FIT: u32 = 850;

/// How many of an application's keywords may mean it; later ones describe its features.
const KEYWORDS: usize = 4;

/// The meaning of an application's name on this desktop.
pub(super) struct ApplicationMatch<'s> {
    /// Its window, if it has one.
    pub(super) window: Option<&'s Window>,
    /// The installed application, if any.
    pub(super) installed: Option<&'s Application>,
    /// How many other applications fit the name as well.
    pub(super) others: usize,
}

/// Resolves the name; the error is a sentence.
pub(super) fn resolve_application<'s>(
    wanted: &str,
    windows: &'s [Window],
    applications: &'s [Application],
) -> Result<ApplicationMatch<'s>, String> {
    let wanted = without_kind_word(wanted);
    let likely = best_matches(wanted, applications);
    let is_its = |window: &Window, it: &Application| {
        names(it).any(|name| folded_name(name) == folded_name(&window.application))
    };
    // Among equal fits, prefer one that is open.
    let is_open = |it: &&&Application| windows.iter().any(|window| is_its(window, it));
    let installed = likely.iter().find(is_open).or(likely.first()).copied();
    let own = |window: &&Window| {
        folded_name(&window.application) == folded_name(wanted)
            || installed.is_some_and(|it| is_its(window, it))
    };
    let like = |window: &&Window| installed.is_none() && fit(wanted, &window.application) >= MIN_FIT;
    let titled = |window: &&Window| installed.is_none() && has_words(&window.title, wanted);
    let window =
        frontmost(windows, own).or_else(|| frontmost(windows, like)).or_else(|| frontmost(windows, titled));
    match (window, installed) {
        (None, _) if let Some(why) = refusal(wanted, applications) => Err(why),
        (None, None) => Err(unknown_application_error(wanted, windows, applications)),
        (window, installed) => {
            Ok(ApplicationMatch { window, installed, others: likely.len().saturating_sub(1) })
        }
    }
}

/// The window that opened with the application: one with its name, or the one seen to open.
pub(super) fn opened_window<'s>(wanted: &str, windows: &'s [Window], effect: &Effect) -> Option<&'s Window> {
    let named = |window: &&Window| {
        !window.title.trim().is_empty() && *effect == Effect::Confirmed(Evidence::opened(window))
    };
    let wanted = without_kind_word(wanted);
    frontmost(windows, |window| {
        fit(wanted, &window.application) >= MIN_FIT || has_words(&window.title, wanted)
    })
    .or_else(|| frontmost(windows, named))
}

/// Whether a window is a file manager's.
pub(super) fn is_file_manager(window: &Window) -> bool {
    let application = folded_name(&window.application);
    programs_for("file manager").iter().any(|program| application.contains(program))
}

/// Whether the text surely names an application.
pub(super) fn surely_names(text: &str, windows: &[Window], applications: &[Application]) -> bool {
    let wanted = without_kind_word(text);
    let open = windows.iter().any(|window| folded_name(&window.application) == folded_name(wanted));
    open || applications.iter().any(|application| application_fit(wanted, application) >= MIN_SURE_FIT)
}

/// Words before what an application makes: `a new presentation`.
const BEFORE_NAMES: &[&str] = &["new ", "empty ", "blank "];

fn without_kind_word(wanted: &str) -> &str {
    let wanted = bare(wanted);
    let wanted = BEFORE_NAMES.iter().find_map(|before| strip_word(wanted, before)).unwrap_or(wanted);
    let cut = |after: &&&str| wanted.to_lowercase().ends_with(**after);
    AFTER_NAMES
        .iter()
        .find(cut)
        .and_then(|after| wanted.get(..wanted.len() - after.len()))
        .unwrap_or(wanted)
        .trim()
}

/// The front one of the fitting windows: the focused one, or else one that is not minimized.
fn frontmost(windows: &[Window], fits: impl Fn(&&Window) -> bool) -> Option<&Window> {
    windows
        .iter()
        .filter(|window| window.label.is_some() && fits(window))
        .min_by_key(|it| (!it.focused, it.state == WindowState::Minimized))
}

/// The applications that can start and fit the name best, in the platform's order.
fn best_matches<'s>(wanted: &str, applications: &'s [Application]) -> Vec<&'s Application> {
    let can_start = || applications.iter().filter(|it| it.refused.is_none());
    let best = can_start().map(|application| application_fit(wanted, application)).max().unwrap_or(0);
    can_start()
        .filter(|application| best >= MIN_FIT && application_fit(wanted, application) == best)
        .collect()
}

/// Why an application that the name means better than any other cannot start here, as a sentence.
fn refusal(wanted: &str, applications: &[Application]) -> Option<String> {
    let best = best_matches(wanted, applications).first().map_or(0, |it| application_fit(wanted, it));
    let fits = |it: &&Application| application_fit(wanted, it) >= MIN_FIT.max(best + 1);
    let (application, why) =
        applications.iter().filter(fits).find_map(|it| it.refused.as_ref().map(|why| (it, why)))?;
    Some(format!("{} cannot be opened here: {why}", application.name))
}

/// The application's own names, without its category.
fn names(application: &Application) -> impl Iterator<Item = &str> {
    let id = application.id.as_str();
    [application.name.as_str(), id, id.rsplit('.').next().unwrap_or(id)].into_iter()
}

/// Whether it is called by the exact name of its program. Several applications may share one, and interpreters start many.
fn is_its_program(wanted: &str, application: &Application) -> bool {
    !application.program.is_empty() && wanted.trim().eq_ignore_ascii_case(&application.program)
}

/// How well the name fits the application, from 0 to 1000.
fn application_fit(wanted: &str, application: &Application) -> u32 {
    let name = names(application).map(|name| fit(wanted, name)).max().unwrap_or(0);
    let purpose = purpose_fit(wanted, application);
    let kind = fit(wanted, &application.generic_name).saturating_sub(10);
    let is_wanted = |keyword: &String| folded_name(keyword) == folded_name(wanted);
    let keyword = if application.keywords.iter().take(KEYWORDS).any(is_wanted) { 900 } else { 0 };
    let program = if is_its_program(wanted, application) { 990 } else { 0 };
    name.max(kind).max(keyword).max(purpose).max(program)
}

/// How well the application serves the purpose that the name says: the earlier of two known programs fits better, and a name of
/// its own fits best. A word for two purposes, such as `calc`, rather says the first.
fn purpose_fit(wanted: &str, application: &Application) -> u32 {
    let is_its = |program: &&str| names(application).any(|name| folded_name(name) == **program);
    let fits = purposes_of(wanted).enumerate().filter_map(|(nth, programs)| {
        let place = programs.iter().position(is_its)?;
        u32::try_from(100 * nth + place).ok()
    });
    fits.min().map_or(0, |it| 989_u32.saturating_sub(it))
}

/// The programs for the purpose that the name says, the best first; none if it says no purpose.
fn programs_for(wanted: &str) -> &'static [&'static str] {
    purposes_of(wanted).next().unwrap_or_default()
}

/// The programs for each purpose that the name says.
fn purposes_of(wanted: &str) -> impl Iterator<Item = &'static [&'static str]> {
    let wanted = folded_name(wanted);
    PURPOSES.iter().filter(move |(words, _)| words.contains(&wanted.as_str())).map(|(_, programs)| *programs)
}

/// How well one name fits another, from 0 to 1000: equal, a subset of its words, or a typing error.
fn fit(wanted: &str, name: &str) -> u32 {
    let (wanted, name) = (folded_name(wanted), folded_name(name));
    if wanted.is_empty() || name.is_empty() {
        return 0;
    }
    if wanted == name {
        return 1000;
    }
    let count = |text: &str| text.split_whitespace().count() as u32;
    let among = if has_words(&name, &wanted) {
        920_u32.saturating_sub(20 * count(&name).saturating_sub(count(&wanted)))
    } else {
        0
    };
    let (longer, shorter) =
        (wanted.chars().count().max(name.chars().count()), wanted.chars().count().min(name.chars().count()));
    let is_slip = shorter >= 4 && longer - shorter <= 3;
    let slip = if is_slip { (edit_similarity(&wanted, &name) * 950.0) as u32 } else { 0 };
    among.max(slip)
}

fn unknown_application_error(wanted: &str, windows: &[Window], applications: &[Application]) -> String {
    let is_windows = applications
        .iter()
        .any(|it| [&it.id, &it.program].iter().any(|it| OF_WINDOWS.contains(&it.as_str())));
    let programs = programs_for(wanted);
    let program = programs.iter().find(|it| !is_windows || FOR_WINDOWS.contains(it));
    let instead = match program {
        Some(program) => format!("; install one, such as {program}"),
        None if !programs.is_empty() => "; install one".into(),
        None => {
            let installed = applications.iter().filter(|it| it.refused.is_none()).map(|it| it.name.as_str());
            alternatives(wanted, installed.chain(windows.iter().map(|it| it.application.as_str())))
        }
    };
    format!("there is no application \"{wanted}\" here{instead}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Label;

    fn installed(name: &str, generic_name: &str, id: &str, keywords: &[&str]) -> Application {
        Application {
            name: name.into(),
            generic_name: generic_name.into(),
            id: id.into(),
            keywords: keywords.iter().map(|it| (*it).to_owned()).collect(),
            ..Application::default()
        }
    }

    fn window(label: &str, application: &str, title: &str) -> Window {
        Window {
            label: label.parse().ok().map(Label),
            application: application.into(),
            title: title.into(),
            ..crate::testing::window()
        }
    }

    #[test]
    fn no_program_of_linux_is_to_be_installed_where_one_is_of_windows() {
        for (wanted, of_linux, of_windows) in [
            ("calculator", "; install one, such as galculator", "; install one"),
            ("browser", "; install one, such as firefox-esr", "; install one, such as firefox"),
            (
                "spreadsheet",
                "; install one, such as libreoffice-calc",
                "; install one, such as libreoffice-calc",
            ),
        ] {
            for (id, expected) in [("ristretto", of_linux), ("cmd", of_windows)] {
                let installed = [installed("Something", "", id, &[])];
                let error = resolve_application(wanted, &[], &installed).err().unwrap();
                assert_eq!(error, format!("there is no application \"{wanted}\" here{expected}"));
            }
        }
    }

    #[test]
    fn a_purpose_means_a_program_of_microsoft_office_where_that_is_there() {
        let names = ["Excel", "Word", "PowerPoint", "Outlook"];
        let office = names.map(|name| installed(name, "", &format!("Microsoft.{name}"), &[]));
        for (wanted, expected) in [
            ("the spreadsheet", "Excel"),
            ("Textverarbeitung", "Word"),
            ("presentation", "PowerPoint"),
            ("email", "Outlook"),
        ] {
            let found = resolve_application(wanted, &[], &office).unwrap();
            assert_eq!(found.installed.map(|it| it.name.as_str()), Some(expected), "{wanted}");
        }
    }

    #[test]
    fn a_name_means_an_application_and_its_window() {
        let applications = [
            installed("Text Editor Settings", "", "org.xfce.mousepad-settings", &[]),
            Application {
                program: "sums-and-more".into(),
                ..installed("Galculator", "", "galculator", &["sums"])
            },
            installed("Mousepad", "Text Editor", "org.xfce.mousepad", &[]),
            installed("LibreOffice Writer", "Word Processor", "libreoffice-writer", &[]),
            Application {
                refused: Some("it does not run for root".into()),
                ..installed("Chromium", "Web Browser", "chromium", &["surf"])
            },
        ];
        let windows = [
            window("1", "mousepad", "42 - Mousepad"),
            window("2", "xterm", "calculator notes"),
            window("3", "odd", "My Board"),
        ];
        for (wanted, expected) in [
            ("the calculator", "open Galculator"),
            ("Galculator", "open Galculator"),
            ("Taschenrechner", "open Galculator"),
            ("calculatrice", "open Galculator"),
            ("sums", "open Galculator"),
            ("sums-and-more", "open Galculator"),
            ("the text editor", "window 1"),
            ("editor", "window 1"),
            ("the mousepad app", "window 1"),
            ("writer", "open LibreOffice Writer"),
            ("xterm", "window 2"),
            ("my board", "window 3"),
            ("42", "window 1"),
            ("chromium", "Chromium cannot be opened here: it does not run for root"),
            ("the browser", "Chromium cannot be opened here: it does not run for root"),
            ("notepad", "window 1"),
            (
                "painter",
                "there is no application \"painter\" here; there are 6 others, such as \"Text Editor Settings\", \"Galculator\" and \"Mousepad\"",
            ),
            ("mausepadd", "there is no application \"mausepadd\" here; the closest is \"Mousepad\""),
            ("file manager", "there is no application \"file manager\" here; install one, such as thunar"),
            (
                "Dateiverwaltung",
                "there is no application \"Dateiverwaltung\" here; install one, such as thunar",
            ),
        ] {
            let found = match resolve_application(wanted, &windows, &applications) {
                Ok(ApplicationMatch { window: Some(Window { label: Some(label), .. }), .. }) => {
                    format!("window {label}")
                }
                Ok(ApplicationMatch { installed: Some(it), .. }) => format!("open {}", it.name),
                Ok(_) => "nothing".into(),
                Err(sentence) => sentence,
            };
            assert_eq!(found, expected, "{wanted}");
        }
    }

    #[test]
    fn only_a_sure_name_is_one_at_the_end_of_a_step() {
        let applications = [installed("Galculator", "", "galculator", &[]), installed("Files", "", "", &[])];
        for (text, sure) in [
            ("the calculator", true),
            ("Galculator", true),
            ("Rechner", true),
            ("the list", false),
            ("/tmp", false),
            ("fields", false),
        ] {
            assert_eq!(surely_names(text, &[], &applications), sure, "{text}");
        }
    }
}
