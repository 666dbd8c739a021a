//! The names under which this server may be asked. A page of another site cannot use them, whatever its name resolves to.

/// The hosts and the origins of a server on this port of the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosts(pub(crate) u16);

/// The names of the machine itself.
const NAMES: [&str; 2] = ["127.0.0.1", "localhost"];

impl Hosts {
    /// Whether a `Host` is this server's.
    pub(crate) fn is_own(self, host: &str) -> bool {
        NAMES.iter().any(|name| self.spelled(name) == host)
    }

    /// Whether an `Origin` is that of pages which this server serves under this `Host`.
    pub(crate) fn is_own_origin(self, origin: &str, host: &str) -> bool {
        self.is_own(host) && origin.strip_prefix("http://") == Some(host)
    }

    /// The address of a path.
    pub(crate) fn address(self, path: &str) -> String {
        format!("http://{}{path}", self.spelled(NAMES[0]))
    }

    /// The name of the cookie. Cookies do not know ports.
    pub(crate) fn cookie(self) -> String {
        format!("deskpilot-{}", self.0)
    }

    /// Browsers leave out the port 80.
    fn spelled(self, name: &str) -> String {
        if self.0 == 80 { name.to_owned() } else { format!("{name}:{}", self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_machine_itself_at_this_port_is_meant() {
        for (host, is_own) in [
            ("127.0.0.1:4711", true),
            ("localhost:4711", true),
            ("127.0.0.1", false),
            ("127.0.0.1:4712", false),
            ("127.0.0.1:4711.example.org", false),
            ("evil.example.org:4711", false),
            ("localhost.example.org:4711", false),
            ("LOCALHOST:4711", false),
            ("", false),
        ] {
            assert_eq!(Hosts(4711).is_own(host), is_own, "{host}");
        }
        assert!(Hosts(80).is_own("localhost") && !Hosts(80).is_own("localhost:80"));
    }

    #[test]
    fn an_origin_is_that_of_the_host_that_was_asked() {
        let host = "localhost:4711";
        for (origin, is_own) in [
            ("http://localhost:4711", true),
            ("http://127.0.0.1:4711", false),
            ("https://localhost:4711", false),
            ("http://localhost:4712", false),
            ("http://evil.example.org", false),
            ("null", false),
        ] {
            assert_eq!(Hosts(4711).is_own_origin(origin, host), is_own, "{origin}");
        }
        assert!(!Hosts(4711).is_own_origin("http://evil.example.org:4711", "evil.example.org:4711"));
    }
}
