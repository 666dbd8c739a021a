//! Requests in German and French: each clause that begins with one of their verbs is put into the English of the grammar.
//!
//! Texts to type stay as they are; of other words only those that the grammar knows are translated.

use super::{
    phrases::{cut_all, is_cell},
    quote::{leading_quotation, mask},
};

/// A language: its verbs with those of the grammar, its words between the parts of a step, and what joins two steps.
struct Language {
    verbs: &'static [(&'static str, &'static str)],
    words: &'static [(&'static str, &'static str)],
    joints: &'static [&'static str],
    fillers: &'static [&'static str],
    /// Words that a separable verb leaves at the end of its clause.
    tails: &'static [&'static str],
    /// Words of courtesy at the end of a clause.
    thanks: &'static [&'static str],
    /// Words between a verb and its object that say nothing.
    particles: &'static [&'static str],
    /// How a sentence begins that asks, and whose verb then stands at its end.
    asking: &'static [&'static str],
    /// Verbs at the end of such a sentence, each with the one with which a clause begins.
    infinitives: &'static [(&'static str, &'static str)],
    /// The words for `to` and `and` where a field is set or a text is put somewhere; elsewhere names may have them.
    values: &'static [(&'static str, &'static str)],
}

const LANGUAGES: [Language; 2] = [GERMAN, FRENCH];

const GERMAN: Language = Language {
    verbs: &[
        ("öffne", "open"),
        ("öffnen sie", "open"),
        ("starte", "open"),
        ("starten sie", "open"),
        ("zeig mir", "open"),
        ("zeige mir", "open"),
        ("gehe zu", "go to"),
        ("wechsle zu", "go to"),
        ("klicke auf", "click"),
        ("klick auf", "click"),
        ("klicken sie auf", "click"),
        ("klicke", "click"),
        ("doppelklicke auf", "double-click"),
        ("doppelklicke", "double-click"),
        ("rechtsklicke auf", "right-click"),
        ("schreibe", "type"),
        ("schreib", "type"),
        ("schreiben sie", "type"),
        ("tippe", "type"),
        ("tipp", "type"),
        ("tippen sie", "type"),
        ("gib", "type"),
        ("geben sie", "type"),
        ("drücke", "press"),
        ("drück", "press"),
        ("drücken sie", "press"),
        ("wähle", "select"),
        ("wähl", "select"),
        ("wählen sie", "select"),
        ("aktiviere", "check"),
        ("deaktiviere", "uncheck"),
        ("warte auf", "wait for"),
        ("warte", "wait"),
        ("setze", "set"),
        ("setz", "set"),
        ("setzen sie", "set"),
        ("trage", "type"),
        ("tragen sie", "type"),
        ("kopiere", "copy"),
        ("lösche", "delete"),
        ("führe", "run"),
        ("führen sie", "run"),
        ("lies", "read"),
        ("berechne", "compute"),
        ("rechne", "compute"),
        ("was ist", "compute"),
        ("was ergibt", "compute"),
        ("wie viel ist", "compute"),
        ("wieviel ist", "compute"),
        ("speichere", "save"),
        ("speichern sie", "save"),
        ("speicher", "save"),
        ("schließe", "close"),
        ("schließ", "close"),
        ("schließen sie", "close"),
        ("beende", "close"),
    ],
    words: &[
        (" unter dem namen ", " as "),
        (" in das feld ", " into the field "),
        (" ins feld ", " into the field "),
        (" in dem ", " in the "),
        (" im ", " in the "),
        (" ins ", " into the "),
        (" mit ", " with "),
        (" als ", " as "),
        (" aus der liste ", " from the list "),
        (" die eingabetaste", " enter"),
        (" das ergebnis", " the result"),
        (" den taschenrechner", " the calculator"),
        (" dem taschenrechner", " the calculator"),
        (" taschenrechner", " calculator"),
        (" den texteditor", " the text editor"),
        (" texteditor", " text editor"),
        (" den dateimanager", " the file manager"),
        (" dateimanager", " file manager"),
        (" tabellenkalkulation", " spreadsheet"),
        (" textverarbeitung", " word processor"),
        (" schaltfläche ", " button "),
        (" den knopf ", " the button "),
        (" das fenster", " the window"),
        (" sekunden", " seconds"),
        (" zweimal", " twice"),
        (" dreimal", " three times"),
        (" es ", " it "),
        (" der ", " the "),
        (" die ", " the "),
        (" das ", " the "),
        (" den ", " the "),
        (" dem ", " the "),
        (" einen ", " a "),
        (" eine ", " a "),
        (" ein ", " a "),
        (" strg", " ctrl"),
        ("umschalt", "shift"),
        ("entf", "delete"),
    ],
    joints: &[", und dann ", " und dann ", ", dann ", " dann ", ", und ", " und ", ", "],
    fillers: &["bitte ", "dann ", "danach ", "zuerst ", "und "],
    tails: &[" ein", " aus", " an", " ab", " vor"],
    thanks: &[" bitte", " danke"],
    particles: &[" bitte mal ", " mal ", " bitte ", " doch "],
    asking: &[
        "kannst du ",
        "könntest du ",
        "können sie ",
        "könnten sie ",
        "würdest du ",
        "würden sie ",
        "ich möchte ",
        "ich will ",
        "ich würde gern ",
        "ich würde gerne ",
    ],
    infinitives: &[
        (" öffnen", "öffne"),
        (" starten", "starte"),
        (" klicken", "klicke"),
        (" schreiben", "schreibe"),
        (" tippen", "tippe"),
        (" drücken", "drücke"),
        (" kopieren", "kopiere"),
        (" löschen", "lösche"),
        (" berechnen", "berechne"),
        (" ausrechnen", "berechne"),
        (" rechnen", "rechne"),
        (" speichern", "speichere"),
        (" schließen", "schließe"),
    ],
    values: &[(" auf ", " to "), (" und ", " and ")],
};

