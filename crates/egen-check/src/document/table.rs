//! Layout: which commands, environments and tags only set what they hold, and what do they show?
//!
//! What is not in the table is not layout, and comes out as it was written.

use std::collections::HashMap;
use std::sync::LazyLock;

use egen_math::Op;

/// What kind of name a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `\name`
    Command,
    /// `\begin{name}`, without a star
    Environment,
    /// `<name>`
    Tag,
    /// ```` ```name ````
    Fence,
    /// A character
    Sign,
}

/// What layout does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// It shows nothing; it takes so many arguments along.
    Drop(usize),
    /// It shows nothing at the end of a formula, where it ends a proof or sets a distance.
    Edge,
    /// It shows its argument.
    Show,
    /// It crosses out its argument, which is shown in its braces.
    Strike,
    /// It shows words inside a formula.
    Words,
    /// It puts its first argument over or under the second.
    Over,
    /// It puts a brace and a remark (behind this sign) beside its argument.
    Brace(&'static str),
    /// It shows this instead.
    As(&'static str),
    /// It ends a line.
    Break,
    /// It starts a heading of this level.
    Heading(u8),
    /// It starts an item of a list.
    Item,
    /// It lays out a document, and its line says nothing else.
    Structure,
    /// It holds rows that `\\` ends; so many arguments.
    Rows(usize),
    /// It holds one formula.
    Single,
    /// It holds relations that hold together, unless it is an operand.
    System,
    /// It holds a matrix or the like: its rows and columns are part of the formula.
    Matrix,
    /// It holds a list, with numbers or not.
    List(bool),
    /// It holds text.
    Text,
    /// It raises what it holds by this sign.
    Raise(&'static str),
    /// It is a cell of a table.
    Cell,
}

use Does::*;
use Notation::*;

#[rustfmt::skip]
static TABLE: &[(Notation, Does, &[&str])] = &[
    (Command, Drop(1), &[
        "label", "tag", "ref", "eqref", "cite", "vspace", "hspace", "vskip", "hskip", "color", "pagestyle", "thispagestyle", "phantom", "hphantom", "vphantom",
        "setlength", "includegraphics", "marginpar",
    ]),
    (Command, Drop(0), &[
        "nonumber", "notag", "displaystyle", "textstyle", "noindent", "centering", "hfill", "vfill", "null", "indent", "large", "Large", "LARGE", "huge", "small",
        "footnotesize", "normalsize", "$", "bfseries", "itshape", "allowbreak", "nobreak", "protect", "hline",
    ]),
    (Command, Edge, &["quad", "qquad", ",", ";", ":", "!", " ", "square", "blacksquare", "qed", "Box", "checkmark", "qedhere"]),
    (Command, Show, &["boxed", "fbox", "emph", "underline", "textbf", "textit", "textsc", "textsl", "texttt", "textup", "uline", "mathstrut"]),
    (Command, Strike, &["cancel", "bcancel", "xcancel"]),
    (Command, Words, &["text", "mbox", "hbox", "textrm", "textnormal", "intertext", "shortintertext"]),
    (Command, Over, &["stackrel", "overset", "underset"]),
    (Command, Brace("_"), &["underbrace"]),
    (Command, Brace("^"), &["overbrace"]),
    (Command, As("#"), &["#"]),
    (Command, As("*"), &["*"]),
    (Command, As("_"), &["_"]),
    (Command, Break, &["newline", "par", "linebreak"]),
    (Command, Heading(1), &["part", "chapter", "section"]),
    (Command, Heading(2), &["subsection"]),
    (Command, Heading(3), &["subsubsection", "paragraph", "subparagraph"]),
    (Command, Item, &["item", "question"]),
    (Command, Structure, &[
        "documentclass", "usepackage", "maketitle", "title", "author", "date", "newcommand", "renewcommand", "newtheorem", "bigskip", "medskip", "smallskip",
        "newpage", "clearpage", "pagebreak", "tableofcontents", "def", "DeclareMathOperator", "setcounter", "input",
    ]),
    (Environment, Rows(0), &["align", "aligned", "flalign", "eqnarray", "gather", "gathered", "multline", "split"]),
    (Environment, Rows(1), &["alignat", "alignedat", "xalignat"]),
    (Environment, Single, &["equation", "displaymath", "math"]),
    (Environment, System, &["cases", "array", "dcases", "rcases"]),
    (Environment, Matrix, &["matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix", "smallmatrix", "substack", "tabular"]),
    (Environment, List(true), &["enumerate", "questions", "parts", "subparts", "tasks"]),
    (Environment, List(false), &["itemize", "description"]),
    (Environment, Text, &["document", "center", "quote", "quotation", "flushleft", "flushright", "minipage", "framed", "multicols", "small", "large"]),
    (Tag, Break, &["br", "/p", "/li", "/div", "/tr", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6", "/blockquote", "/ul", "/ol", "/dd", "/dt", "/table", "hr"]),
    (Tag, Drop(0), &[
        "p", "b", "i", "u", "s", "em", "strong", "span", "div", "code", "pre", "var", "font", "small", "big", "center", "tr", "table", "tbody", "thead", "a",
        "blockquote", "dd", "dl", "dt", "mark", "html", "body", "main", "section", "article", "label", "figure",
    ]),
    (Tag, Heading(1), &["h1"]),
    (Tag, Heading(2), &["h2"]),
    (Tag, Heading(3), &["h3", "h4", "h5", "h6"]),
    (Tag, Item, &["li"]),
    (Tag, List(true), &["ol"]),
    (Tag, List(false), &["ul"]),
    (Tag, Cell, &["td", "th"]),
    (Tag, Raise("^"), &["sup"]),
    (Tag, Raise("_"), &["sub"]),
    (Tag, Matrix, &["math"]),
    (Fence, Single, &["math", "latex", "tex", "katex", "asciimath"]),
    (Fence, Text, &["", "text", "txt", "plain", "plaintext", "markdown", "md"]),
    // Signs of Chinese and Japanese texts.
    (Sign, As(": "), &["："]),
    (Sign, As(", "), &["，", "、"]),
    (Sign, As("; "), &["；"]),
    (Sign, As(". "), &["。", "．"]),
    (Sign, As("("), &["（"]),
    (Sign, As(")"), &["）"]),
    (Sign, As("! "), &["！"]),
    (Sign, As("? "), &["？"]),
    // Pictures that people put beside formulas (others by their blocks, below), and marks without width.
    (Sign, Drop(0), &["✅", "❌", "✔", "✨", "⭐", "\u{fe0f}", "⚠", "\u{200b}", "\u{feff}", "\u{2060}"]),
];

static ROWS: LazyLock<HashMap<(Notation, &'static str), Does>> = LazyLock::new(|| {
    TABLE
        .iter()
        .rev()
        .flat_map(|(notation, does, names)| names.iter().map(|name| ((*notation, *name), *does)))
        .collect()
});

/// What a name does.
pub fn does(notation: Notation, name: &str) -> Option<Does> {
    let name = if notation == Environment { name.strip_suffix('*').unwrap_or(name) } else { name };
    let picture = || name.chars().next().is_some_and(|c| matches!(c, '\u{1F000}'..='\u{1FAFF}'));
    ROWS.get(&(notation, name)).copied().or_else(|| (notation == Sign && picture()).then_some(Drop(0)))
}

/// Is a word the name of a function?
pub fn is_function(word: &str) -> bool {
    Op::from_name(word).is_some()
}

/// The name of the command at the start of a text, without its backslash.
pub fn command(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('\\')?;
    let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let length = if letters > 0 { letters } else { rest.chars().next()?.len_utf8() };
    Some(&rest[..length])
}

/// The length of a command whose argument is words, with its brace: `\text{ or }`.
pub fn words_command(text: &str) -> Option<usize> {
    let name = command(text)?;
    let length = name.len() + 1;
    (does(Command, name) == Some(Words) && text[length..].starts_with('{')).then_some(length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_row() {
        for (at, (notation, _, names)) in TABLE.iter().enumerate() {
            for name in *names {
                let rows = TABLE.iter().filter(|row| row.0 == *notation && row.2.contains(name)).count();
                assert_eq!((rows, names.iter().filter(|own| own == &name).count()), (1, 1), "row {at}: {name}");
            }
        }
    }
}
