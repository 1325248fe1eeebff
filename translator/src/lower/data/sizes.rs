//! Sizes that data give to signatures and integers, beside those of the command.

use relfind_lang::{
    diag::Diagnostic,
    typed::{Mult, SigId},
};

use super::super::{
    LowerOptions,
    error::Lower,
    scope::{Computer, ScopeReason, SigScope, bitwidth_for},
};

impl Computer<'_> {
    /// The sizes of signatures that data give; they count more than the command's, but not against what it calls exact.
    pub(in super::super) fn data(&mut self) -> Result<(), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        for i in 0..self.world.sigs.len() {
            let id = SigId(i as u32);
            let Some(size) = self.plan.size(id) else { continue };
            let (sig, atoms) = (self.world.sig(id), size.atoms);
            let many = |n: u32| {
                if n == 1 {
                    "1 atom".to_owned()
                } else {
                    format!("{n} atoms")
                }
            };
            let word = match sig.mult {
                Mult::One if atoms != 1 => Some("one"),
                Mult::Lone if atoms > 1 => Some("lone"),
                Mult::Some if atoms == 0 => Some("some"),
                _ => None,
            };
            if let Some(word) = word {
                let message = format!(
                    "`{}` is declared `{word}`, and the data give it {}",
                    sig.name,
                    many(atoms)
                );
                let error = Diagnostic::error("E0714", size.span, message);
                errors.push(match sig.span {
                    Some(span) => error.also(span, "declared here"),
                    None => error,
                });
                continue;
            }
            let entries = &self.command.scope.sigs;
            let against = entries.iter().find(|entry| {
                let n = i64::from(atoms);
                entry.sig == id
                    && entry.exact
                    && !(i64::from(entry.start)..=i64::from(entry.end)).contains(&n)
            });
            if let Some(entry) = against {
                let message = format!(
                    "the data give `{}` {}, and the command wants another number",
                    sig.name,
                    many(atoms)
                );
                errors.push(
                    Diagnostic::error("E0714", size.span, message)
                        .also(entry.span, "the scope of the command")
                        .help("leave out `exactly`, or the whole scope of this signature: data count more than it"),
                );
                continue;
            }
            self.sigs[i] = Some(SigScope {
                scope: atoms,
                exact: true,
                exact_by_module: false,
                why: ScopeReason::Data,
            });
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// More atoms are named than there may be.
    pub(in super::super) fn too_many_named(&self, id: SigId, own: SigScope, named: u32) -> Diagnostic {
        let sig = self.world.sig(id);
        let message = format!(
            "the data name {named} atoms of `{}`, which has exactly {}",
            sig.name, own.scope
        );
        let entry = self.command.scope.sigs.iter().find(|entry| entry.sig == id);
        let place = self
            .plan
            .place_of(id)
            .or_else(|| self.plan.size(id).map(|size| size.span));
        let error = Diagnostic::error("E0714", place.unwrap_or(self.command.span), message);
        match (entry, self.plan.size(id)) {
            (Some(entry), None) => error.also(entry.span, "the scope of the command"),
            (_, Some(size)) => error.also(size.span, "the size that the data give"),
            _ => error,
        }
    }

    /// The bitwidth with which all integers of the data exist.
    pub(in super::super) fn data_bitwidth(&self, given: u32, options: &LowerOptions) -> Lower<u32> {
        let Some((low, high)) = self.plan.ints() else {
            return Ok(given);
        };
        let needed = bitwidth_for(low).max(bitwidth_for(high));
        let number = if bitwidth_for(high) == needed { high } else { low };
        let (message, help) = if needed > 30 {
            let help = format!("the largest number is {}", (1 << 29) - 1);
            (format!("the number {number} of the data is too large"), help)
        } else if options.bitwidth.is_some_and(|bits| bits < needed) {
            let message = format!(
                "the number {number} of the data needs a bitwidth of {needed}, and {given} is asked for"
            );
            (message, format!("leave out `--bitwidth`, or give {needed}"))
        } else {
            return Ok(given.max(needed));
        };
        let place = self.plan.int_place(number).unwrap_or(self.command.span);
        Err(Box::new(Diagnostic::error("E0714", place, message).help(help)))
    }
}
