//! The value of a property, as far as Deskpilot reads it.

use deskpilot_core::Rect;

/// The value of a property.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PropertyValue {
    /// There is none.
    #[default]
    None,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Whole numbers.
    Integers(Vec<i64>),
    /// Numbers.
    Numbers(Vec<f64>),
    /// Texts.
    Texts(Vec<String>),
    /// Values of several types.
    Values(Vec<PropertyValue>),
    /// A value of a type that is not read: its number in COM (`VARTYPE`).
    Other(u16),
}

impl PropertyValue {
    /// Whether it is yes; some providers report a number.
    pub fn is_true(&self) -> bool {
        match self {
            PropertyValue::Bool(is_true) => *is_true,
            PropertyValue::Integer(number) => *number != 0,
            _ => false,
        }
    }

    /// The whole number; `None` where it is not a number that fits.
    pub fn integer(&self) -> Option<i32> {
        match self {
            PropertyValue::Integer(number) => i32::try_from(*number).ok(),
            PropertyValue::Bool(is_true) => Some(i32::from(*is_true)),
            // The bound keeps it within an `i32`: the conversion below would cut a larger one off silently.
            PropertyValue::Number(number) if number.fract() == 0.0 && number.abs() < 2e9 => {
                Some(*number as i32)
            }
            _ => None,
        }
    }

    /// The number; `None` where it is not a finite number.
    pub fn number(&self) -> Option<f64> {
        let number = match self {
            PropertyValue::Number(number) => *number,
            PropertyValue::Integer(number) => *number as f64,
            _ => return None,
        };
        number.is_finite().then_some(number)
    }

    /// The text; empty where it is not a text.
    pub fn into_text(self) -> String {
        match self {
            PropertyValue::Text(text) => text,
            _ => String::new(),
        }
    }

    /// The whole numbers that fit; empty where it is no array of them.
    pub fn integers(&self) -> Vec<i32> {
        match self {
            PropertyValue::Integers(numbers) => {
                numbers.iter().filter_map(|it| i32::try_from(*it).ok()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The rectangle of left, top, width and height. Empty where it is not a rectangle, as for what is not on the screen.
    pub fn rect(&self) -> Rect {
        let PropertyValue::Numbers(sides) = self else { return Rect::default() };
        let [left, top, width, height] = sides.as_slice() else { return Rect::default() };
        if sides.iter().any(|side| !side.is_finite()) || *width <= 0.0 || *height <= 0.0 {
            return Rect::default();
        }
        // Casts of numbers that are out of range saturate.
        Rect::new(left.round() as i32, top.round() as i32, width.round() as u32, height.round() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::PropertyValue as Value;
    use super::*;

    #[test]
    fn a_rectangle_is_four_finite_numbers_with_an_area() {
        let rect = |sides: &[f64]| Value::Numbers(sides.to_vec()).rect();
        assert_eq!(rect(&[-8.4, 10.6, 100.0, 20.0]), Rect::new(-8, 11, 100, 20));
        for nothing in [
            &[][..],
            &[1.0, 2.0, 3.0],
            &[f64::INFINITY, f64::INFINITY, 0.0, 0.0],
            &[0.0, f64::NAN, 5.0, 5.0],
            &[0.0, 0.0, -5.0, 5.0],
        ] {
            assert!(rect(nothing).is_empty(), "{nothing:?}");
        }
        assert_eq!(rect(&[0.0, 0.0, 1e300, 1.0]), Rect::new(0, 0, u32::MAX, 1));
        assert!(Value::Text("1,2,3,4".into()).rect().is_empty());
    }

    #[test]
    fn values_of_another_type_are_read_where_they_say_the_same_and_are_none_elsewhere() {
        assert!(Value::Integer(-1).is_true() && Value::Bool(true).is_true());
        assert!(!Value::Text("true".into()).is_true() && !Value::None.is_true());
        for (value, expected) in [
            (Value::Integer(7), Some(7)),
            (Value::Integer(i64::MAX), None),
            (Value::Bool(true), Some(1)),
            (Value::Number(3.0), Some(3)),
            (Value::Number(3.5), None),
            (Value::Number(f64::NAN), None),
            (Value::Other(13), None),
        ] {
            assert_eq!(value.integer(), expected, "{value:?}");
        }
        assert_eq!(Value::Number(f64::INFINITY).number(), None);
        assert_eq!(Value::Integer(2).number(), Some(2.0));
        assert_eq!(Value::Integers(vec![1, i64::MAX, 2]).integers(), [1, 2]);
        assert_eq!(Value::Integer(1).into_text(), "");
    }
}
