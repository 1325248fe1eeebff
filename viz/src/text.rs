//! Alloy's text form: a line a signature, a field and a skolem.

use std::fmt::Write;

use crate::{
    AtomIx, Display, Options, Private, SigIx,
    names::{children, sigs},
};

/// The instance in Alloy's text form: the builtin signatures first, then each signature after those that extend it, subset signatures
/// after all others, each followed by its fields; skolems last. Nothing is left out, unless private helpers are to be hidden.
///
/// ```
/// use relfind_viz::{Display, Options, Skolem, text};
///
/// let skolem = Skolem { name: "$x".into(), tuples: vec![] };
/// let display = Display { skolems: vec![skolem], ..Display::default() };
/// assert_eq!(text(&display, &Options::default()), "skolem $x={}\n");
/// ```
pub fn text(display: &Display, options: &Options) -> String {
    let mut out = String::new();
    for sig in order(display) {
        let (ix, sig) = (sig, display.sig(sig));
        if options.private == Private::Hide && sig.is_private {
            continue;
        }
        let atoms = sig.atoms.iter().map(std::slice::from_ref);
        line(&mut out, display, &sig.label, atoms);
        for field in display.fields.iter().filter(|f| f.sig == ix) {
            if options.private != Private::Hide || !field.is_private {
                line(
                    &mut out,
                    display,
                    &field.label,
                    field.tuples.iter().map(Vec::as_slice),
                );
            }
        }
    }
    for skolem in &display.skolems {
        let label = format!("skolem {}", skolem.name);
        line(&mut out, display, &label, skolem.tuples.iter().map(Vec::as_slice));
    }
    out
}

fn line<'a>(out: &mut String, display: &Display, label: &str, tuples: impl Iterator<Item = &'a [AtomIx]>) {
    let tuples: Vec<String> = tuples
        .map(|tuple| {
            let names: Vec<&str> = tuple
                .iter()
                .map(|&atom| display.atom(atom).name.as_str())
                .collect();
            names.join("->")
        })
        .collect();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{label}={{{}}}", tuples.join(", "));
}

fn order(display: &Display) -> Vec<SigIx> {
    let mut order: Vec<SigIx> = sigs(display)
        .filter(|(_, s)| s.is_builtin)
        .map(|(ix, _)| ix)
        .collect();
    let user = || sigs(display).filter(|(_, s)| !s.is_builtin);
    let is_top = |parents: &[SigIx]| parents.iter().all(|&p| display.sig(p).is_builtin);
    for (ix, _) in user().filter(|(_, s)| !s.is_subset && is_top(&s.parents)) {
        add_after_children(display, ix, &mut order);
    }
    // Subset signatures, and whatever a malformed hierarchy hides.
    for (ix, _) in user() {
        if !order.contains(&ix) {
            order.push(ix);
        }
    }
    order
}

fn add_after_children(display: &Display, sig: SigIx, order: &mut Vec<SigIx>) {
    let mut pending = vec![(sig, false)];
    while let Some((sig, children_done)) = pending.pop() {
        if children_done {
            order.push(sig);
            continue;
        }
        pending.push((sig, true));
        let below: Vec<SigIx> = children(display, sig).map(|(ix, _)| ix).collect();
        pending.extend(below.into_iter().rev().map(|child| (child, false)));
    }
}
