//! Tokens, as the lexer yields them and as the filter changes them.

use crate::ast::{Mult, Quant};
use crate::source::Span;

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

macro_rules! token_kinds {
    ($( $(#[$meta:meta])* $name:ident = $text:literal, )*) => {
        /// The kinds of tokens. A name's and a string's text is in the source.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TokenKind {
            $( $(#[$meta])* #[doc = concat!("`", $text, "`")] $name, )*
            /// An identifier.
            Name,
            /// A number, its sign included once the filter has merged it.
            Number(i32),
            /// A string, quotes included.
            Str,
            /// An arrow with the marks around it, which the filter merges into it.
            Arrow(Mult, Mult),
            /// A word that starts a quantified formula; the filter tells it from the prefix operator.
            Quantifier(Quant),
            /// The end of a paragraph or of the file; no text.
            End,
            /// Asks the grammar for one paragraph; no text.
            StartParagraph,
            /// Asks the grammar for the inside of a block; no text.
            StartBlock,
        }

        impl TokenKind {
            /// How the token is written, for those kinds that are always written alike.
            pub fn text(self) -> Option<&'static str> {
                match self {
                    $( TokenKind::$name => Some($text), )*
                    TokenKind::Quantifier(quant) => Some(quant.word()),
                    _ => None,
                }
            }
        }
    };
}

token_kinds! {
    Not = "!", Hash = "#", And = "&&", Ampersand = "&", LeftParen = "(", RightParen = ")", Star = "*", PlusPlus = "++",
    Plus = "+", Comma = ",", Minus = "-", Dot = ".", Slash = "/", Range = ":>", Colon = ":", Iff = "<=>",
    LessEqual = "<=", Domain = "<:", Shl = "<<", Less = "<", Implies = "=>", Equal = "=", Shr = ">>>", Sha = ">>",
    GreaterEqual = ">=", Greater = ">", At = "@", LeftBracket = "[", RightBracket = "]", Caret = "^",
    LeftBrace = "{", Or = "||", Bar = "|", RightBrace = "}", Tilde = "~", Semicolon = ";", Prime = "'",

    Abstract = "abstract", All = "all", As = "as", Assert = "assert", But = "but", Check = "check", Disj = "disj",
    Else = "else", Enum = "enum", Exactly = "exactly", Expect = "expect", Extends = "extends", Fact = "fact",
    For = "for", Fun = "fun", Iden = "iden", In = "in", IntType = "Int", IntCast = "int", Let = "let", Lone = "lone",
    Module = "module", No = "no", None = "none", One = "one", Open = "open", Pred = "pred", Private = "private",
    Run = "run", Seq = "seq", Set = "set", Sig = "sig", Some = "some", StringType = "String", Sum = "sum",
    This = "this", Univ = "univ",
    Always = "always", Eventually = "eventually", After = "after", Before = "before",
    Historically = "historically", Once = "once", Until = "until", Since = "since", Releases = "releases",
    Triggered = "triggered", Var = "var", Steps = "steps",

    NotIn = "not in", NotEqual = "!=", NotLess = "!<", NotLessEqual = "!<=", NotGreater = "!>",
    NotGreaterEqual = "!>=", TotalOrder = "pred/totalOrder", FunAdd = "fun/add", FunSub = "fun/sub",
    FunMul = "fun/mul", FunDiv = "fun/div", FunRem = "fun/rem", FunMin = "fun/min", FunMax = "fun/max",
    FunNext = "fun/next",
}

impl TokenKind {
    /// The keyword that `word` is, if it is one.
    pub fn keyword(word: &str) -> Option<TokenKind> {
        use TokenKind as T;
        Some(match word {
            "abstract" => T::Abstract,
            "after" => T::After,
            "all" => T::All,
            "always" => T::Always,
            "and" => T::And,
            "as" => T::As,
            "assert" => T::Assert,
            "before" => T::Before,
            "but" => T::But,
            "check" => T::Check,
            "disj" => T::Disj,
            "else" => T::Else,
            "enum" => T::Enum,
            "eventually" => T::Eventually,
            "exactly" => T::Exactly,
            "expect" => T::Expect,
            "extends" => T::Extends,
            "fact" => T::Fact,
            "for" => T::For,
            "fun" => T::Fun,
            "historically" => T::Historically,
            "iden" => T::Iden,
            "iff" => T::Iff,
            "implies" => T::Implies,
            "in" => T::In,
            "Int" => T::IntType,
            "int" => T::IntCast,
            "let" => T::Let,
            "lone" => T::Lone,
            "module" => T::Module,
            "no" => T::No,
            "none" => T::None,
            "not" => T::Not,
            "once" => T::Once,
            "one" => T::One,
            "open" => T::Open,
            "or" => T::Or,
            "pred" => T::Pred,
            "private" => T::Private,
            "releases" => T::Releases,
            "run" => T::Run,
            "seq" => T::Seq,
            "set" => T::Set,
            "sig" => T::Sig,
            "since" => T::Since,
            "some" => T::Some,
            "steps" => T::Steps,
            "String" => T::StringType,
            "sum" => T::Sum,
            "this" => T::This,
            "triggered" => T::Triggered,
            "univ" => T::Univ,
            "until" => T::Until,
            "var" => T::Var,
            _ => return None,
        })
    }

    /// Whether Alloy 6 brought it.
    pub(crate) fn is_newer(self) -> bool {
        use TokenKind as T;
        matches!(
            self,
            T::Always
                | T::Eventually
                | T::After
                | T::Before
                | T::Historically
                | T::Once
                | T::Until
                | T::Since
                | T::Releases
                | T::Triggered
                | T::Var
                | T::Steps
                | T::Prime
                | T::Semicolon
        )
    }

    /// Whether it opens a bracket of any shape.
    pub fn opens_bracket(self) -> bool {
        matches!(
            self,
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace
        )
    }

    /// Whether it closes a bracket of any shape.
    pub fn closes_bracket(self) -> bool {
        matches!(
            self,
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace
        )
    }
}
