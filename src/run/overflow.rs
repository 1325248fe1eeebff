//! Whether a verdict depends on integers that do not fit.
//!
//! With overflow prevented it does if there is no instance, but some assignment under which nothing is false and something undefined
//! ([`TranslateOptions::lenient`](relfind_translator::TranslateOptions::lenient)). Where integers wrap it does if preventing overflow gives another verdict, or
//! one that depends on overflow. Nothing is asked where no term can be out of range as far as bounds tell, and nothing is
//! solved where the first instance is one either way. Otherwise the command is run again, for at most [`PATIENCE`]; if that is not enough, nothing
//! is said.

use std::time::{Duration, Instant};

use relfind_lang::{diag::Diagnostic, source::Span, typed::Goal};
use relfind_relational::{Evaluator, Instance, Overflow, Truth};
use relfind_translator::{
    Overflowing,
    lower::{self, LowerOptions},
    overflowing_terms,
};

use super::{Order, Run, RunLimits};

/// How long the other way may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bitwidths beyond this one are not proposed: all integers are atoms.
const WIDEST: u32 = 12;

/// The terms that are named at most.
const NAMED: usize = 4;

fn other_way(overflow: Overflow) -> Overflow {
    match overflow {
        Overflow::Prevent => Overflow::Wrap,
        Overflow::Wrap => Overflow::Prevent,
    }
}

impl Run<'_> {
    /// The warning that the verdict depends on overflow, if it does: to be asked for when the verdict is known. It names the terms
    /// that may be out of range and the smallest bitwidth at which none is.
    pub fn overflow_warning(&self) -> Option<Diagnostic> {
        if self.either_way.get() == Some(&true) {
            return None;
        }
        let terms = overflowing_terms(&self.stage.lowered.problem);
        if terms.is_empty() {
            return None;
        }
        let prevented = match self.options.lower.overflow {
            Overflow::Prevent => self.found,
            Overflow::Wrap => self.ask_again(false)?,
        };
        let depends = if prevented {
            !self.found
        } else {
            self.found || self.ask_again(true)?
        };
        depends.then(|| self.dependence(&terms, prevented))
    }

    /// Whether an instance is one, too, when arithmetic goes the other way.
    pub(super) fn holds_either_way(&self, instance: &Instance) -> bool {
        let problem = &self.stage.lowered.problem;
        let other = Evaluator::new(&problem.ast, instance, other_way(problem.overflow))
            .with_witnesses(&self.stage.translation.witnesses);
        let holds = |&goal| matches!(other.formula(goal), Ok(Truth::True));
        problem.goals.iter().all(holds)
    }

    /// Whether there is an instance with overflow prevented, or one that is undefined; none if that was not found out in time.
    fn ask_again(&self, lenient: bool) -> Option<bool> {
        let mut options = self.options.clone();
        // Any instance will do.
        options.order = Order::Found;
        options.distinct_on.clear();
        options.lower.overflow = Overflow::Prevent;
        if lenient {
            options.translate.lenient = true;
            options.translate.tighten = false;
            options.translate.skolem_depth = -1;
        }
        let end = options.translate.limits.deadline;
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        let limits = RunLimits {
            timeout: Some(left.map_or(PATIENCE, |left| left.min(PATIENCE))),
            stop: self.limits.stop.clone(),
            ..RunLimits::default()
        };
        let run = self.session.run(self.command, &options, &limits);
        run.and_then(|mut run| run.search()).ok()
    }

    fn dependence(&self, terms: &[Overflowing], prevented: bool) -> Diagnostic {
        let lowered = &self.stage.lowered;
        let command = &self.session.commands()[self.command];
        let what = match command.goal {
            Goal::Check(_) => "a counterexample",
            Goal::Run(_) => "an instance",
        };
        let reason = match (self.options.lower.overflow, prevented) {
            (Overflow::Wrap, true) => format!("with `--overflow prevent` there is {what}"),
            (Overflow::Wrap, false) => format!("with `--overflow prevent` there is not {what}"),
            (Overflow::Prevent, _) => {
                format!("where they do not fit, what is asked is undefined, and not {what}")
            }
        };
        let known = terms.iter().filter_map(|t| lowered.terms.get(&t.term).copied());
        let mut places: Vec<Span> = known.collect();
        places.sort_unstable_by_key(|span| (span.file, span.start, span.end));
        places.dedup();
        let own = [command.span];
        let places = if places.is_empty() { &own } else { &places[..] };
        let bits = lowered.scopes.bitwidth;
        let mut warning = Diagnostic::warning(
            "W0706",
            places[0],
            "the verdict depends on integers that do not fit",
        )
        .label(format!("this may be out of the range of {bits} bits"));
        for &place in places[1..].iter().take(NAMED - 1) {
            warning = warning.also(place, "so may this");
        }
        if places.len() > NAMED {
            warning = warning.note(format!("and {} more terms", places.len() - NAMED));
        }
        warning = warning.note(reason);
        match self.fitting_bitwidth(terms) {
            Some(bits) => warning.help(format!(
                "with a bitwidth of {bits} everything fits: `for ... but {bits} int`"
            )),
            None => warning.note(format!("no bitwidth up to {WIDEST} is sure to hold every term")),
        }
    }

    /// The smallest bitwidth at which no term can be out of range.
    fn fitting_bitwidth(&self, terms: &[Overflowing]) -> Option<u32> {
        let mut terms = terms.to_vec();
        loop {
            // Every term needs at least as much when its operands have more room.
            let needed: Option<Vec<u32>> = terms.iter().map(|term| term.bits).collect();
            let bits = needed?.into_iter().max()?;
            if bits > WIDEST {
                return None;
            }
            let wider = LowerOptions {
                bitwidth: Some(bits),
                ..self.options.lower.clone()
            };
            let lowered = lower::lower_step(self.session.world(), self.command, self.step, &wider).ok()?;
            terms = overflowing_terms(&lowered.problem);
            if terms.is_empty() {
                return Some(bits);
            }
        }
    }
}