const FRENCH: Language = Language {
    verbs: &[
        ("ouvre", "open"),
        ("ouvrez", "open"),
        ("lance", "open"),
        ("lancez", "open"),
        ("démarre", "open"),
        ("démarrez", "open"),
        ("montre-moi", "open"),
        ("montrez-moi", "open"),
        ("va sur", "go to"),
        ("clique sur", "click"),
        ("cliquez sur", "click"),
        ("double-clique sur", "double-click"),
        ("tape", "type"),
        ("tapez", "type"),
        ("écris", "type"),
        ("écrivez", "type"),
        ("saisis", "type"),
        ("saisissez", "type"),
        ("mets", "type"),
        ("mettez", "type"),
        ("règle", "set"),
        ("réglez", "set"),
        ("copie", "copy"),
        ("copiez", "copy"),
        ("supprime", "delete"),
        ("supprimez", "delete"),
        ("exécute", "run"),
        ("exécutez", "run"),
        ("appuie sur", "press"),
        ("appuyez sur", "press"),
        ("choisis", "select"),
        ("choisissez", "select"),
        ("sélectionne", "select"),
        ("sélectionnez", "select"),
        ("coche", "check"),
        ("décoche", "uncheck"),
        ("attends", "wait for"),
        ("attendez", "wait for"),
        ("lis", "read"),
        ("lisez", "read"),
        ("calcule", "compute"),
        ("calculez", "compute"),
        ("enregistre", "save"),
        ("enregistrez", "save"),
        ("sauvegarde", "save"),
        ("ferme", "close"),
        ("fermez", "close"),
        ("quitte", "close"),
        ("quittez", "close"),
        ("ouvrir", "open"),
        ("lancer", "open"),
        ("cliquer sur", "click"),
        ("écrire", "type"),
        ("taper", "type"),
        ("saisir", "type"),
        ("appuyer sur", "press"),
        ("calculer", "compute"),
        ("combien font", "compute"),
        ("combien fait", "compute"),
        ("enregistrer", "save"),
        ("fermer", "close"),
    ],
    words: &[
        (" sous le nom ", " as "),
        (" sous ", " as "),
        (" comme ", " as "),
        (" dans le champ ", " into the field "),
        (" dans ", " in "),
        (" avec ", " with "),
        (" entrée", " enter"),
        (" le résultat", " the result"),
        (" la calculatrice", " the calculator"),
        (" calculatrice", " calculator"),
        (" l'éditeur de texte", " the text editor"),
        (" éditeur de texte", " text editor"),
        (" le gestionnaire de fichiers", " the file manager"),
        (" le navigateur", " the browser"),
        (" tableur", " spreadsheet"),
        (" traitement de texte", " word processor"),
        (" le bouton ", " the button "),
        (" la fenêtre", " the window"),
        (" secondes", " seconds"),
        (" deux fois", " twice"),
        (" fois", " times"),
        (" les ", " the "),
        (" le ", " the "),
        (" la ", " the "),
        (" l'", " the "),
        (" un ", " a "),
        (" une ", " a "),
        ("maj+", "shift+"),
        ("suppr", "delete"),
        ("échap", "escape"),
    ],
    joints: &[", et puis ", " et puis ", ", puis ", " puis ", ", et ", " et ", ", "],
    fillers: &[
        "s'il te plaît ",
        "s'il vous plaît ",
        "ensuite ",
        "puis ",
        "et ",
        "d'abord ",
        "peux-tu ",
        "pourrais-tu ",
        "pouvez-vous ",
        "pourriez-vous ",
        "je veux ",
        "je voudrais ",
        "j'aimerais ",
    ],
    tails: &[],
    thanks: &[" s'il te plaît", " s'il vous plaît", " stp", " svp", " merci"],
    particles: &[],
    asking: &[],
    infinitives: &[],
    values: &[(" à ", " to "), (" sur ", " to "), (" et ", " and ")],
};

