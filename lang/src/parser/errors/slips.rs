//! Common slips: each is recognised from the refused token and its surroundings, and comes with its repair.

use super::{Site, borrowed, brackets, names, operators, paragraphs, quantifiers, scopes};
use crate::diag::Diagnostic;

/// The recognisers, the more specific first.
const KNOWN: [fn(&Site<'_>) -> Option<Diagnostic>; 29] = [
    operators::double_equal,
    operators::borrowed_operator,
    operators::closure_behind,
    borrowed::out_of_place,
    scopes::find,
    borrowed::quantifier,
    borrowed::misspelt_extends,
    borrowed::field_declaration,
    quantifiers::malformed,
    quantifiers::comma_for_bar,
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
    borrowed::comma_for_and,
    borrowed::or_for_bar,
    borrowed::bar_for_or,
    borrowed::missing_bar,
    brackets::scope_inside,
    operators::after_block,
    operators::stray_word,
    brackets::unbalanced,
];

pub(super) fn find(site: &Site<'_>) -> Option<Diagnostic> {
    KNOWN.iter().find_map(|recognise| recognise(site))
}
