//! Projection: an instance as a sequence of pictures, one for each atom of a signature such as State or Time.

use crate::{AtomIx, Display, Field, Sig, SigIx};

/// One picture of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The atom that it is about.
    pub(crate) atom: AtomIx,
    /// The instance as it is then: fields have lost the signature's column; those that had one other become subset signatures.
    pub(crate) display: Display,
}

/// The frames of a signature. A field belongs to the frames if its first column, or else its last, is of the signature.
pub(crate) fn project(display: &Display, sig: SigIx) -> Vec<Frame> {
    let columns: Vec<Option<usize>> = display.fields.iter().map(|f| column(f, sig)).collect();
    let frame = |&atom: &AtomIx| {
        let mut projected = display.clone();
        projected.fields.clear();
        projected.sigs[sig.0 as usize].atoms.clear();
        for (field, column) in display.fields.iter().zip(&columns) {
            match column {
                None => projected.fields.push(field.clone()),
                Some(column) => add(&mut projected, field, *column, atom),
            }
        }
        Frame {
            atom,
            display: projected,
        }
    };
    display.sig(sig).atoms.iter().map(frame).collect()
}

/// The instance without the column of `one` signatures in their fields, where that leaves something: what such a signature says, it says of the whole.
pub(crate) fn without_ones(display: &Display) -> Display {
    let mut out = display.clone();
    out.fields.clear();
    let is_lifted = |field: &Field| {
        let sig = display.sig(field.sig);
        let mut elsewhere = display
            .fields
            .iter()
            .flat_map(|f| &f.tuples)
            .flat_map(|t| t.iter().skip(1));
        sig.is_one && !field.tuples.is_empty() && !elsewhere.any(|atom| sig.atoms.contains(atom))
    };
    for field in &display.fields {
        match display.sig(field.sig).atoms.first() {
            Some(&atom) if is_lifted(field) => {
                out.sigs[field.sig.0 as usize].atoms.clear();
                add(&mut out, field, 0, atom);
            }
            _ => out.fields.push(field.clone()),
        }
    }
    out
}

fn column(field: &Field, sig: SigIx) -> Option<usize> {
    let arity = field.types.first().map_or(0, Vec::len);
    let is_of_sig = |column: &usize| {
        field
            .types
            .iter()
            .all(|product| product.get(*column) == Some(&sig))
    };
    let candidates = [0, arity.saturating_sub(1)];
    candidates.into_iter().find(is_of_sig).filter(|_| arity > 1)
}

fn add(projected: &mut Display, field: &Field, column: usize, atom: AtomIx) {
    let without = |tuple: &Vec<AtomIx>| {
        let mut tuple = tuple.clone();
        tuple.remove(column);
        tuple
    };
    let own = field
        .tuples
        .iter()
        .filter(|tuple| tuple.get(column) == Some(&atom));
    let tuples: Vec<Vec<AtomIx>> = own.map(without).collect();
    let types: Vec<Vec<SigIx>> = field
        .types
        .iter()
        .map(|product| {
            let mut product = product.clone();
            product.remove(column);
            product
        })
        .collect();
    let Some(sig) = types.first().and_then(|product| product.first().copied()) else {
        return;
    };
    if types.iter().all(|product| product.len() == 1) {
        projected.sigs.push(Sig {
            label: field.label.clone(),
            name: field.name.clone(),
            parents: vec![sig],
            is_subset: true,
            is_builtin: false,
            is_enum: false,
            is_one: false,
            is_private: field.is_private,
            atoms: tuples.into_iter().flatten().collect(),
            is_ordered: false,
            marks: field.marks,
        });
    } else {
        projected.fields.push(Field {
            sig,
            types,
            tuples,
            ..field.clone()
        });
    }
}
