//! Themes: what a model's author says of how its instances look.
//!
//! A theme never changes what an instance is; it names colours, symbols and places, and says what to leave out. docs/themes.md is the user's page.

mod parse;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

pub use parse::{ThemeError, Vocabulary};

use crate::{AtomIx, Display, Field, Sig, colour::Colour};

/// What a theme says a field is to be drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A line in the node of its first atom.
    Attribute,
    /// Edges.
    Edge,
    /// A line below each frame.
    Caption,
    /// A board, even where it is small.
    Board,
}

/// The picture that is drawn where none is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThemeView {
    /// Boards.
    Grid,
    /// Nodes and edges.
    Graph,
    /// Tables.
    Table,
    /// A tree.
    Tree,
}

/// How instances are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Theme {
    pub(crate) title: Option<String>,
    pub(crate) view: Option<ThemeView>,
    pub(crate) colours: BTreeMap<String, Colour>,
    pub(crate) symbols: BTreeMap<String, String>,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) positions: BTreeMap<String, (f64, f64)>,
    pub(crate) hidden: BTreeSet<String>,
    pub(crate) shown: BTreeSet<String>,
    pub(crate) roles: BTreeMap<String, Role>,
    pub(crate) project: Option<String>,
    extents: Arc<BTreeMap<String, Extent>>,
}

/// What is known of a field beyond one instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The tuples that it may have in any instance of the command.
    pub possible: BTreeSet<Vec<AtomIx>>,
    /// Whether it has all of them in every instance.
    pub is_fixed: bool,
}

impl Theme {
    /// The theme with what is known of fields, by their labels.
    #[must_use]
    pub fn with_extents(mut self, extents: Arc<BTreeMap<String, Extent>>) -> Self {
        self.extents = extents;
        self
    }

    /// The theme with a title, unless it has one.
    #[must_use]
    pub fn or_title(mut self, title: &str) -> Self {
        self.title.get_or_insert_with(|| title.to_owned());
        self
    }

    /// The picture that it asks for.
    pub fn view(&self) -> Option<ThemeView> {
        self.view
    }

    pub(crate) fn extent(&self, field: &Field) -> Option<&Extent> {
        self.extents.get(&field.label)
    }

    /// Whether a field is the same in all instances, and the theme does not ask to show it all the same.
    pub(crate) fn is_fixed(&self, display: &Display, field: &Field) -> bool {
        let asked =
            self.is_shown_field(display, field) || find(&self.roles, &field_names(display, field)).is_some();
        !asked && self.extent(field).is_some_and(|extent| extent.is_fixed)
    }

    pub(crate) fn hides_sig(&self, sig: &Sig) -> bool {
        sig_names(sig).iter().any(|name| self.hidden.contains(*name))
    }

    pub(crate) fn hides_field(&self, display: &Display, field: &Field) -> bool {
        let is_hidden = field_names(display, field)
            .iter()
            .any(|name| self.hidden.contains(name));
        let of_hidden_sig = self.hides_sig(display.sig(field.sig));
        (is_hidden || of_hidden_sig) && !self.is_shown_field(display, field)
    }

    fn is_shown_field(&self, display: &Display, field: &Field) -> bool {
        field_names(display, field)
            .iter()
            .any(|name| self.shown.contains(name))
    }

    pub(crate) fn role(&self, display: &Display, field: &Field) -> Option<Role> {
        find(&self.roles, &field_names(display, field)).copied()
    }

    pub(crate) fn field_colour(&self, display: &Display, field: &Field) -> Option<Colour> {
        find(&self.colours, &field_names(display, field)).copied()
    }

    pub(crate) fn sig_colour(&self, sig: &Sig) -> Option<Colour> {
        sig_names(sig)
            .iter()
            .find_map(|name| self.colours.get(*name))
            .copied()
    }

    /// The colour of a name as it stands in the picture.
    pub(crate) fn colour(&self, name: &str) -> Option<Colour> {
        self.colours.get(name).copied()
    }

    /// The text in place of a name in cells.
    pub(crate) fn symbol(&self, name: &str) -> Option<&str> {
        self.symbols.get(name).map(String::as_str)
    }

    /// The text in place of a name everywhere else.
    pub(crate) fn label<'a>(&'a self, name: &'a str) -> &'a str {
        self.labels.get(name).map_or(name, String::as_str)
    }
}

fn sig_names(sig: &Sig) -> [&str; 3] {
    let short = sig.label.strip_prefix("this/").unwrap_or(&sig.label);
    [&sig.name, &sig.label, short]
}

/// The names that mean a field: `f`, `S.f` and `S<:f`.
fn field_names(display: &Display, field: &Field) -> [String; 3] {
    let sig = &display.sig(field.sig).name;
    [
        format!("{sig}.{}", field.name),
        format!("{sig}<:{}", field.name),
        field.name.clone(),
    ]
}

fn find<'a, T>(map: &'a BTreeMap<String, T>, names: &[String]) -> Option<&'a T> {
    names.iter().find_map(|name| map.get(name))
}
