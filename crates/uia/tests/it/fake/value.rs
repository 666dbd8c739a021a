//! Values of properties, and how COM passes them.

use std::mem::ManuallyDrop;
use std::ptr::from_ref;
use windows::Win32::System::Ole::{SafeArrayCreateVector, SafeArrayPutElement};
use windows::Win32::System::Variant::{
    VARENUM, VARIANT, VARIANT_0, VARIANT_0_0, VARIANT_0_0_0, VT_ARRAY, VT_I4, VT_R8, VT_UNKNOWN,
};
use windows_core::BSTR;

/// The value of a property.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Integer(i32),
    Number(f64),
    Text(String),
    Integers(Vec<i32>),
    Numbers(Vec<f64>),
    /// What UI Automation sends for a property that is not supported: an object, here none.
    Unsupported,
}

impl Value {
    pub(crate) fn variant(&self) -> VARIANT {
        match self {
            Value::Bool(value) => VARIANT::from(*value),
            Value::Integer(value) => VARIANT::from(*value),
            Value::Number(value) => VARIANT::from(*value),
            Value::Text(value) => VARIANT::from(BSTR::from(value)),
            Value::Integers(values) => array(VT_I4, values),
            Value::Numbers(values) => array(VT_R8, values),
            Value::Unsupported => variant(VT_UNKNOWN, VARIANT_0_0_0::default()),
        }
    }

    /// A value that an application should not send for anything, drawn by this number.
    pub(crate) fn nonsense(draw: u64) -> Value {
        let number = (draw >> 8) as i32;
        match draw % 8 {
            0 => Value::Bool(number % 2 == 0),
            1 => Value::Integer(number),
            2 => Value::Number(f64::from_bits(draw)),
            3 => Value::Text("\u{fffd}\0\u{1f600}".repeat((draw % 7) as usize)),
            4 => Value::Integers(vec![number; (draw >> 4) as usize % 5]),
            5 => Value::Numbers(vec![f64::from_bits(draw); (draw >> 4) as usize % 6]),
            6 => Value::Integer(i32::MIN),
            _ => Value::Unsupported,
        }
    }
}

fn variant(vt: VARENUM, value: VARIANT_0_0_0) -> VARIANT {
    let inner = VARIANT_0_0 { vt, Anonymous: value, ..VARIANT_0_0::default() };
    VARIANT { Anonymous: VARIANT_0 { Anonymous: ManuallyDrop::new(inner) } }
}

fn array<T>(element: VARENUM, values: &[T]) -> VARIANT {
    // SAFETY: the array is new and has room for all values, which are of its type; the variant owns it.
    unsafe {
        let array = SafeArrayCreateVector(element, 0, values.len() as u32);
        for (index, value) in (0i32..).zip(values) {
            SafeArrayPutElement(array, &raw const index, from_ref(value).cast()).unwrap();
        }
        variant(VARENUM(VT_ARRAY.0 | element.0), VARIANT_0_0_0 { parray: array })
    }
}
