//! Where a home and a system with one root keep what controls programs, and what is secret.

/// What shells, editors, interpreters, terminals and sessions read when they start, and so run: bash(1), zsh(1), ksh(1), tcsh(1), vim(1),
/// emacs(1), nano(1), python(1) (`PYTHONSTARTUP`), R's `Startup`, irb(1), pry(1), octave(1), gdb(1), lldb(1), perldebug(1), psql(1), sqlite3(1),
/// readline(3), less(1), screen(1), tmux(1), direnv(1), startx(1), pam_env(7), mailcap(5).
const STARTUP: &[&str] = &[
    ".Renviron",
    ".Rprofile",
    ".Xdefaults",
    ".Xmodmap",
    ".Xresources",
    ".bash_aliases",
    ".bash_completion",
    ".bash_login",
    ".bash_logout",
    ".bash_profile",
    ".bashrc",
    ".bashrc.d",
    ".clisprc.lisp",
    ".cshrc",
    ".emacs",
    ".emacs.d",
    ".emacs.el",
    ".envrc",
    ".erlang",
    ".exrc",
    ".gdbinit",
    ".ghci",
    ".guile",
    ".gvimrc",
    ".iex.exs",
    ".inputrc",
    ".ipython",
    ".irbrc",
    ".julia",
    ".kshrc",
    ".lessfilter",
    ".lesskey",
    ".lldbinit",
    ".login",
    ".logout",
    ".mailcap",
    ".mkshrc",
    ".mongorc.js",
    ".mongoshrc.js",
    ".nanorc",
    ".ocamlinit",
    ".octaverc",
    ".oh-my-zsh",
    ".pam_environment",
    ".perldb",
    ".profile",
    ".pryrc",
    ".psqlrc",
    ".pythonrc",
    ".pythonrc.py",
    ".sbclrc",
    ".screenrc",
    ".selected_editor",
    ".shinit",
    ".sqliterc",
    ".tcshrc",
    ".tmux",
    ".tmux.conf",
    ".vim",
    ".vimrc",
    ".xbindkeysrc",
    ".xinitrc",
    ".xmodmaprc",
    ".xprofile",
    ".xserverrc",
    ".xsession",
    ".xsessionrc",
    ".zlogin",
    ".zlogout",
    ".zprofile",
    ".zshenv",
    ".zshrc",
];

/// Settings and parts of tools that run programs, or fetch what runs: git-config(1), hgrc(5), curl(1), wget(1), cargo, npm, yarn, pip,
/// gem(1), bundle(1), cpan(1), Maven, Gradle, sbt, terraform, nix, and the XDG Base Directory specification.
const TOOLS: &[&str] = &[
    ".ansible",
    ".ansible.cfg",
    ".asdf",
    ".bundle",
    ".cabal",
    ".cargo",
    ".composer",
    ".condarc",
    ".config",
    ".cpan",
    ".curlrc",
    ".forward",
    ".gem",
    ".gemrc",
    ".ghcup",
    ".git",
    ".gitconfig",
    ".gradle",
    ".hg",
    ".hgrc",
    ".ivy2",
    ".jupyter",
    ".m2",
    ".nix-channels",
    ".nix-profile",
    ".npmrc",
    ".nvm",
    ".opam",
    ".pip",
    ".procmailrc",
    ".pydistutils.cfg",
    ".pyenv",
    ".rbenv",
    ".rustup",
    ".rvm",
    ".sbt",
    ".sdkman",
    ".stack",
    ".subversion",
    ".terraform.d",
    ".terraformrc",
    ".volta",
    ".wgetrc",
    ".yarnrc",
    ".yarnrc.yml",
];

/// Keys, passwords and tokens: ssh(1), gpg(1), pass(1), netrc(5), git-credential-store(1), psql (`PGPASSFILE`), mysql_config_editor(1),
/// Xsecurity(7), rhosts(5), and the command lines of cloud providers.
const SECRETS: &[&str] = &[
    ".ICEauthority",
    ".Xauthority",
    ".authinfo",
    ".authinfo.gpg",
    ".aws",
    ".azure",
    ".bitcoin",
    ".boto",
    ".cvspass",
    ".databrickscfg",
    ".docker",
    ".electrum",
    ".env",
    ".ethereum",
    ".fetchmailrc",
    ".git-credentials",
    ".gnupg",
    ".kube",
    ".mbsyncrc",
    ".msmtprc",
    ".my.cnf",
    ".mylogin.cnf",
    ".netrc",
    ".oci",
    ".offlineimaprc",
    ".password-store",
    ".pgpass",
    ".pki",
    ".pypirc",
    ".rclone.conf",
    ".rhosts",
    ".s3cfg",
    ".shosts",
    ".smbcredentials",
    ".ssh",
    ".ssh2",
    ".vault-token",
    ".vnc",
];