/// The steps of a sentence in one of these languages, in English; `None` if it begins with none of their verbs.
pub(super) fn in_english(sentence: &str) -> Option<Vec<String>> {
    LANGUAGES.iter().find_map(|language| language.clauses(sentence))
}

impl Language {
    fn clauses(&self, sentence: &str) -> Option<Vec<String>> {
        let verb_first = self.verb_first(sentence);
        let mut rest = self.without_fillers(verb_first.as_deref().unwrap_or(sentence));
        self.verb(rest)?;
        let mut clauses = Vec::new();
        while let Some((end, length)) = self.next_clause(rest) {
            clauses.push(self.translated(&rest[..end])?);
            rest = self.without_fillers(&rest[end + length..]);
        }
        clauses.push(self.translated(rest)?);
        Some(clauses)
    }

    /// A polite request with its verbs in front: `Kannst du das Fenster schließen` as `schließe das Fenster`.
    fn verb_first(&self, sentence: &str) -> Option<String> {
        let sentence = self.without_fillers(sentence);
        let asked = self.asking.iter().find(|it| lower(sentence).starts_with(**it))?;
        let rest = self.without_fillers(&sentence[asked.len()..]);
        let clauses = cut_all(rest, &[" und "]).into_iter().map(|it| self.imperative(it));
        clauses.collect::<Option<Vec<String>>>().map(|it| it.join(" und "))
    }

    fn imperative(&self, clause: &str) -> Option<String> {
        let lowered = lower(clause);
        let (infinitive, verb) = self.infinitives.iter().find(|(it, _)| lowered.ends_with(*it))?;
        Some(format!("{verb} {}", clause[..clause.len() - infinitive.len()].trim()))
    }

    /// The end of a clause that another one with a verb follows, and the length of what joins them.
    fn next_clause(&self, text: &str) -> Option<(usize, usize)> {
        let lowered = lower(text);
        lowered.char_indices().skip(1).find_map(|(at, _)| {
            let joint = self.joints.iter().find(|it| lowered[at..].starts_with(**it))?;
            self.verb(self.without_fillers(&text[at + joint.len()..]))?;
            Some((at, joint.len()))
        })
    }

