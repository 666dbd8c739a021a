//! The manual of the built-in model, made from the table of its steps.

use super::{form::FormScope, grammar::FORMS};
use std::fmt::Write;

/// The manual for requests to the built-in model.
pub fn help() -> String {
    let mut text = String::from(INTRODUCTION);
    print_forms(&mut text, FormScope::Request);
    text.push_str("\nIn its plan a longer step is made into these:\n\n");
    print_forms(&mut text, FormScope::Plan);
    text
}

const INTRODUCTION: &str = "\
A request is a list of steps, one after the other, separated by full stops, semicolons, line breaks, `and` or `then`:

  Open the calculator. Compute 6 x 7. Open the text editor, type the result and save it as answer.txt in /tmp.

Quoted text is taken letter for letter and never split: quote what has a full stop, a comma or a verb in it.
An application may also be named at the end of a step: `compute 6 x 7 in the calculator`. It may be called by its name, by
the name of its program, or by what it is for: the browser, the file manager, the terminal, the spreadsheet, the word processor.
Words of courtesy, such as `could you please` and `thanks`, are left out. A sum may stand alone, as in `6 x 7`, and so may
the name of an application.
Requests in German and French are understood as well: `Öffne den Taschenrechner und berechne 6 x 7`.

A request in free words is turned into these steps if all of it is understood, and the plan shows them:

  hi, can you open both calculator and notepad pls
  whats 349.99 minus 20 percent? put the answer in price.txt
  jacket costs 80 and theres 20% off, what do i pay
  make a file called list.txt with milk, eggs and bread in it
  I want a note. It should say \"back at 5\". Call it door.
  leg mir ne datei einkauf.txt an, da soll drin stehen Butter, Käse
  calcule 15 fois 14 et enregistre le résultat dans total.txt
  the bill came to 138.40, we are 4 people, what does each pay
  create fruit.txt with apple, pear and plum, each on its own line
  open the calculator, i have to do my taxes

Numbers may be words up to the hundred thousands. A comma stands before decimals in German and French. Percent, powers, halves,
averages, roots of squares and measures become a sum that a calculator has keys for. A text without an application goes to the text editor where no window has the keyboard;
a file begins with an empty text. A slip in a verb that destroys nothing is understood: `calcualte`, `wirte`, and not `delte`. No
slip in a text is mended. Where words have two readings, such as a `pls` behind a text, the request is refused with both.

";

fn print_forms(text: &mut String, scope: FormScope) {
    for form in FORMS.iter().filter(|form| form.scope == scope) {
        let others = match form.verbs {
            [_] => String::new(),
            words => format!(" (also: {})", words[1..].join(", ")),
        };
        // Writing to a string cannot fail.
        let _ = write!(text, "  {}{others}\n      {}\n      {}\n", form.syntax, form.doc, form.example);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_in_the_manual_with_its_example() {
        for form in FORMS {
            assert!(help().contains(form.syntax) && help().contains(form.example), "{}", form.syntax);
        }
    }
}
