//! The environment of programs we start: built from an allow list, never inherited whole.

use serde::Serialize;
use std::collections::BTreeMap;

/// The variables of our own that any program may get. Keys, tokens and proxies with passwords are not among them.
const INHERITED: &[&str] = &[
    "PATH",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "TZ",
    "USER",
    "LOGNAME",
    "SHELL",
    "TMPDIR",
    "FONTCONFIG_FILE",
    "FONTCONFIG_PATH",
    "XDG_DATA_DIRS",
    "XDG_CONFIG_DIRS",
];

/// The additional variables for applications on the current desktop.
const OF_CURRENT_DESKTOP: &[&str] = &[
    "HOME",
    "DISPLAY",
    "XAUTHORITY",
    "DESKTOP_SESSION",
    // How a session has its windows drawn, such as one without a graphics card.
    "GSK_RENDERER",
    "LIBGL_ALWAYS_SOFTWARE",
    "GTK_THEME",
    "QT_QPA_PLATFORMTHEME",
    "XMODIFIERS",
    "XDG_CACHE_HOME",
    "XDG_CONFIG_HOME",
    "XDG_CURRENT_DESKTOP",
    "XDG_DATA_HOME",
    "XDG_MENU_PREFIX",
    "XDG_RUNTIME_DIR",
    "XDG_SEAT",
    "XDG_SESSION_*",
    "XDG_STATE_HOME",
];

/// Makes toolkits expose their controls, and put their windows on X11.
const ACCESSIBLE: &[(&str, &str)] = &[
    ("GTK_MODULES", "gail:atk-bridge"),
    ("NO_AT_BRIDGE", "0"),
    ("GTK_A11Y", "atspi"),
    ("QT_ACCESSIBILITY", "1"),
    ("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"),
    ("MOZ_ENABLE_ACCESSIBILITY", "1"),
    ("GNOME_ACCESSIBILITY", "1"),
    ("ACCESSIBILITY_ENABLED", "1"),
    // LibreOffice's plain X11 backend reports no controls.
    ("SAL_USE_VCLPLUGIN", "gtk3"),
    ("GDK_BACKEND", "x11"),
    ("QT_QPA_PLATFORM", "xcb"),
    ("XDG_SESSION_TYPE", "x11"),
];

/// Isolates a private desktop: no graphics card, settings in its own folder, no mounts in its runtime directory.
const PRIVATE: &[(&str, &str)] = &[
    ("LIBGL_ALWAYS_SOFTWARE", "1"),
    // With a software-rendered GPU, GTK 4 animations leave an application no time for anything else.
    ("GSK_RENDERER", "cairo"),
    // A file in the desktop's own folder of settings. Running applications see what others change there, which they do not see of
    // settings in memory.
    ("GSETTINGS_BACKEND", "keyfile"),
    ("GVFS_DISABLE_FUSE", "1"),
    // Keeps libdbus from ending a program over a warning. Firefox was seen to end all the same.
    ("DBUS_FATAL_WARNINGS", "0"),
    // Nobody composes letters there: where a module of an input method is installed, GTK would take that.
    ("GTK_IM_MODULE", "gtk-im-context-simple"),
    ("XDG_CURRENT_DESKTOP", "XFCE"),
];

/// The variables of a program to start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// For every program on a private desktop, before its display and buses are known.
    pub(crate) fn of_private_desktop() -> Environment {
        let mut environment = Environment::allowed(our_own(), &[INHERITED]);
        environment.0.entry("LANG".into()).or_insert_with(|| "C.UTF-8".into());
        environment.extend(ACCESSIBLE).extend(PRIVATE);
        environment
    }

    /// For an application on the current desktop.
    pub(crate) fn of_current_desktop() -> Environment {
        let mut environment = Environment::allowed(our_own(), &[INHERITED, OF_CURRENT_DESKTOP]);
        environment.extend(ACCESSIBLE);
        environment
    }

    /// The value of a variable; `None` for an empty one, as the desktop specifications demand.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// All variables with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) -> &mut Environment {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    fn extend(&mut self, variables: &[(&str, &str)]) -> &mut Environment {
        variables.iter().fold(self, |environment, (name, value)| environment.set(name, *value))
    }

    fn allowed(from: impl Iterator<Item = (String, String)>, lists: &[&[&str]]) -> Environment {
        let is_allowed =
            |name: &str| lists.iter().any(|list| list.iter().any(|pattern| matches(pattern, name)));
        Environment(from.filter(|(name, _)| is_allowed(name)).collect())
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(variables: T) -> Environment {
        Environment(variables.into_iter().collect())
    }
}

/// Our own variables, except those that are not valid Unicode.
fn our_own() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn matches(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_tokens_do_not_pass() {
        let names = [
            "MODEL_API_KEY",
            "DESKPILOT_SECRET_MAIL",
            "https_proxy",
            "LD_PRELOAD",
            "PATH",
            "LC_TIME",
            "HOME",
            "GSK_RENDERER",
        ];
        for (lists, expected) in [
            (&[INHERITED][..], &["LC_TIME", "PATH"][..]),
            (&[INHERITED, OF_CURRENT_DESKTOP], &["GSK_RENDERER", "HOME", "LC_TIME", "PATH"]),
        ] {
            let ours = names.into_iter().map(|name| (name.to_owned(), "x".to_owned()));
            let environment = Environment::allowed(ours, lists);
            assert_eq!(environment.iter().map(|(name, _)| name).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_private_desktop_always_has_a_language_accessible_toolkits_and_no_input_method() {
        let environment = Environment::of_private_desktop();
        assert!(environment.value("LANG").is_some());
        assert_eq!(environment.value("GTK_MODULES"), Some("gail:atk-bridge"));
        assert_eq!(environment.value("GTK_IM_MODULE"), Some("gtk-im-context-simple"));
        for name in ["WAYLAND_DISPLAY", "XMODIFIERS", "QT_IM_MODULE"] {
            assert_eq!(environment.value(name), None, "{name}");
        }
    }
}