    fn without_fillers<'t>(&self, text: &'t str) -> &'t str {
        let mut text = text.trim();
        while let Some(filler) = self.fillers.iter().find(|it| lower(text).starts_with(**it)) {
            text = text[filler.len()..].trim_start();
        }
        text
    }

    /// The longest verb at the start: its length, and the English one.
    fn verb(&self, text: &str) -> Option<(usize, &'static str)> {
        let lowered = lower(text);
        let fits = |verb: &&(&str, &str)| {
            lowered.strip_prefix(verb.0).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let verb = self.verbs.iter().filter(fits).max_by_key(|verb| verb.0.len())?;
        Some((verb.0.len(), verb.1))
    }

    /// The words after a verb without those of courtesy, which may belong to a text that is typed.
    fn without_courtesy<'t>(&self, verb: &str, object: &'t str) -> &'t str {
        if matches!(verb, "type" | "run") {
            return object;
        }
        let lowered = lower(object);
        let particle = self.particles.iter().find(|it| lowered.starts_with(**it));
        let thanks = self.thanks.iter().find(|it| lowered.ends_with(**it));
        // The blank behind the particle stays.
        let start = particle.map_or(0, |it| it.len() - 1);
        let end = object.len() - thanks.map_or(0, |it| it.len());
        object.get(start..end).unwrap_or_default().trim_end_matches([',', ' '])
    }

    fn translated(&self, clause: &str) -> Option<String> {
        let clause = clause.trim();
        let (length, verb) = self.verb(clause)?;
        let object = clause[length..].trim_end_matches(['.', ',', '!']);
        let mut object = self.without_courtesy(verb, object).to_owned();
        if let Some(tail) = self.tails.iter().find(|it| lower(&object).ends_with(**it)) {
            object.truncate(object.len() - tail.len());
        }
        // What is typed stays, up to the words that say where.
        let from = if matches!(verb, "type" | "run") { self.place(&object) } else { 0 };
        let values = if matches!(verb, "type" | "set") { self.values } else { &[] };
        let words = in_english_words(&in_english_words(&object[from..], values), self.words);
        Some(format!("{verb}{}{words}", &object[..from]).trim().to_owned())
    }

    /// Where the words begin that say into which field a text goes; the end of the text if there are none.
    fn place(&self, object: &str) -> usize {
        let lowered = lower(object);
        let start = object.len() - object.trim_start().len();
        if let Some(quoted) = leading_quotation(&object[start..]) {
            return start + quoted.outer.end;
        }
        let places = self.words.iter().filter(|(_, english)| english.starts_with(" into the field"));
        let found = places.filter_map(|(word, _)| lowered.rfind(word)).max();
        // A note's name is no text.
        let is_note =
            self.words.iter().any(|(word, english)| *english == " the result" && lowered.starts_with(word));
        let found = found.or_else(|| self.cell_place(object, &lowered));
        if is_note { 0 } else { found.unwrap_or(object.len()) }
    }

    /// Where the first words begin that put a text into a cell.
    fn cell_place(&self, object: &str, lowered: &str) -> Option<usize> {
        let own = self.words.iter().filter(|(_, english)| *english == " in ").map(|(word, _)| *word);
        let is_cell_after =
            |at: &usize, word: &str| object[at + word.len()..].split([' ', ',']).next().is_some_and(is_cell);
        let places = own.chain([" in "]).filter_map(|word| {
            lowered.match_indices(word).map(|(at, _)| at).find(|at| is_cell_after(at, word))
        });
        places.min()
    }
}

/// The text with these words in English.
fn in_english_words(text: &str, words: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (word, english) in words {
        let mut from = 0;
        while let Some(at) = lower(&text).get(from..).and_then(|it| it.find(word)).map(|at| at + from) {
            text.replace_range(at..at + word.len(), english);
            // The blank at the end may begin the next word.
            from = at + english.trim_end().len();
        }
    }
    text
}

