//! Reads and writes values of COM (`VARIANT`) by hand: the conversions of the bindings need a library that Wine lacks, and
//! end the process there.

use crate::com::safe_array::values_of;
use crate::protocol::node::RuntimeId;
use crate::protocol::property_value::PropertyValue;
use std::mem::ManuallyDrop;
use windows::Win32::System::Ole::{SafeArrayCreateVector, SafeArrayDestroy, SafeArrayPutElement};
use windows::Win32::System::Variant::{
    VAR_CHANGE_FLAGS, VARIANT, VARIANT_0, VARIANT_0_0, VARIANT_0_0_0, VT_ARRAY, VT_BOOL, VT_BSTR, VT_BYREF,
    VT_CY, VT_DATE, VT_DECIMAL, VT_EMPTY, VT_I1, VT_I2, VT_I4, VT_I8, VT_INT, VT_NULL, VT_R4, VT_R8, VT_UI1,
    VT_UI2, VT_UI4, VT_UI8, VT_UINT, VariantChangeType,
};

/// The value of a `VARIANT`. Pointers to values elsewhere are not followed: no property has one.
pub(crate) fn value_of(variant: &VARIANT) -> PropertyValue {
    let vt = variant.vt();
    if vt.0 & VT_BYREF.0 != 0 {
        return PropertyValue::Other(vt.0);
    }
    // SAFETY: `vt` says which field is set. Arrays belong to the variant, which is borrowed.
    unsafe {
        let value = &variant.Anonymous.Anonymous.Anonymous;
        if vt.0 & VT_ARRAY.0 != 0 {
            return values_of(value.parray, value_of);
        }
        match vt {
            VT_EMPTY | VT_NULL => PropertyValue::None,
            VT_I1 => PropertyValue::Integer(value.cVal.into()),
            VT_UI1 => PropertyValue::Integer(value.bVal.into()),
            VT_I2 => PropertyValue::Integer(value.iVal.into()),
            VT_UI2 => PropertyValue::Integer(value.uiVal.into()),
            VT_I4 | VT_INT => PropertyValue::Integer(value.lVal.into()),
            VT_UI4 | VT_UINT => PropertyValue::Integer(value.ulVal.into()),
            VT_I8 => PropertyValue::Integer(value.llVal),
            VT_UI8 => PropertyValue::Integer(i64::try_from(value.ullVal).unwrap_or(i64::MAX)),
            VT_R4 => PropertyValue::Number(value.fltVal.into()),
            VT_R8 => PropertyValue::Number(value.dblVal),
            VT_BOOL => PropertyValue::Bool(value.boolVal.as_bool()),
            VT_BSTR => PropertyValue::Text(value.bstrVal.to_string()),
            VT_CY | VT_DATE | VT_DECIMAL => as_number(variant),
            _ => PropertyValue::Other(vt.0),
        }
    }
}

/// A value of money, a date or a decimal number as a plain number.
fn as_number(variant: &VARIANT) -> PropertyValue {
    let mut number = VARIANT::default();
    // SAFETY: both are valid; the target is empty.
    match unsafe { VariantChangeType(&raw mut number, variant, VAR_CHANGE_FLAGS(0), VT_R8) } {
        Ok(()) => value_of(&number),
        Err(_) => PropertyValue::Other(variant.vt().0),
    }
}

