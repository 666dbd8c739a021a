//! Objects by the name of their class: one that runs, or another.

use super::automation::Automation;
use crate::{
    dispatch::{error::CallError, object::Object},
    patience::Patience,
};
use std::rc::Rc;
use windows::Win32::System::{
    Com::{CLSCTX_INPROC_SERVER, CLSCTX_LOCAL_SERVER, CLSIDFromProgID, CoCreateInstance, IDispatch},
    Ole::GetActiveObject,
};
use windows_core::{GUID, HSTRING, IUnknown, Interface};

/// The program of this class that runs, and that this user can reach.
pub(super) fn running(class: &str, patience: &Patience) -> Result<Object, CallError> {
    let id = class_id(class)?;
    let mut found: Option<IUnknown> = None;
    // SAFETY: the place for the result is valid.
    unsafe { GetActiveObject(&raw const id, None, &raw mut found) }
        .map_err(|error| CallError::of(error.code().0))?;
    let found = found.ok_or(CallError::NotRunning)?;
    let dispatch: IDispatch = found.cast().map_err(|error| CallError::of(error.code().0))?;
    Ok(object(dispatch, patience))
}

/// Another object of this class.
pub(super) fn created(class: &str, patience: &Patience) -> Result<Object, CallError> {
    let id = class_id(class)?;
    // SAFETY: the thread is in an apartment.
    let dispatch: IDispatch =
        unsafe { CoCreateInstance(&raw const id, None, CLSCTX_INPROC_SERVER | CLSCTX_LOCAL_SERVER) }
            .map_err(|error| CallError::of_class(error.code().0, class))?;
    Ok(object(dispatch, patience))
}

pub(super) fn object(dispatch: IDispatch, patience: &Patience) -> Object {
    Object::new(Rc::new(Automation::new(dispatch, patience.clone())))
}

fn class_id(class: &str) -> Result<GUID, CallError> {
    // SAFETY: the name outlives the call.
    unsafe { CLSIDFromProgID(&HSTRING::from(class)) }
        .map_err(|error| CallError::of_class(error.code().0, class))
}
