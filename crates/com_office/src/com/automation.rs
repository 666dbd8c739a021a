//! An object whose members are called by their names (`IDispatch`).

use super::variant::{value_of, variant_of};
use crate::{
    dispatch::{
        error::CallError,
        value::{Access, Args, Dispatch, Value},
    },
    patience::Patience,
};
use std::{any::Any, fmt, mem::ManuallyDrop, rc::Rc, thread};
use windows::Win32::{
    Foundation::DISP_E_EXCEPTION,
    System::{
        Com::{
            DISPATCH_FLAGS, DISPATCH_METHOD, DISPATCH_PROPERTYGET, DISPATCH_PROPERTYPUT, DISPPARAMS,
            EXCEPINFO, IDispatch,
        },
        Ole::DISPID_PROPERTYPUT,
        Variant::VARIANT,
    },
};
use windows_core::{GUID, HSTRING, PCWSTR};

/// English of the United States: the language in which formulas, formats and numbers are written, whatever the user's is.
const LANGUAGE: u32 = 0x0409;
/// The number for "no name", which `GetIDsOfNames` writes for those that it does not know (`DISPID_UNKNOWN`).
const UNKNOWN: i32 = -1;

/// An object of a program.
pub(super) struct Automation {
    dispatch: IDispatch,
    patience: Patience,
}

impl fmt::Debug for Automation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }
}

impl Dispatch for Automation {
    fn invoke(&self, access: Access, member: &str, args: Args) -> Result<Value, CallError> {
        loop {
            let result = self.once(access, member, &args);
            match (&result, self.patience.pause()) {
                // What was rejected has not begun.
                (Err(CallError::Busy), Some(pause)) => thread::sleep(pause),
                _ => return result,
            }
        }
    }
}

impl Automation {
    pub(super) fn new(dispatch: IDispatch, patience: Patience) -> Automation {
        Automation { dispatch, patience }
    }

    fn once(&self, access: Access, member: &str, args: &Args) -> Result<Value, CallError> {
        let ids = self.ids(member, args)?;
        let mut values = arguments(args)?;
        let mut named: Vec<i32> = ids[1..].iter().rev().copied().collect();
        if access == Access::Put {
            // The value itself is the argument of this name; the others stand behind it.
            named.insert(0, DISPID_PROPERTYPUT);
        }
        let count = |it: usize| u32::try_from(it).unwrap_or_default();
        let params = DISPPARAMS {
            rgvarg: values.as_mut_ptr(),
            rgdispidNamedArgs: named.as_mut_ptr(),
            cArgs: count(values.len()),
            cNamedArgs: count(named.len()),
        };
        let mut result = VARIANT::default();
        let mut exception = Exception::default();
        let mut wrong = u32::MAX;
        // SAFETY: the arrays are as long as `params` says and outlive the call, as do the places for results.
        let called = unsafe {
            self.dispatch.Invoke(
                ids[0],
                &GUID::zeroed(),
                LANGUAGE,
                flags(access),
                &raw const params,
                Some(&raw mut result),
                Some(&raw mut exception.0),
                Some(&raw mut wrong),
            )
        };
        match called {
            Ok(()) => Ok(value_with(&result, &self.patience)),
            Err(error) if error.code() == DISP_E_EXCEPTION => Err(exception.error()),
            Err(error) => {
                let place = (wrong < params.cArgs).then(|| params.cArgs - wrong);
                Err(CallError::of_member(error.code().0, member, place))
            }
        }
    }

    /// The numbers of a member and of its named arguments.
    fn ids(&self, member: &str, args: &Args) -> Result<Vec<i32>, CallError> {
        let names: Vec<HSTRING> =
            [member].into_iter().chain(args.named.iter().map(|(name, _)| *name)).map(HSTRING::from).collect();
        let pointers: Vec<PCWSTR> = names.iter().map(|it| PCWSTR(it.as_ptr())).collect();
        let mut ids = vec![UNKNOWN; names.len()];
        let count = u32::try_from(names.len()).unwrap_or_default();
        // SAFETY: as many names and numbers as `count` says, which outlive the call.
        let found = unsafe {
            self.dispatch.GetIDsOfNames(&GUID::zeroed(), pointers.as_ptr(), count, LANGUAGE, ids.as_mut_ptr())
        };
        match found {
            Ok(()) => Ok(ids),
            Err(error) => {
                let known = ids.iter().position(|it| *it == UNKNOWN).unwrap_or_default();
                let name = names.get(known).map_or_else(|| member.to_owned(), HSTRING::to_string);
                Err(CallError::of_member(error.code().0, &name, None))
            }
        }
    }
}

/// The value of a `VARIANT`, whose objects repeat rejected calls as long as this.
pub(super) fn value_with(variant: &VARIANT, patience: &Patience) -> Value {
    value_of(variant, &|it| Value::Object(Rc::new(Automation::new(it, patience.clone()))))
}

/// A value as a `VARIANT`.
pub(super) fn argument(value: &Value) -> Result<VARIANT, CallError> {
    variant_of(value, |it| {
        let any: &dyn Any = &**it;
        Some(any.downcast_ref::<Automation>()?.dispatch.clone())
    })
}

/// The arguments as `Invoke` takes them: from the last to the first, those with names in front.
fn arguments(args: &Args) -> Result<Vec<VARIANT>, CallError> {
    let named = args.named.iter().rev().map(|(_, value)| value);
    named.chain(args.positional.iter().rev()).map(argument).collect()
}

/// Programs differ in whether a member is a property or a method without effect: what is read may be both.
fn flags(access: Access) -> DISPATCH_FLAGS {
    match access {
        Access::Get => DISPATCH_METHOD | DISPATCH_PROPERTYGET,
        Access::Call => DISPATCH_METHOD,
        Access::Put => DISPATCH_PROPERTYPUT,
    }
}

/// What a program says of its own error.
#[derive(Default)]
struct Exception(EXCEPINFO);

impl Exception {
    fn error(mut self) -> CallError {
        if let Some(fill_in) = self.0.pfnDeferredFillIn {
            // SAFETY: the program gave this function for this very structure, which it filled.
            let _ = unsafe { fill_in(&raw mut self.0) };
        }
        // Older programs have a number of 16 bits instead.
        let code = match self.0.scode {
            0 => (0x800a_0000 | u32::from(self.0.wCode)).cast_signed(),
            code => code,
        };
        CallError::reported(code, self.0.bstrDescription.to_string().trim().to_owned())
    }
}

impl Drop for Exception {
    fn drop(&mut self) {
        // SAFETY: the texts belong to the receiver of the structure, and nobody uses them afterwards.
        unsafe {
            ManuallyDrop::drop(&mut self.0.bstrSource);
            ManuallyDrop::drop(&mut self.0.bstrDescription);
            ManuallyDrop::drop(&mut self.0.bstrHelpFile);
        }
    }
}
