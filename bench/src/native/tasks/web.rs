//! Tasks in web pages.

use super::{Check, Subject, Task, click, fill, keys, on, tell, wait};
use crate::native::form_server::TARGET;
use serde_json::{Value, json};

/// The fields of the form, in its order.
const FIELDS: [Field; 20] = [
    Field::text("First name", "Ada"),
    Field::text("Last name", "Byron"),
    Field::text("Company", "Analytical Engines"),
    Field::text("E-mail", "ada@example.org"),
    Field::text("Phone", "020 7946 0123"),
    Field::text("Street", "12 St James's Square"),
    Field::text("City", "London"),
    Field::text("Postcode", "SW1Y 4JH"),
    Field::text("Customer number", "K-1815"),
    Field::text("Order number", "1842-7"),
    Field::text("Cost centre", "Mathematics"),
    Field::text("Delivery window", "9 to 12"),
    Field::text("Voucher", "NOTE-G"),
    Field::text("Remark", "ring twice"),
    Field { label: "Pieces", kind: FieldKind::Number(12) },
    Field { label: "Boxes", kind: FieldKind::Number(3) },
    Field { label: "Country", kind: FieldKind::Choice(["Norway", "United Kingdom"]) },
    Field { label: "Colour", kind: FieldKind::Choice(["Red", "Green"]) },
    Field { label: "Wrap as a gift", kind: FieldKind::Checkbox },
    Field { label: "Send news", kind: FieldKind::Checkbox },
];

/// A field of the form, which begins empty, at 1, at its first choice, or not checked.
#[derive(Clone, Copy, Debug)]
struct Field {
    label: &'static str,
    kind: FieldKind,
}

/// What a field takes, and what the task puts into it.
#[derive(Clone, Copy, Debug)]
enum FieldKind {
    /// This text.
    Text(&'static str),
    /// This number.
    Number(u32),
    /// The second of these.
    Choice([&'static str; 2]),
    /// A check mark.
    Checkbox,
}

/// The tasks.
pub(super) fn tasks() -> Vec<Task> {
    vec![form()]
}

impl Field {
    const fn text(label: &'static str, text: &'static str) -> Field {
        Field { label, kind: FieldKind::Text(text) }
    }

    fn html(&self) -> String {
        let label = self.label;
        let name = format!(r#"name="{label}""#);
        let field = match self.kind {
            FieldKind::Text(_) => format!("<input {name}>"),
            FieldKind::Number(_) => format!(r#"<input {name} type="number" value="1">"#),
            FieldKind::Choice([first, second]) => {
                format!("<select {name}><option>{first}</option><option>{second}</option></select>")
            }
            FieldKind::Checkbox => format!(r#"<input {name} type="checkbox">"#),
        };
        format!("<label>{label} {field}</label>\n")
    }

    /// The command that fills it in the window.
    fn act(&self) -> Value {
        let control = |role: &str| format!("{role} \"{}\"", self.label);
        match self.kind {
            FieldKind::Text(text) => fill(&control("Edit"), text),
            FieldKind::Number(number) => on(&control("Spinner"), "set_value", &json!({"value": number})),
            FieldKind::Choice([_, second]) => {
                on(&control("ComboBox"), "select_item", &json!({"item": second}))
            }
            FieldKind::Checkbox => on(&control("CheckBox"), "check", &json!({})),
        }
    }

    /// Its row in the native command that fills forms.
    fn row(&self) -> Value {
        match self.kind {
            FieldKind::Text(text) | FieldKind::Choice([_, text]) => json!([self.label, text]),
            FieldKind::Number(number) => json!([self.label, number]),
            FieldKind::Checkbox => json!([self.label, true]),
        }
    }

    /// The line that the server gets.
    fn sent(&self) -> String {
        let label = self.label;
        match self.kind {
            FieldKind::Text(text) | FieldKind::Choice([_, text]) => format!("{label}={text}"),
            FieldKind::Number(number) => format!("{label}={number}"),
            FieldKind::Checkbox => format!("{label}=on"),
        }
    }
}

/// The page with the form. It sends one line for each field.
fn page() -> String {
    let fields: String = FIELDS.iter().map(Field::html).collect();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Order</title>\
         <style>form {{ columns: 2 }} label {{ display: block; margin: 0.3em }}</style></head><body>\n\
         <form method=\"post\" action=\"{TARGET}\" enctype=\"text/plain\">\n{fields}<button>Place the order</button></form>\
         </body></html>"
    )
}

fn form() -> Task {
    let thanks = wait("Your order has arrived");
    let address = fill("ComboBox \"Search with Google or enter address\"", "{server}/");
    let mut window = vec![address, keys("{ENTER}"), wait("Place the order")];
    window.extend(FIELDS.iter().map(Field::act));
    window.extend([click("Button \"Place the order\""), thanks.clone()]);
    let rows: Vec<Value> = FIELDS.iter().map(Field::row).collect();
    let native = vec![
        tell("open_page", &json!({"url": "{server}/"})),
        tell("fill_form", &json!({"fields": rows})),
        tell("click_element", &json!({"role": "button", "name": "Place the order"})),
        thanks,
    ];
    Task {
        name: "fill a web form of 20 fields",
        subject: Subject::Form(page()),
        shows: "Begin here",
        window,
        native,
        checks: vec![Check::Sent(FIELDS.iter().map(Field::sent).collect())],
    }
}