/// Letters, profiles of browsers and chats, and what was typed before: history(3).
const PRIVATE: &[&str] = &[
    ".Rhistory",
    ".bash_history",
    ".claws-mail",
    ".evolution",
    ".ghci_history",
    ".histfile",
    ".history",
    ".icedove",
    ".irb_history",
    ".irssi",
    ".kde",
    ".lesshst",
    ".mozilla",
    ".mutt",
    ".muttrc",
    ".mysql_history",
    ".node_repl_history",
    ".psql_history",
    ".purple",
    ".python_history",
    ".rediscli_history",
    ".sh_history",
    ".sqlite_history",
    ".thunderbird",
    ".viminfo",
    ".weechat",
    ".zsh_history",
];

/// Names without a dot before them: of the Autostart specification, crontab(5), the Secret Service and Maildir(5).
const WITHOUT_DOT: &[&str] = &["Maildir", "autostart", "crontab", "crontabs", "keyrings"];

/// Folders in which programs look for what they run or load, and letters, anywhere in a path: places of the XDG Base Directory and
/// Autostart specifications, of Python (PEP 370), of systemd's user units, of cron and of desktop environments.
const FOLDERS: &[&[&str]] = &[
    &[".local", "bin"],
    &[".local", "lib"],
    &[".local", "share", "applications"],
    &[".local", "share", "dbus-1"],
    &[".local", "share", "deskpilot"],
    &[".local", "share", "evolution"],
    &[".local", "share", "fish"],
    &[".local", "share", "gnome-shell"],
    &[".local", "share", "kwalletd"],
    &[".local", "share", "mime"],
    &[".local", "share", "nautilus"],
    &[".local", "share", "nautilus-python"],
    &[".local", "share", "nemo"],
    &[".local", "share", "nvim"],
    &[".local", "share", "plasma"],
    &[".local", "share", "systemd"],
    &[".var", "app"],
    &["etc", "cron.d"],
    &["spool", "cron"],
];

/// Folders directly in a home in which shells look for programs, as Debian's `.profile` has them.
const OF_HOME: &[&str] = &["bin"];

/// The extensions of databases of passwords, and of files that hold a private key (PKCS #12, `PuTTY`).
const DATABASES: &[&str] = &["kdb", "kdbx", "p12", "pfx", "ppk"];

