//! Appointments: lists of them, one's own, and invitations of others.

use super::{
    folders::{SENT, default_folder},
    items::{begins_with, one_line, text_if_any},
    listing::{MOST, USUAL},
    recipients::{self, Recipient, TO},
    sending::{Passage, Whereabouts, sent_answer},
};
use crate::{
    commands::{
        answer::{Answer, Answered, Failure, bad, refused},
        call_args::CallArgs,
        here::Here,
        texts::{counted, markdown_table},
    },
    dispatch::{
        date::{date_text, serial_of},
        error::CallError,
        object::Object,
        value::{Value, args},
    },
};

/// The folder of appointments (`olFolderCalendar`), a new one (`olAppointmentItem`), and one to which others are invited (`olMeeting`).
const CALENDAR: i64 = 9;
const APPOINTMENT: i64 = 1;
const MEETING: i64 = 1;
/// Two times are the same within this part of a day, half a second.
const SAME_TIME: f64 = 0.5 / 86_400.0;
/// The most appointments that are looked at for a list.
const MOST_READ: usize = 2_000;

pub(super) fn list_appointments(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let most = usize::try_from(args.whole("most", 1, MOST)?.unwrap_or(USUAL)).unwrap_or_default();
    let first = day(args.required("first")?, "first")?;
    let last = args.text("last").map(|it| day(it, "last")).transpose()?.unwrap_or(first);
    if last < first {
        return bad("last", "the first day, or one after it");
    }
    let end = last + 1.0;
    let all = default_folder(here, CALENDAR)?.object("Items")?;
    // The order first: only so a series has its single appointments.
    all.value_of("Sort", args!["[Start]"])?;
    all.choose("IncludeRecurrences", true)?;
    let condition = format!("[Start] < '{}' AND [End] > '{}'", minute_text(end), minute_text(first));
    let found = all.object_of("Restrict", args![condition])?;
    let mut rows = vec![["start", "end", "subject", "location", "id"].map(str::to_owned).to_vec()];
    let mut next = found.object_if_any("GetFirst", args![])?;
    let (mut looked_at, mut rest) = (0, "");
    while let Some(item) = next {
        looked_at += 1;
        let (from, to) = (time_of(&item, "Start")?, time_of(&item, "End")?);
        // Outlook reads the days of a condition by the rules of the user's language: each is compared once more.
        if from < end && (to > first || from >= first) {
            rows.push(row(&item, from, to)?);
        }
        if from >= end {
            break;
        }
        if rows.len() > most || looked_at == MOST_READ {
            rest = ", and there may be more";
            break;
        }
        next = found.object_if_any("GetNext", args![])?;
    }
    let what = counted(rows.len() - 1, "appointment", "appointments");
    Answer::read(
        format!("read {what} from {} to {}{rest}", date_text(first), date_text(last)),
        &markdown_table(&rows),
    )
}

fn row(item: &Object, from: f64, to: f64) -> Result<Vec<String>, CallError> {
    Ok(vec![
        date_text(from),
        if item.flag("AllDayEvent")? { "all day".into() } else { date_text(to) },
        one_line(&text_if_any(item, "Subject")?),
        one_line(&text_if_any(item, "Location")?),
        item.text("EntryID")?,
    ])
}

/// What an appointment is to have.
struct Wanted<'a> {
    subject: &'a str,
    start: f64,
    end: f64,
    location: Option<&'a str>,
    text: Option<&'a str>,
}

