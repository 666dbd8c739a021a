//! Reads the values of COM by hand.
//!
//! The conversions of the bindings call functions that not every Windows has, and end the process there.
#![expect(unsafe_code, reason = "reads unions")]

use windows::Win32::System::Com::IDispatch;
use windows::Win32::System::Variant::{
    VARENUM, VARIANT, VT_DISPATCH, VT_I2, VT_I4, VT_INT, VT_UI2, VT_UI4, VT_UINT,
};

/// The number of an integer; `None` for anything else, such as a role in words.
pub(super) fn number_in(variant: &VARIANT) -> Option<i32> {
    // SAFETY: every variant has its kind there, whatever it holds.
    let content = unsafe { &variant.Anonymous.Anonymous };
    let value = &content.Anonymous;
    // SAFETY: the kind says which field is filled. Signed and unsigned integers of one size have the same bits.
    unsafe {
        match content.vt {
            VT_I4 | VT_INT => Some(value.lVal),
            VT_UI4 | VT_UINT => Some(value.ulVal.cast_signed()),
            VT_I2 => Some(value.iVal.into()),
            VT_UI2 => Some(value.uiVal.into()),
            _ => None,
        }
    }
}

/// The object that a variant holds.
pub(super) fn object_in(variant: &VARIANT) -> Option<IDispatch> {
    // SAFETY: as in `number_in`. The clone counts a reference of its own.
    unsafe {
        let content = &variant.Anonymous.Anonymous;
        (content.vt == VT_DISPATCH).then(|| (*content.Anonymous.pdispVal).clone()).flatten()
    }
}

/// A variant with this number.
pub(super) fn of_number(number: i32) -> VARIANT {
    let mut variant = VARIANT::default();
    set(&mut variant, VT_I4, number);
    variant
}

fn set(variant: &mut VARIANT, kind: VARENUM, number: i32) {
    // SAFETY: the variant is empty, so that nothing is lost, and a plain number needs no release.
    let content = unsafe { &mut *variant.Anonymous.Anonymous };
    content.vt = kind;
    content.Anonymous.lVal = number;
}

#[cfg(test)]
mod tests {
    use super::*;
    use windows::Win32::System::Variant::{VT_BSTR, VT_EMPTY};

    #[test]
    fn only_integers_are_numbers() {
        for (kind, expected) in [
            (VT_I4, Some(-7)),
            (VT_INT, Some(-7)),
            (VT_UI4, Some(-7)),
            (VT_I2, Some(-7)),
            (VT_UI2, Some(0xfff9)),
            (VT_EMPTY, None),
            (VT_DISPATCH, None),
            (VT_BSTR, None),
        ] {
            let mut variant = of_number(0);
            set(&mut variant, kind, -7);
            assert_eq!(number_in(&variant), expected, "{kind:?}");
            // Nothing may release what only looks like an object or a text.
            set(&mut variant, VT_EMPTY, 0);
        }
        assert!(object_in(&of_number(5)).is_none());
        assert_eq!(number_in(&VARIANT::from("text")), None);
    }
}
