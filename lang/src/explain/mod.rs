//! What each code of a diagnostic means, at length: what it says, an example that fails, its repair, and the reason for the rule.
//!
//! The texts are Markdown files beside this one, a file for each code of the whole program. Their examples are tests.

/// A code and the text that explains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code, such as `E0301`.
    pub code: &'static str,
    /// The explanation in Markdown; its first line is a heading.
    pub text: &'static str,
}

impl Explanation {
    /// What the code is about, in a few words.
    pub fn title(&self) -> &'static str {
        let heading = self.text.lines().next().unwrap_or_default();
        heading.split_once(": ").map_or(heading, |(_, title)| title)
    }
}

macro_rules! explanations {
    ($($code:literal)*) => {
        &[$(Explanation { code: $code, text: include_str!(concat!($code, ".md")) }),*]
    };
}

/// Every code, in order.
pub const ALL: &[Explanation] = explanations! {
    "E0001"
    "E0101" "E0102" "E0103" "E0104" "E0105" "E0106" "E0107" "E0108" "E0109" "E0110" "E0111"
    "E0201" "E0202" "E0203" "E0204" "E0205" "E0206" "E0207" "E0208" "E0209" "E0210" "E0211" "E0212"
    "E0213" "E0214" "E0215" "E0216" "E0217" "E0218" "E0219" "E0220" "E0221" "E0222" "E0223" "E0224"
    "E0225" "E0226"
    "E0301" "E0302" "E0303" "E0304" "E0305" "E0306" "E0307" "E0310" "E0311" "E0312" "E0313" "E0314"
    "E0315" "E0316" "E0317" "E0320" "E0321" "E0322" "E0323" "E0330" "E0331"
    "E0400" "E0401" "E0402" "E0403" "E0404" "E0405" "E0406" "E0407" "E0408" "E0409" "E0410" "E0411"
    "E0412" "E0413"
    "E0501" "E0502" "E0503" "E0504" "E0505" "E0506" "E0507" "E0508" "E0509" "E0510" "E0511" "E0512"
    "E0514" "E0515" "E0516" "E0518"
    "E0600" "E0601" "E0602" "E0603" "E0604" "E0605" "E0606" "E0607" "E0608" "E0609" "E0610" "E0611"
    "E0612" "E0613" "E0620" "E0621" "E0630" "E0640" "E0650" "E0651" "E0652" "E0653" "E0699"
    "E0701" "E0702" "E0710" "E0711" "E0712" "E0713" "E0714" "E0715" "E0716" "E0717"
    "N0201" "N0710"
    "W0201"
    "W0401" "W0402" "W0403" "W0404" "W0405" "W0406" "W0407" "W0408" "W0409" "W0410" "W0411" "W0412"
    "W0413" "W0414" "W0415" "W0416" "W0417" "W0418" "W0419" "W0420" "W0421" "W0422" "W0423" "W0424"
    "W0701" "W0702" "W0703" "W0704" "W0705" "W0706" "W0707" "W0710"
};

/// The explanation of a code, in upper or lower case.
pub fn explain(code: &str) -> Option<Explanation> {
    ALL.iter()
        .find(|known| known.code.eq_ignore_ascii_case(code))
        .copied()
}

/// Codes that one may have meant: those with one other character, or one too few or too many.
pub fn near(code: &str) -> Vec<Explanation> {
    let code: Vec<char> = code.to_uppercase().chars().take(8).collect();
    let is_near = |known: &&Explanation| {
        let known: Vec<char> = known.code.chars().collect();
        let prefix = known.iter().zip(&code).take_while(|(a, b)| a == b).count();
        let rest = (known.len() - prefix).min(code.len() - prefix);
        let suffix = known.iter().rev().zip(code.iter().rev());
        let suffix = suffix.take(rest).take_while(|(a, b)| a == b).count();
        known.len().max(code.len()) - prefix - suffix <= 1
    };
    ALL.iter().filter(is_near).copied().collect()
}