impl<'a> Wanted<'a> {
    fn of(args: CallArgs<'a>) -> Result<Wanted<'a>, Failure> {
        let (start, end) = (time(args.required("start")?, "start")?, time(args.required("end")?, "end")?);
        if end < start {
            return bad("end", "a time after start");
        }
        let (location, text) = (args.text("location"), args.text("text"));
        Ok(Wanted { subject: args.required("subject")?, start, end, location, text })
    }

    fn put(&self, item: &Object) -> Result<(), CallError> {
        item.put("Subject", self.subject)?;
        item.put("Start", Value::Date(self.start))?;
        item.put("End", Value::Date(self.end))?;
        if let Some(location) = self.location {
            item.put("Location", location)?;
        }
        if let Some(text) = self.text {
            item.put("Body", text.replace("\r\n", "\n").replace('\n', "\r\n"))?;
        }
        Ok(())
    }

    fn is(&self, item: &Object) -> Result<bool, CallError> {
        let is_time = |member: &str, wanted: f64| {
            Ok::<bool, CallError>((time_of(item, member)? - wanted).abs() < SAME_TIME)
        };
        let is_place = self.location.map_or(Ok(true), |it| item.text("Location").map(|now| now == it))?;
        let has_text = self.text.map_or(Ok(true), |it| item.text("Body").map(|now| begins_with(&now, it)))?;
        Ok(item.text("Subject")? == self.subject
            && is_time("Start", self.start)?
            && is_time("End", self.end)?
            && is_place
            && has_text)
    }

    fn span(&self) -> String {
        format!("from {} to {}", date_text(self.start), date_text(self.end))
    }
}

pub(super) fn add_appointment(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = Wanted::of(args)?;
    let item = here.program.call_for_object("CreateItem", args![APPOINTMENT])?;
    wanted.put(&item)?;
    item.call("Save", args![])?;
    let id = item.text("EntryID")?;
    match wanted.is(&item)? && item.flag("Saved")? {
        true => Answer::read(
            format!("the appointment {} is in the calendar, read back", wanted.span()),
            &format!("id: {id}"),
        ),
        false => Ok(Answer::Partial(format!("an appointment {id} is in the calendar, and is not as wanted"))),
    }
}

pub(super) fn send_invitation(here: &Here<'_>, args: CallArgs<'_>) -> Answered {
    let wanted = Wanted::of(args)?;
    let invited = [(TO, args.texts("to").unwrap_or_default())];
    if invited[0].1.is_empty() {
        return bad("to", "one recipient or more");
    }
    if wanted.subject.is_empty() {
        return bad("subject", "given, because by it the invitation is found once it is sent");
    }
    recipients::check_known(here, &invited)?;
    let passage = Passage::of(here, default_folder(here, SENT)?, wanted.subject)?;
    let item = here.program.call_for_object("CreateItem", args![APPOINTMENT])?;
    item.put("MeetingStatus", MEETING)?;
    wanted.put(&item)?;
    recipients::add(&item, &invited)?;
    item.call("Save", args![])?;
    if !wanted.is(&item)? || !recipients::are(&people_of(&item)?, &invited) {
        return refused(
            "the appointment is not as wanted, and nobody was invited: look at it in the calendar",
        );
    }
    item.call("Send", args![])?;
    let place = passage.whereabouts(here, wanted.subject)?;
    let note = format!("; the appointment {} is in the calendar", wanted.span());
    match place {
        Whereabouts::Unknown => sent_answer("the invitation", place),
        _ => Ok(sent_answer("the invitation", place)?.with_note(&note)),
    }
}

/// The people who are invited. Outlook may list the one who invites them, too.
fn people_of(item: &Object) -> Result<Vec<Recipient>, CallError> {
    let organizer = text_if_any(item, "Organizer")?;
    Ok(recipients::of_item(item)?.into_iter().filter(|it| !it.is_organizer(&organizer)).collect())
}

/// A time of an appointment.
fn time_of(item: &Object, member: &str) -> Result<f64, CallError> {
    match item.value(member)? {
        Value::Date(it) => Ok(it),
        found => Err(CallError::Unexpected { member: member.to_owned(), found: found.to_string() }),
    }
}

/// A day of an argument, without a time.
fn day(text: &str, name: &'static str) -> Result<f64, Failure> {
    match serial_of(text) {
        Some(it) if it.fract() == 0.0 => Ok(it),
        _ => bad(name, "a day such as 2026-03-31"),
    }
}

/// A time of an argument.
fn time(text: &str, name: &'static str) -> Result<f64, Failure> {
    serial_of(text).map_or_else(|| bad(name, "a time such as 2026-03-31 14:00"), Ok)
}

/// The begin of a day as a condition has it.
fn minute_text(day: f64) -> String {
    format!("{} 00:00", date_text(day))
}
