//! Turns wishes into steps of the grammar: opens what a text is typed in, and joins the name and the text of a file that two clauses
//! give.

use super::{
    super::{expression, quote::quote},
    patterns::Place,
    wish::{FileKind, Text, Wish},
};

/// Whether a window has the keyboard before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyboard {
    /// One has it: a text goes there if no application is named.
    Taken,
    /// None has it.
    Free,
}

/// What is in front after the steps so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    /// What was there before.
    Unknown,
    Editor,
    Calculator,
    Other,
}

/// A file of which something is still to be said.
#[derive(Default)]
struct File {
    name: Option<String>,
    text: Option<Text>,
    is_note: bool,
}

/// The steps so far.
struct Plan {
    steps: Vec<String>,
    front: Front,
    keyboard: Keyboard,
    /// The file that is asked for, until all of it is said.
    file: Option<File>,
    /// How many sums there are, and how many come before this place.
    sums: usize,
    computed: usize,
    /// How many files were saved.
    saved: usize,
    /// Whether a text was typed that no step saves.
    has_unsaved: bool,
    /// How many files or sums are announced.
    announced: Option<u64>,
}

/// The steps; the error says what is missing.
pub(super) fn steps(wishes: Vec<Wish>, keyboard: Keyboard) -> Result<Vec<String>, String> {
    let sums = wishes.iter().filter(|it| matches!(it, Wish::Compute(_))).count();
    let mut plan = Plan {
        steps: Vec::new(),
        front: Front::Unknown,
        keyboard,
        file: None,
        sums,
        computed: 0,
        saved: 0,
        has_unsaved: false,
        announced: None,
    };
    for wish in wishes {
        plan.add(wish)?;
    }
    plan.end_file()?;
    if let Some(announced) = plan.announced.filter(|it| !plan.is_of(*it)) {
        return Err(format!(
            "{announced} are announced and not {announced} are there; say each with its name and text, as in `make a file a.txt with hello and a file b.txt with bye`"
        ));
    }
    Ok(plan.steps)
}

impl Plan {
    /// Whether there are so many files or sums, or nothing that is counted.
    fn is_of(&self, announced: u64) -> bool {
        let all = [0, announced];
        let (saved, computed) = (self.saved as u64, self.computed as u64);
        all.contains(&(saved + computed)) || saved == announced || computed == announced
    }

    fn add(&mut self, wish: Wish) -> Result<(), String> {
        match wish {
            Wish::Nothing => {}
            Wish::Several(count) => self.announced = Some(count),
            Wish::Says(text) => match &mut self.file {
                Some(file) if file.text.is_none() => file.text = Some(text),
                None if self.front == Front::Editor => self.type_text(&text, Place::Editor),
                _ => return Err("say first which file is to have that text, as in `make a file called notes.txt with hello in it`".into()),
            },
            Wish::Called(name) => self.call(name)?,
            Wish::Open(applications) => {
                self.end_file()?;
                applications.into_iter().for_each(|it| self.open(it));
            }
            Wish::Compute(sum) => {
                self.end_file()?;
                self.compute(&sum);
            }
            // `Make a file called notes.txt and write hello`: it is written into the file.
            Wish::Type { text, .. } if self.file.as_ref().is_some_and(|it| it.text.is_none()) => {
                self.file = self.file.take().map(|file| File { text: Some(text), ..file });
            }
            // A calculator that was opened for it takes a sum, and no text.
            Wish::Type { text, place } if self.takes_sum(&text, place) => {
                self.sums = self.sums.max(1);
                self.compute(&expression::parse(text.letters())?);
            }
            Wish::Type { text, place } => {
                self.end_file()?;
                self.type_text(&text, place);
            }
            Wish::TypeResult(place) => {
                self.go_to_result(place)?;
                self.steps.push("type the result".into());
                self.has_unsaved = true;
            }
            Wish::SaveResult(name) => {
                self.go_to_result(Place::Editor)?;
                self.begin_file()?;
                self.steps.push(format!("save the result as {}", quote(&name)));
                self.saved += 1;
            }
            Wish::Another { name, text } => self.add_another(name, text)?,
            Wish::File { name, text, kind } => {
                self.end_file()?;
                self.file = Some(File { name, text, is_note: kind == FileKind::Note });
            }
        }
        Ok(())
    }

    /// Ends the file before, and goes to where the last result is to be.
    fn go_to_result(&mut self, place: Place) -> Result<(), String> {
        self.end_file()?;
        self.check_result()?;
        self.go_to_editor(place);
        Ok(())
    }

