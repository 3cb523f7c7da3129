//! Reads texts from hosts and files piece by piece, up to a limit.

use jobscope_core::timeline::text_of_bytes;
use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, ReadableStream, ReadableStreamDefaultReader};

use crate::arrival::Wrong;

/// The text of a stream. Subtracts its bytes from `room`; `broken` is the error of a stream that breaks off.
pub(super) async fn text_of(stream: &ReadableStream, room: &mut usize, broken: Wrong) -> Result<String, Wrong> {
    let reader: ReadableStreamDefaultReader = stream.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let Ok(piece) = JsFuture::from(reader.read()).await else { return Err(broken) };
        let Ok(piece) = Reflect::get(&piece, &JsValue::from_str("value")) else { return Err(broken) };
        let Ok(piece) = piece.dyn_into::<Uint8Array>() else { break };
        let Some(left) = room.checked_sub(piece.length() as usize) else {
            let _ = reader.cancel();
            return Err(Wrong::TooLong);
        };
        *room = left;
        bytes.extend(piece.to_vec());
    }
    text_of_bytes(bytes).ok_or(Wrong::NoText)
}

/// The text of a file. Unpacks it if its name ends in `.gz`, as rotated audit logs do.
pub(super) async fn text_of_file(file: &File, room: &mut usize) -> Result<String, Wrong> {
    let stream = file.stream();
    if !file.name().to_ascii_lowercase().ends_with(".gz") {
        return text_of(&stream, room, Wrong::NotGiven).await;
    }
    let Some(unpacks) = decompression_stream() else { return Err(Wrong::NotUnpacked) };
    text_of(&stream.pipe_through(unpacks.unchecked_ref()), room, Wrong::NotUnpacked).await
}

/// The browser's `DecompressionStream` for gzip, for which web-sys has no stable binding yet.
fn decompression_stream() -> Option<JsValue> {
    let made = Reflect::get(&js_sys::global(), &"DecompressionStream".into()).ok()?.dyn_into::<Function>().ok()?;
    Reflect::construct(&made, &Array::of1(&"gzip".into())).ok()
}
