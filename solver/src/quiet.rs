//! Calls into other people's code that may panic.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; if it panics, returns the panic's message, and nothing is printed.
///
/// A panic hook is the process's own, and there is no other way to keep a panic off standard error. So the
/// first call puts a hook before the one that is there, which it leaves to its work for every panic outside
/// of this function. A program that sets its own hook later only loses the silence.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install();
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.map_err(|payload| MESSAGE.take().unwrap_or_else(|| text_of(&*payload)))
}

fn install() {
    static INSTALLED: Once = Once::new();
    // The hook cannot be changed while this thread unwinds.
    if std::thread::panicking() {
        return;
    }
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                let text = text_of(info.payload());
                let place = info
                    .location()
                    .map(|at| format!(" ({}:{})", at.file(), at.line()));
                MESSAGE.set(Some(text + &place.unwrap_or_default()));
            } else {
                previous(info);
            }
        }));
    });
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic without a message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message() {
        assert_eq!(catch(|| 3), Ok(3));
        let message = catch(|| -> u8 { panic!("number {}", 7) }).unwrap_err();
        assert!(message.starts_with("number 7 ("), "{message}");
        assert!(message.contains("quiet.rs"), "{message}");
        assert!(
            catch(|| -> u8 { panic!("plain") })
                .unwrap_err()
                .starts_with("plain")
        );
        assert_eq!(catch(|| 4), Ok(4));
        assert!(!QUIET.get());
    }
}