/// The names that ssh-keygen(1) gives private keys, wherever they were copied to.
const KEYS: &[&str] = &["id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "id_rsa"];

/// How the names of files with the settings and secrets of one environment begin: `.env.local`, `.env.production`.
const ENVIRONMENT: &str = ".env.";

/// What such a name ends with where the file only shows which settings there are.
const TEMPLATES: &[&str] = &["dist", "example", "sample", "template"];

/// Folders at the root that belong to the system (Filesystem Hierarchy Standard).
const SYSTEM: &[&str] =
    &["bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "proc", "run", "sbin", "sys", "usr"];

/// Whether the file at a canonical path controls programs or is secret. `inside` is the part of the path below the home, if it is
/// there.
pub(super) fn is_guarded(path: &str, inside: Option<&str>) -> bool {
    let names: Vec<&str> = inside.unwrap_or(path).split('/').filter(|it| !it.is_empty()).collect();
    let is_system = inside.is_none() && names.first().is_some_and(|it| SYSTEM.contains(it));
    is_system
        || names.iter().any(|it| is_guarded_name(it))
        || FOLDERS.iter().any(|folder| names.windows(folder.len()).any(|it| it == *folder))
        || in_home(&names, inside).and_then(|it| it.first()).is_some_and(|it| OF_HOME.contains(it))
}

/// Whether a system that ignores case has what controls programs or is secret under a name, because tools keep it there on every system.
pub(super) fn is_guarded_on_any_system(name: &str) -> bool {
    let is_in = |table: &[&str]| table.iter().any(|it| it.eq_ignore_ascii_case(name));
    is_guarded_name(name)
        || name.starts_with('.') && [STARTUP, TOOLS, SECRETS, PRIVATE].into_iter().any(is_in)
}

fn is_guarded_name(name: &str) -> bool {
    let is_database = |name: &str| {
        let extension = name.rsplit_once('.').map_or("", |it| it.1);
        DATABASES.iter().any(|it| it.eq_ignore_ascii_case(extension))
    };
    match name.starts_with('.') {
        // A test checks that these tables are sorted.
        true => {
            let is_listed =
                [STARTUP, TOOLS, SECRETS, PRIVATE].iter().any(|table| table.binary_search(&name).is_ok());
            is_listed || is_environment(name)
        }
        false => WITHOUT_DOT.contains(&name) || KEYS.contains(&name) || is_database(name),
    }
}

fn is_environment(name: &str) -> bool {
    let end = name.strip_prefix(ENVIRONMENT).map(|it| it.rsplit('.').next().unwrap_or(it));
    end.is_some_and(|it| !TEMPLATES.contains(&it))
}

/// The names below a home: that of the path, or one where systems keep homes.
fn in_home<'n, 'p>(names: &'n [&'p str], inside: Option<&str>) -> Option<&'n [&'p str]> {
    match names {
        _ if inside.is_some() => Some(names),
        ["home", _, below @ ..] | ["root", below @ ..] => Some(below),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in the home of somebody who writes programs and letters.
    const GUARDED: &str = "
        .bashrc .bash_history .profile .vimrc .vim/after/x.vim .gitconfig .git-credentials .config/git/config .pgpass .netrc
        .docker/config.json .kube/config .gnupg/trustdb.gpg .password-store/mail.gpg .ssh/id_ed25519 .ssh/authorized_keys
        .mozilla/firefox/a.default/logins.json .thunderbird/a.default/Mail/inbox .config/chromium/Default/Cookies
        .local/share/evolution/mail/folders.db .local/share/keyrings/login.keyring Documents/passwords.kdbx Maildir/new/1
        bin/backup .local/bin/backup .local/lib/python3.11/site-packages/sitecustomize.py .pythonrc.py .Rprofile .inputrc .tmux.conf
        .emacs.d/init.el .config/nvim/init.vim .config/autostart/a.desktop .config/systemd/user/a.service .python_history
        .local/share/applications/a.desktop .local/share/nautilus/scripts/a .npmrc .cargo/config.toml .aws/credentials
        src/app/.git/hooks/post-checkout src/app/.env src/app/.envrc .var/app/org.x.Y/config/a .my.cnf .wgetrc .lesshst
        .bashrc.d/a.sh .bash_completion .ghci .ipython/profile_default/startup/a.py .julia/config/startup.jl .iex.exs .ocamlinit
        .opam/opam-init/init.sh .jupyter/jupyter_server_config.py .ansible.cfg .bitcoin/wallet.dat .ethereum/keystore/a
        src/app/.env.local src/app/.env.production Downloads/id_rsa backup/id_ed25519 Documents/bank.p12 Documents/server.PFX
    ";
    const ORDINARY: &str = "
        Documents/letter.odt Documents/bin/parts.ods Documents/history.txt Downloads/a.pdf Pictures/bin.png Music/a.ogg Desktop/a.txt
        src/app/.gitignore src/app/src/main.rs src/app/bin/run.txt src/app/README.md .cache/thumbnails/a.png Templates/a.ott
        .local/share/Trash/files/a.txt .local/share/recently-used.xbel Public/a.txt Mail.odt notes/vimrc.md
        src/app/.env.example src/app/.env.local.sample Downloads/id_rsa.pub notes/id_rsa.md src/app/environment.ts Pictures/ppk.png
    ";

    #[test]
    fn of_a_home_what_controls_programs_and_what_is_secret_is_guarded_and_nothing_else() {
        for (paths, expected) in [(GUARDED, true), (ORDINARY, false)] {
            for path in paths.split_whitespace() {
                assert_eq!(is_guarded(&format!("/x/{path}"), Some(&format!("/{path}"))), expected, "{path}");
                assert_eq!(
                    is_guarded(&format!("/home/ann/{path}"), None),
                    expected,
                    "{path} of another home"
                );
            }
        }
    }

    #[test]
    fn the_tables_are_in_order() {
        for table in [STARTUP, TOOLS, SECRETS, PRIVATE] {
            assert!(table.is_sorted(), "{table:?}");
        }
    }
}