/// The text in lower case, with quoted parts blanked out. Byte offsets stay the same.
fn lower(text: &str) -> String {
    let masked = mask(text);
    // Umlauts and accents have as many bytes in lower case.
    masked
        .chars()
        .map(|c| c.to_lowercase().next().filter(|it| it.len_utf8() == c.len_utf8()).unwrap_or(c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{super::split::segments, *};

    #[test]
    fn german_and_french_requests_are_read_as_english_ones() {
        for (text, expected) in [
            ("Öffne den Taschenrechner und berechne 6 x 7", &["open the calculator", "compute 6 x 7"][..]),
            (
                "Bitte öffne den Texteditor, schreibe \"Guten Tag und auf Wiedersehen\" und speichere es als gruss.txt",
                &["open the text editor", "type \"Guten Tag und auf Wiedersehen\"", "save it as gruss.txt"],
            ),
            ("Klicke auf \"OK\". Drücke Strg+S.", &["click \"OK\"", "press ctrl+S"]),
            ("Tipp \"Hallo\". Drück Strg+S.", &["type \"Hallo\"", "press ctrl+S"]),
            ("Schließ das Fenster", &["close the window"]),
            ("Zeig mir den Taschenrechner", &["open the calculator"]),
            ("Démarre la calculatrice et calcule 8 x 9", &["open the calculator", "compute 8 x 9"]),
            ("Quitte la calculatrice", &["close the calculator"]),
            ("Gib Graz in das Feld \"Ort\" ein", &["type Graz into the field \"Ort\""]),
            ("Schreibe das Ergebnis", &["type the result"]),
            ("Wähle \"Deutsch\" aus", &["select \"Deutsch\""]),
            ("Ouvre la calculatrice et calcule 8 x 9", &["open the calculator", "compute 8 x 9"]),
            (
                "Ouvre l'éditeur de texte, écris \"bonjour\" et enregistre sous bonjour.txt",
                &["open the text editor", "type \"bonjour\"", "save as bonjour.txt"],
            ),
            ("Appuyez sur Entrée puis fermez la fenêtre", &["press enter", "close the window"]),
            ("Setze A1 auf \"Tee\" und B1 auf 3", &["set A1 to \"Tee\"", "set B1 to 3"]),
            ("Trage 5 in A1 und 7 in A2 ein", &["put 5 in A1", "put 7 in A2"]),
            ("Mets 5 dans A1 et 7 dans A2", &["put 5 in A1", "put 7 in A2"]),
            ("Écris \"bonjour\" dans A1", &["type \"bonjour\" in A1"]),
            ("Schreibe Brot und Butter", &["type Brot und Butter"]),
            ("Kannst du bitte den Taschenrechner öffnen?", &["open the calculator"]),
            ("Könntest du den Editor öffnen und \"Hallo\" schreiben", &["open the Editor", "type \"Hallo\""]),
            ("Ich möchte 12 mal 12 rechnen", &["compute 12 mal 12"]),
            ("Öffne mal den Editor", &["open the Editor"]),
            ("Peux-tu ouvrir la calculatrice ?", &["open the calculator"]),
            ("Ouvre la calculatrice stp", &["open the calculator"]),
            ("combien font 8 fois 9", &["compute 8 times 9"]),
            ("Führe \"ls -l\" aus", &["run \"ls -l\""]),
            ("Clique sur \"A\"", &["click \"A\""]),
            ("Open the calculator. Compute 1 + 1", &["Open the calculator", "Compute 1 + 1"]),
        ] {
            assert_eq!(segments(text), expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_in_another_language_is_left_alone() {
        for text in ["open the calculator", "klick", "Ouvrage", "", "die Tür"] {
            let english = in_english(text);
            assert!(english.is_none(), "{text}: {english:?}");
        }
    }
}