/// A runtime id as a value to look for; `None` where there is no memory for it.
pub(crate) fn variant_of_id(id: &RuntimeId) -> Option<VARIANT> {
    let count = u32::try_from(id.numbers().len()).ok()?;
    // SAFETY: the array is new, and each index is in it. What fails destroys it; else it belongs to the variant.
    unsafe {
        let array = SafeArrayCreateVector(VT_I4, 0, count);
        if array.is_null() {
            return None;
        }
        for (index, number) in (0i32..).zip(id.numbers()) {
            if SafeArrayPutElement(array, &raw const index, (&raw const *number).cast()).is_err() {
                let _ = SafeArrayDestroy(array);
                return None;
            }
        }
        let value = VARIANT_0_0 {
            vt: windows::Win32::System::Variant::VARENUM(VT_ARRAY.0 | VT_I4.0),
            Anonymous: VARIANT_0_0_0 { parray: array },
            ..VARIANT_0_0::default()
        };
        Some(VARIANT { Anonymous: VARIANT_0 { Anonymous: ManuallyDrop::new(value) } })
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use windows::Win32::System::Variant::VARENUM;

    /// A value of this type, whatever it holds.
    pub(crate) fn variant(vt: VARENUM, value: VARIANT_0_0_0) -> VARIANT {
        let inner = VARIANT_0_0 { vt, Anonymous: value, ..VARIANT_0_0::default() };
        VARIANT { Anonymous: VARIANT_0 { Anonymous: ManuallyDrop::new(inner) } }
    }
}

#[cfg(test)]
mod tests {
    use super::PropertyValue as Value;
    use super::testing::variant;
    use super::*;
    use windows::Win32::Foundation::{DECIMAL, VARIANT_FALSE, VARIANT_TRUE};
    use windows::Win32::System::Com::CY;
    use windows::Win32::System::Variant::{VARENUM, VT_DISPATCH, VT_ERROR, VT_UNKNOWN};
    use windows_core::BSTR;

    #[test]
    fn every_kind_of_value_is_read() {
        type Union = VARIANT_0_0_0;
        for (vt, value, expected) in [
            (VT_EMPTY, Union::default(), Value::None),
            (VT_NULL, Union::default(), Value::None),
            (VT_I1, Union { cVal: -3 }, Value::Integer(-3)),
            (VT_UI1, Union { bVal: 200 }, Value::Integer(200)),
            (VT_I2, Union { iVal: i16::MIN }, Value::Integer(-32768)),
            (VT_UI2, Union { uiVal: u16::MAX }, Value::Integer(65535)),
            (VT_I4, Union { lVal: -7 }, Value::Integer(-7)),
            (VT_UI4, Union { ulVal: u32::MAX }, Value::Integer(0xffff_ffff)),
            (VT_INT, Union { intVal: 9 }, Value::Integer(9)),
            (VT_UINT, Union { uintVal: 10 }, Value::Integer(10)),
            (VT_I8, Union { llVal: i64::MIN }, Value::Integer(i64::MIN)),
            (VT_UI8, Union { ullVal: u64::MAX }, Value::Integer(i64::MAX)),
            (VT_R4, Union { fltVal: 0.5 }, Value::Number(0.5)),
            (VT_R8, Union { dblVal: -2.25 }, Value::Number(-2.25)),
            (VT_BOOL, Union { boolVal: VARIANT_TRUE }, Value::Bool(true)),
            (VT_BOOL, Union { boolVal: VARIANT_FALSE }, Value::Bool(false)),
            (VT_CY, Union { cyVal: CY { int64: 12_500 } }, Value::Number(1.25)),
            (VT_DATE, Union { date: 2.5 }, Value::Number(2.5)),
            (VT_ERROR, Union { scode: 5 }, Value::Other(VT_ERROR.0)),
            (VT_UNKNOWN, Union::default(), Value::Other(VT_UNKNOWN.0)),
            (VT_DISPATCH, Union::default(), Value::Other(VT_DISPATCH.0)),
            (VT_ARRAY, Union::default(), Value::None),
        ] {
            assert_eq!(value_of(&variant(vt, value)), expected, "{}", vt.0);
        }
        let mut decimal = VARIANT { Anonymous: VARIANT_0 { decVal: DECIMAL::default() } };
        // SAFETY: a decimal number shares its first two bytes with the type.
        unsafe {
            decimal.Anonymous.decVal.Anonymous2.Lo64 = 42;
            (*decimal.Anonymous.Anonymous).vt = VT_DECIMAL;
        }
        assert_eq!(value_of(&decimal), Value::Number(42.0));
    }

    #[test]
    fn texts_are_read_whole_and_none_is_empty() {
        for text in ["", "Grüße \u{1f600}", "a\0b"] {
            assert_eq!(value_of(&VARIANT::from(BSTR::from(text))), Value::Text(text.into()));
        }
        assert_eq!(value_of(&variant(VT_BSTR, VARIANT_0_0_0::default())), Value::Text(String::new()));
        // A half of a pair of surrogates is no character.
        let half = VARIANT::from(BSTR::from_wide(&[0xd83d]));
        assert_eq!(value_of(&half), Value::Text("\u{fffd}".into()));
    }

    #[test]
    fn a_pointer_to_a_value_is_not_followed() {
        let vt = VARENUM(VT_BYREF.0 | VT_I4.0);
        assert_eq!(value_of(&variant(vt, VARIANT_0_0_0::default())), Value::Other(vt.0));
        // A pointer does not own what it points to, and this one points nowhere.
    }

    #[test]
    fn an_identity_survives_the_way_to_com_and_back() {
        for numbers in [&[][..], &[42], &[42, 66_750, -1, i32::MAX, i32::MIN]] {
            let value = value_of(&variant_of_id(&RuntimeId::new(numbers)).unwrap());
            assert_eq!(value.integers(), numbers);
        }
    }
}
