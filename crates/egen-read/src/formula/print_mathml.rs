//! MathML of a structure: what shows a formula on a page, and reads to the same structure?
//!
//! Where MathML has no element or attribute for a difference, an attribute `data-…` keeps it.

use super::letters::{styled_letter, wide_mark};
use super::symbol::{self, Class};
use super::{Formula, Grid, Kind, Limits, Part, Side, Spacing, Style};

/// The heights of delimiters, in em, by their size.
pub(super) const SIZES: [&str; 5] = ["", "1.2em", "1.8em", "2.4em", "3em"];

impl Formula<'_> {
    /// The formula in Presentation MathML, as a block.
    pub fn to_mathml(&self) -> String {
        let mut printer = Printer { formula: self, out: String::with_capacity(8 * self.text.len()), style: None };
        printer.out.push_str("<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">");
        printer.inside(self.root);
        printer.out.push_str("</math>");
        printer.out
    }
}

struct Printer<'f> {
    formula: &'f Formula<'f>,
    out: String,
    /// The letters that surround a part.
    style: Option<Style>,
}

impl Printer<'_> {
    /// The parts of a row without an element around them.
    fn inside(&mut self, part: Part) {
        match self.formula.kind(part) {
            Kind::Row | Kind::Group => self.parts(self.formula.children(part)),
            _ => self.parts(&[part]),
        }
    }

    fn parts(&mut self, parts: &[Part]) {
        for part in parts {
            self.part(*part);
            if self.is_operator(*part) {
                self.out.push_str("<mo>&#x2061;</mo>");
            }
        }
    }

    /// Is it a name, with scripts perhaps, that stands apart as an operator does?
    fn is_operator(&self, part: Part) -> bool {
        match (self.formula.kind(part), self.formula.children(part)) {
            (Kind::Name(Spacing::Operator), _) => !symbol::is_name(self.formula.content(part)),
            (Kind::Scripts { .. }, [base, ..]) => self.is_operator(*base),
            _ => false,
        }
    }

    /// A part as one element.
    fn one(&mut self, part: Part) {
        match (self.formula.kind(part), self.formula.children(part)) {
            (Kind::Row | Kind::Group, [only]) => self.one(*only),
            _ if self.is_operator(part) => self.row("<mrow>", &[part], "</mrow>"),
            _ => self.part(part),
        }
    }

    fn row(&mut self, open: &str, parts: &[Part], close: &str) {
        self.out.push_str(open);
        self.parts(parts);
        self.out.push_str(close);
    }

    fn ones(&mut self, element: &str, attributes: &str, parts: &[Part]) {
        self.out.extend(["<", element, attributes, ">"]);
        parts.iter().for_each(|part| self.one(*part));
        self.out.extend(["</", element, ">"]);
    }

    fn leaf(&mut self, element: &str, attributes: &str, content: &str) {
        self.out.extend(["<", element, attributes, ">"]);
        for sign in content.chars() {
            match sign {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                sign => self.out.push(sign),
            }
        }
        self.out.extend(["</", element, ">"]);
    }

    fn part(&mut self, part: Part) {
        let formula = self.formula;
        let children = formula.children(part);
        match formula.kind(part) {
            Kind::Row | Kind::Group => self.row("<mrow>", children, "</mrow>"),
            Kind::Number => self.leaf("mn", "", formula.content(part)),
            Kind::Command => self.leaf("mi", "", formula.content(part)),
            Kind::Name(_) => {
                let content = formula.content(part);
                let attributes = match (content.chars().nth(1), self.style) {
                    (Some(_), _) => "",
                    // Letters around it are upright too, and no names.
                    (None, Some(Style::Upright)) => " mathvariant=\"normal\" data-name=\"true\"",
                    (None, _) => " mathvariant=\"normal\"",
                };
                self.leaf("mi", attributes, content);
            }
            Kind::Symbol(sign) => self.symbol(sign),
            Kind::Words => self.leaf("mtext", "", &formula.content(part).replace(' ', "\u{a0}")),
            Kind::Space(width) => {
                self.out.push_str(&format!("<mspace width=\"{}em\"/>", f64::from(width) / 1000.0));
            }
            Kind::Scripts { below, above, limits } => self.scripts(children, (below, above), limits),
            Kind::Fraction { line } => {
                self.ones("mfrac", if line { "" } else { " linethickness=\"0\"" }, children);
            }
            Kind::Root if children.len() == 1 => {
                self.out.push_str("<msqrt>");
                self.inside(children[0]);
                self.out.push_str("</msqrt>");
            }
            Kind::Root => self.ones("mroot", "", children),
            Kind::Fence(open, close) => {
                self.out.push_str("<mrow>");
                self.fence("prefix", open);
                self.parts(children);
                self.fence("postfix", close);
                self.out.push_str("</mrow>");
            }
            Kind::Sized(size, side, sign) => self.sized(size, side, sign),
            Kind::Accent { mark, below } => {
                let (element, attribute) = if below { ("munder", "accentunder") } else { ("mover", "accent") };
                self.out.push_str(&format!("<{element} {attribute}=\"true\">"));
                self.one(children[0]);
                let (shown, wide) = wide_mark(mark).map_or((mark, false), |shown| (shown, true));
                let stretchy = if wide { " stretchy=\"true\"" } else { " stretchy=\"false\"" };
                self.leaf("mo", stretchy, shown.encode_utf8(&mut [0; 4]));
                self.out.push_str(&format!("</{element}>"));
            }
            Kind::Styled(style) => self.styled(style, children[0]),
            Kind::Table(grid) => self.table(grid, children),
            Kind::Line => {
                self.out.push_str("<mtr>");
                for cell in children {
                    self.out.push_str("<mtd>");
                    self.inside(*cell);
                    self.out.push_str("</mtd>");
                }
                self.out.push_str("</mtr>");
            }
            Kind::Rule => self.out.push_str("<mtr class=\"rule\"></mtr>"),
            Kind::Label => {}
        }
    }

    fn symbol(&mut self, sign: char) {
        let class = symbol::class(sign);
        if class == Class::Letter || class == Class::Ordinary && !sign.is_ascii() && sign != '′' {
            let letter = self.style.and_then(|style| styled_letter(style, sign)).unwrap_or(sign);
            let upright = self.style == Some(Style::Upright);
            let variant = if upright { " mathvariant=\"normal\"" } else { "" };
            return self.leaf("mi", variant, letter.encode_utf8(&mut [0; 4]));
        }
        let shown = if sign == '-' { '−' } else { sign };
        let fixed = matches!(class, Class::Open | Class::Close | Class::Fence) || sign == '/' || sign == '\\';
        let attributes = if fixed { " stretchy=\"false\"" } else { "" };
        self.leaf("mo", attributes, shown.encode_utf8(&mut [0; 4]));
    }

    fn fence(&mut self, form: &str, sign: Option<char>) {
        let attributes = format!(" fence=\"true\" form=\"{form}\" stretchy=\"true\"");
        let mut buffer = [0; 4];
        self.leaf("mo", &attributes, sign.map_or("", |sign| sign.encode_utf8(&mut buffer)));
    }

    fn sized(&mut self, size: u8, side: Side, sign: char) {
        let form = match side {
            Side::Either => "",
            Side::Open => " form=\"prefix\"",
            Side::Close => " form=\"postfix\"",
            Side::Relation => " form=\"infix\"",
        };
        let height = SIZES[usize::from(size).min(SIZES.len() - 1)];
        let attributes = match height {
            "" => format!(" stretchy=\"true\"{form}"),
            height => format!(" stretchy=\"true\" minsize=\"{height}\" maxsize=\"{height}\"{form}"),
        };
        self.leaf("mo", &attributes, sign.encode_utf8(&mut [0; 4]));
    }

    fn scripts(&mut self, children: &[Part], (below, above): (bool, bool), limits: Limits) {
        let has_limits = self.formula.has_limits(children[0]);
        let stacked = limits == Limits::Stacked || has_limits && limits == Limits::Usual;
        let element = match (stacked, below, above) {
            (true, true, true) => "munderover",
            (true, true, false) => "munder",
            (true, false, _) => "mover",
            (false, true, true) => "msubsup",
            (false, true, false) => "msub",
            (false, false, _) => "msup",
        };
        let attributes = match (limits, has_limits) {
            (Limits::Stacked, true) => " data-limits=\"stacked\"",
            (Limits::Stacked, false) if !above => " accentunder=\"false\"",
            (Limits::Stacked, false) => " accent=\"false\"",
            _ => "",
        };
        self.ones(element, attributes, children);
    }

    fn styled(&mut self, style: Style, part: Part) {
        let inner = self.formula.unwrapped(part);
        // A letter alone is italic anyway.
        if let Kind::Symbol(sign) = self.formula.kind(inner)
            && style != Style::Italic
            && self.style != Some(style)
            && let Some(letter) = styled_letter(style, sign)
        {
            return self.leaf("mi", "", letter.encode_utf8(&mut [0; 4]));
        }
        let (element, attributes) = match style {
            Style::Display => ("mstyle", " displaystyle=\"true\" scriptlevel=\"0\""),
            Style::Text => ("mstyle", " displaystyle=\"false\" scriptlevel=\"0\""),
            Style::Script => ("mstyle", " displaystyle=\"false\" scriptlevel=\"1\""),
            Style::ScriptScript => ("mstyle", " displaystyle=\"false\" scriptlevel=\"2\""),
            Style::Phantom => ("mphantom", ""),
            Style::Wide => ("mpadded", " height=\"0\" depth=\"0\""),
            Style::High => ("mpadded", " width=\"0\""),
            Style::Smashed => ("mpadded", " height=\"0\" depth=\"0\""),
            Style::Overlapping => ("mpadded", " width=\"0\""),
            Style::Boxed => ("menclose", " notation=\"box\""),
            Style::Cancelled => ("menclose", " notation=\"updiagonalstrike\""),
            _ => ("mstyle", ""),
        };
        self.out.extend(["<", element, attributes, " data-style=\"", style.name(), "\">"]);
        let around = self.style;
        if !style.is_size() {
            self.style = Some(style);
        }
        let hidden = matches!(style, Style::Wide | Style::High);
        self.out.push_str(if hidden { "<mphantom>" } else { "" });
        self.inside(part);
        self.out.push_str(if hidden { "</mphantom>" } else { "" });
        self.style = around;
        self.out.extend(["</", element, ">"]);
    }

    fn table(&mut self, grid: Grid, children: &[Part]) {
        let label = children.first().filter(|first| self.formula.kind(**first) == Kind::Label);
        let content = label.map_or("", |label| self.formula.content(*label));
        let lines = &children[usize::from(label.is_some())..];
        if grid == Grid::Cases {
            self.out.push_str("<mrow data-grid=\"cases\"><mo fence=\"true\" form=\"prefix\" stretchy=\"true\">{</mo>");
        }
        let attributes = match grid {
            Grid::Array => columns(content),
            Grid::Matrix => String::new(),
            Grid::Cases => " columnalign=\"left left\"".to_owned(),
            Grid::Aligned => " displaystyle=\"true\" columnalign=\"right left\" data-grid=\"aligned\"".to_owned(),
            Grid::Display => " displaystyle=\"true\" data-grid=\"display\"".to_owned(),
            Grid::Named => " data-grid=\"named\"".to_owned(),
        };
        self.out.extend(["<mtable", attributes.as_str()]);
        if grid == Grid::Named {
            self.out.push_str(" data-name=\"");
            content.chars().filter(|c| !matches!(c, '"' | '<' | '&')).for_each(|c| self.out.push(c));
            self.out.push('"');
        }
        self.out.push('>');
        lines.iter().for_each(|line| self.part(*line));
        self.out.push_str("</mtable>");
        self.out.push_str(if grid == Grid::Cases { "</mrow>" } else { "" });
    }
}

/// The attributes of an array with these columns: `c|c`.
fn columns(columns: &str) -> String {
    let mut aligned: Vec<&str> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for column in columns.chars() {
        let align = match column {
            '|' => {
                if let Some(last) = lines.last_mut() {
                    *last = "solid";
                }
                continue;
            }
            'l' => "left",
            'r' => "right",
            _ => "center",
        };
        aligned.push(align);
        lines.push("none");
    }
    let mut out = format!(" data-grid=\"array\" data-columns=\"{columns}\"");
    if !aligned.is_empty() {
        out.push_str(&format!(" columnalign=\"{}\"", aligned.join(" ")));
    }
    if lines.contains(&"solid") {
        out.push_str(&format!(" columnlines=\"{}\"", lines.join(" ")));
    }
    out
}
