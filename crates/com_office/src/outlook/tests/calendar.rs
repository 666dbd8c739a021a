//! Appointments are listed, added, and others are invited.

use super::{added, known, outlook, people};
use serde_json::json;

/// The calls for one appointment of a list.
fn listed(name: &str, start: f64, end: f64) -> String {
    format!("get @{name}.Start -> date {start:?}\nget @{name}.End -> date {end:?}\n")
}

const ROW: &str = "get @a.AllDayEvent -> false\nget @a.Subject -> \"Tea\"\nget @a.Location -> \"Hall\"\nget @a.EntryID -> \"00AB\"\n";

#[test]
fn the_appointments_of_days_are_listed_each_of_a_series() {
    let begin = r#"
        get @document.GetDefaultFolder(9) -> @calendar
        get @calendar.Items -> @all
        get @all.Sort("[Start]")
        put @all.IncludeRecurrences = true
        get @all.Restrict("[Start] < '2026-04-01 00:00' AND [End] > '2026-03-31 00:00'") -> @found
        get @found.GetFirst -> @a
    "#;
    let args = json!({"first": "2026-03-31"});
    let recording = format!(
        "{begin}{}{ROW}get @found.GetNext -> @b\n{}get @found.GetNext -> @c\n{}",
        listed("a", 46_112.5, 46_112.75),
        listed("b", 46_111.0, 46_112.0),
        listed("c", 46_113.0, 46_113.5)
    );
    assert_eq!(
        outlook("list_appointments", &args, &recording),
        "confirmed: read 1 appointment from 2026-03-31 to 2026-03-31\n| start | end | subject | location | id |\n\
         | --- | --- | --- | --- | --- |\n| 2026-03-31 12:00:00 | 2026-03-31 18:00:00 | Tea | Hall | 00AB |"
    );
    let full = format!("{begin}{}{ROW}", listed("a", 46_112.5, 46_112.75));
    let result = outlook("list_appointments", &json!({"first": "2026-03-31", "most": 1}), &full);
    assert!(
        result.starts_with(
            "confirmed: read 1 appointment from 2026-03-31 to 2026-03-31, and there may be more"
        ),
        "{result}"
    );
    let guarded = format!("{begin}get @a.Start -> ! aborted");
    assert!(outlook("list_appointments", &args, &guarded).starts_with("refused: "));
    for wrong in [json!({"first": "31.3."}), json!({"first": "2026-03-31", "last": "2026-03-30"})] {
        assert!(outlook("list_appointments", &wrong, "").starts_with("refused: "));
    }
}

const FILLED: &str = "put @item.Subject = \"Tea\"\nput @item.Start = date 46112.5\nput @item.End = date 46112.75\nput @item.Location = \"Hall\"\n";

fn read_back(location: &str, end: f64) -> String {
    format!(
        "get @item.Location -> \"{location}\"\nget @item.Subject -> \"Tea\"\nget @item.Start -> date 46112.5\nget @item.End -> date {end:?}\n"
    )
}

#[test]
fn an_appointment_of_ones_own_is_saved_and_read_back() {
    let recording = |end: f64, saved: &str| {
        format!(
            "call @outlook.CreateItem(1) -> @item\n{FILLED}call @item.Save()\nget @item.EntryID -> \"00CD\"\n{}{saved}",
            read_back("Hall", end)
        )
    };
    let args =
        json!({"subject": "Tea", "start": "2026-03-31 12:00", "end": "2026-03-31 18:00", "location": "Hall"});
    assert_eq!(
        outlook("add_appointment", &args, &recording(46_112.75, "get @item.Saved -> true")),
        "confirmed: the appointment from 2026-03-31 12:00:00 to 2026-03-31 18:00:00 is in the calendar, read back\nid: 00CD"
    );
    let moved = outlook("add_appointment", &args, &recording(46_112.76, ""));
    assert!(
        moved.starts_with("partial: an appointment 00CD is in the calendar, and is not as wanted"),
        "{moved}"
    );
    let back = json!({"subject": "Tea", "start": "2026-03-31 12:00", "end": "2026-03-31 11:00"});
    assert_eq!(outlook("add_appointment", &back, ""), "refused: end must be a time after start");
}

fn count(folder: &str, count: i64) -> String {
    format!(
        "get @{folder}.GetTable(\"@SQL=\\\"urn:schemas:httpmail:subject\\\" = 'Tea'\") -> @table\nget @table.GetRowCount -> {count}\n"
    )
}

#[test]
fn others_are_invited_once_the_appointment_is_as_wanted_and_the_invitation_is_looked_for() {
    let recording = |address: &str| {
        format!(
            "{}get @document.GetDefaultFolder(5) -> @sent\nget @document.GetDefaultFolder(4) -> @outbox\n{}{}\
             call @outlook.CreateItem(1) -> @item\nput @item.MeetingStatus = 1\n{FILLED}{}call @item.Save()\n{}\
             get @item.Organizer -> \"Ada\"\n{}",
            known("bob@a.example", true),
            count("outbox", 0),
            count("sent", 1),
            added("item", &[("bob@a.example", 1)]),
            read_back("Hall", 46_112.75),
            people("item", &[("Ada", "ada@a.example", 1), ("Bob", address, 1)])
        )
    };
    let args = json!({
        "subject": "Tea", "start": "2026-03-31 12:00", "end": "2026-03-31 18:00", "to": ["bob@a.example"], "location": "Hall",
    });
    let send = format!("{}call @item.Send()\n{}", recording("bob@a.example"), count("sent", 2));
    assert_eq!(
        outlook("send_invitation", &args, &send),
        "confirmed: the invitation is sent: it is among what was sent, read back; the appointment from 2026-03-31 12:00:00 to \
         2026-03-31 18:00:00 is in the calendar"
    );
    let lost = format!(
        "{}call @item.Send()\n{}{}",
        recording("bob@a.example"),
        count("sent", 1),
        count("outbox", 0)
    );
    assert!(outlook("send_invitation", &args, &lost).starts_with("unverified: "));
    let other = outlook("send_invitation", &args, &recording("eve@a.example"));
    assert!(other.starts_with("unverified: ") && other.contains("nobody was invited"), "{other}");
    let unknown = outlook("send_invitation", &args, &known("bob@a.example", false));
    assert!(unknown.starts_with("refused: "), "{unknown}");
}
