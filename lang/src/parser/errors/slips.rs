//! Common slips: each is recognised from the refused token and its surroundings, and comes with its repair.

use super::{Site, brackets, names, operators, paragraphs, quantifiers, scopes};
use crate::diag::Diagnostic;

/// The recognisers, the more specific first.
const KNOWN: [fn(&Site<'_>) -> Option<Diagnostic>; 19] = [
    operators::double_equal,
    operators::borrowed_operator,
    scopes::find,
    quantifiers::malformed,
    quantifiers::needs_parentheses,
    names::prime_in_name,
    operators::multiplicity_as_operand,
    operators::seq_as_operand,
    paragraphs::misspelt_keyword,
    paragraphs::body_without_braces,
    paragraphs::field_without_comma,
    paragraphs::private_word,
    names::keyword_as_name,
    paragraphs::parameter_without_bound,
    brackets::call_with_parentheses,
    brackets::scope_inside,
    operators::after_block,
    operators::stray_word,
    brackets::unbalanced,
];

pub(super) fn find(site: &Site<'_>) -> Option<Diagnostic> {
    KNOWN.iter().find_map(|recognise| recognise(site))
}
