//! What objects a peer has, as it describes them itself in the XML of `org.freedesktop.DBus.Introspectable`.

use crate::bus::{BUS_LIMIT, BusError, BusLink};
use deskpilot_dbus::Callee;

/// How many children and interfaces of one object are read.
const MOST_NAMES: usize = 200;

/// An object: its interfaces, and the last parts of the paths of the objects below it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Object {
    pub(crate) interfaces: Vec<String>,
    pub(crate) children: Vec<String>,
}

impl Object {
    /// Asks a peer for one of its objects. A peer answers for paths without an object too, with what is below.
    pub(crate) async fn read(link: &BusLink, peer: &str, path: &str) -> Result<Object, BusError> {
        let interface = "org.freedesktop.DBus.Introspectable";
        let callee = Callee { destination: peer, path, interface, member: "Introspect" };
        let xml: String = link.call(callee, &(), BUS_LIMIT).await?;
        Ok(Object::parse(&xml))
    }

    pub(crate) fn has(&self, interface: &str) -> bool {
        self.interfaces.iter().any(|it| it == interface)
    }

    /// Reads the tags `node` and `interface` of the first level, and skips what is not well-formed.
    fn parse(xml: &str) -> Object {
        let mut object = Object::default();
        let mut depth = 0_u32;
        for tag in xml.split('<').skip(1).filter_map(|it| Some(it.split_once('>')?.0)) {
            let (kind, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
            match kind {
                "/node" => depth = depth.saturating_sub(1),
                "node" | "node/" => {
                    if depth == 1 {
                        object.children.extend(name(attributes).filter(|it| is_path_part(it)));
                    }
                    depth += u32::from(!tag.ends_with('/'));
                }
                "interface" if depth == 1 => object.interfaces.extend(name(attributes)),
                _ => {}
            }
        }
        object.children.truncate(MOST_NAMES);
        object.interfaces.truncate(MOST_NAMES);
        object
    }
}

/// The path of an object below another one.
pub(crate) fn below(path: &str, child: &str) -> String {
    format!("{}/{child}", path.trim_end_matches('/'))
}

/// The attribute `name`.
fn name(attributes: &str) -> Option<String> {
    let (_, value) = attributes.split_once("name=")?;
    let quote = value.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    value[1..].split_once(quote).map(|(name, _)| name.to_owned())
}

fn is_path_part(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_level_is_read_and_the_rest_skipped() {
        let xml = r#"<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" "x">
            <node>
              <interface name="org.gtk.Actions"><method name="List"><arg type="as" name="list"/></method></interface>
              <interface name='org.gtk.Application'/>
              <node name="window"><interface name="a.B"/><node name="inner"/></node>
              <node name="menus"/> <node name="../etc"/> <node name=""/> <node name/> <node
            </node>"#;
        let object = Object::parse(xml);
        assert_eq!(object.interfaces, ["org.gtk.Actions", "org.gtk.Application"]);
        assert_eq!(object.children, ["window", "menus"]);
        assert_eq!(Object::parse("</node></node><<<>>><node name="), Object::default());
        let many = format!("<node>{}</node>", r#"<node name="a"/>"#.repeat(10_000));
        assert_eq!(Object::parse(&many).children.len(), MOST_NAMES);
    }

    #[test]
    fn paths_are_joined() {
        assert_eq!(below("/", "org"), "/org");
        assert_eq!(below("/org", "gnome"), "/org/gnome");
    }
}
