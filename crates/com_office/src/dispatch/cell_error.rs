//! Errors that cells show, such as `#N/A`: values of cells, and no failures of a call.

use std::fmt;

/// What all numbers of such errors begin with (`CVErr` of Visual Basic).
const PREFIX: u32 = 0x800a_0000;

/// The numbers of the errors and what cells show for them, in English.
const SHOWN: &[(u16, &str)] = &[
    (2000, "#NULL!"),
    (2007, "#DIV/0!"),
    (2015, "#VALUE!"),
    (2023, "#REF!"),
    (2029, "#NAME?"),
    (2036, "#NUM!"),
    (2042, "#N/A"),
    (2043, "#GETTING_DATA"),
    (2045, "#SPILL!"),
    (2046, "#CONNECT!"),
    (2047, "#BLOCKED!"),
    (2048, "#UNKNOWN!"),
    (2049, "#FIELD!"),
    (2050, "#CALC!"),
];

/// An error as the value of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CellError(u16);

impl CellError {
    /// A name that the formula uses is unknown.
    pub(crate) const NAME: CellError = CellError(2029);

    /// The error of this number; `None` where the number is not an error of a cell.
    pub(crate) fn of(code: i32) -> Option<CellError> {
        let code = code.cast_unsigned();
        let number = u16::try_from(code & 0xffff).ok()?;
        (code & 0xffff_0000 == PREFIX && SHOWN.iter().any(|(known, _)| *known == number))
            .then_some(CellError(number))
    }

    /// Its number, as values carry it.
    pub(crate) fn code(self) -> i32 {
        (PREFIX | u32::from(self.0)).cast_signed()
    }

    /// The error that is shown so, in English.
    #[cfg(test)]
    pub(crate) fn of_text(text: &str) -> Option<CellError> {
        SHOWN.iter().find(|(_, shown)| *shown == text).map(|(number, _)| CellError(*number))
    }
}

impl fmt::Display for CellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = SHOWN.iter().find(|(number, _)| *number == self.0);
        f.write_str(shown.map_or("#ERROR!", |(_, shown)| shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_a_cell_is_known_by_its_number_and_other_numbers_are_none() {
        for (number, shown) in SHOWN {
            let error = CellError::of_text(shown).unwrap();
            assert_eq!(error.code().cast_unsigned(), 0x800a_0000 | u32::from(*number));
            assert_eq!(CellError::of(error.code()), Some(error));
            assert_eq!(error.to_string(), *shown);
        }
        // #N/A as Excel's documentation has it.
        assert_eq!(CellError::of(-2_146_826_246).unwrap().to_string(), "#N/A");
        for other in [0, 2042, -2_147_352_572, 0x800a_03ecu32.cast_signed()] {
            assert_eq!(CellError::of(other), None, "{other}");
        }
        assert_eq!(CellError::NAME.to_string(), "#NAME?");
    }
}