    /// One file more; one that is only named is not asked for.
    fn add_another(&mut self, name: String, text: Text) -> Result<(), String> {
        if self.announced.is_none() && self.saved == 0 && self.file.is_none() {
            return Err(format!(
                "say what is to be done with \"{name}\", as in `make a file called {name} with hello in it`"
            ));
        }
        self.end_file()?;
        self.file = Some(File { name: Some(name), text: Some(text), is_note: false });
        Ok(())
    }

    fn open(&mut self, application: &str) {
        let front = match application {
            "calculator" => Front::Calculator,
            "text editor" => Front::Editor,
            _ => Front::Other,
        };
        // People name the same one twice: `I want to write a letter, open a text editor`.
        let step = format!("open the {application}");
        if self.steps.last() != Some(&step) {
            self.steps.push(step);
        }
        self.front = front;
    }

    fn compute(&mut self, sum: &str) {
        self.computed += 1;
        if self.front != Front::Calculator && !self.steps.is_empty() {
            self.open("calculator");
        }
        self.front = Front::Calculator;
        self.steps.push(match self.sums {
            1 => format!("compute {sum}"),
            _ => format!("compute {sum} as {}", quote(&format!("{} result", ordinal(self.computed)))),
        });
    }

    fn type_text(&mut self, text: &Text, place: Place) {
        self.go_to_editor(place);
        self.steps.push(format!("type {}", quote(text.letters())));
        self.has_unsaved = true;
    }

    /// Opens the text editor where a text is for it, or where nothing is in front that takes one.
    fn go_to_editor(&mut self, place: Place) {
        let is_there = match self.front {
            Front::Editor => true,
            Front::Other => place != Place::Editor,
            Front::Calculator => false,
            Front::Unknown => place != Place::Editor && self.keyboard == Keyboard::Taken,
        };
        if !is_there {
            self.open("text editor");
        }
    }

    fn takes_sum(&self, text: &Text, place: Place) -> bool {
        let is_calculator = self.front == Front::Calculator && self.computed == 0 && place != Place::Editor;
        is_calculator && self.file.is_none() && expression::written_alone(text.letters()).is_some()
    }

    /// One result is meant by `the result`, if there is one.
    fn check_result(&self) -> Result<(), String> {
        match self.computed {
            // An earlier request may have one.
            0 | 1 => Ok(()),
            _ => Err("there are several results: ask for one file in a request of its own, as in `compute 6 x 7, save the result as sum.txt`".into()),
        }
    }

    /// A name for the file that is asked for, for the text that was typed, or for the result.
    fn call(&mut self, name: String) -> Result<(), String> {
        if let Some(file) = &mut self.file {
            if file.name.is_some() {
                return Err("a file has one name".into());
            }
            file.name = Some(name);
            return if file.text.is_some() { self.end_file() } else { Ok(()) };
        }
        match self.front {
            Front::Calculator => self.add(Wish::SaveResult(name)),
            // The second would have the text of the first as well.
            _ if self.saved > 0 => Err("a second file is to be asked for with its text, as in `make a file called b.txt with hello in it`".into()),
            _ => {
                self.steps.push(format!("save it as {}", quote(&name)));
                self.saved += 1;
                self.has_unsaved = false;
                Ok(())
            }
        }
    }

    /// Writes the file that is asked for.
    fn end_file(&mut self) -> Result<(), String> {
        let Some(file) = self.file.take() else { return Ok(()) };
        match (file.name, file.text) {
            (None, None) if file.is_note => {
                return Err("say what the note is to say, as in `make a note that says hello`".into());
            }
            (None, Some(text)) if file.is_note => self.type_text(&text, Place::Editor),
            (None, _) => {
                return Err(
                    "say under which name the file is to be saved, as in `save \"hello\" as \"notes.txt\"`"
                        .into(),
                );
            }
            (Some(name), text) => {
                self.go_to_editor(Place::Editor);
                self.begin_file()?;
                if let Some(text) = text {
                    self.steps.push(format!("type {}", quote(text.letters())));
                }
                self.steps.push(format!("save it as {}", quote(&name)));
                self.saved += 1;
            }
        }
        Ok(())
    }

    /// A file has no other text than its own: the editor is to be empty, and a second file begins without the text of the first, which
    /// is saved.
    fn begin_file(&mut self) -> Result<(), String> {
        if self.has_unsaved {
            return Err("a text is typed before the file that is not saved: ask for each in a request of its own, as in `save \"hello\" as notes.txt`".into());
        }
        let step =
            if self.saved > 0 { "press Ctrl+A then Delete" } else { "make sure that the text is empty" };
        self.steps.push(step.into());
        Ok(())
    }
}

fn ordinal(number: usize) -> String {
    const WORDS: &[&str] = &["first", "second", "third", "fourth", "fifth", "sixth"];
    WORDS.get(number - 1).map_or_else(|| format!("{number}."), |it| (*it).to_owned())
}
