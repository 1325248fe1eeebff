//! How to render.

/// Whether helpers that are private to a module, such as the signature that holds an ordering, are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Private {
    /// In the text form only, which leaves nothing out.
    #[default]
    Auto,
    /// Always.
    Show,
    /// Never.
    Hide,
}

/// How to render.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The width of the terminal in columns; what is wider is wrapped or set below one another where that is possible.
    pub width: usize,
    /// Whether to draw with ASCII characters only.
    pub ascii: bool,
    /// Whether private helpers are shown.
    pub private: Private,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 80,
            ascii: false,
            private: Private::Auto,
        }
    }
}
