//! LaTeX of a structure: what sets a formula that looks the same, and reads to the same structure?

use super::latex::write_words;
use super::symbol::{self, Meaning, Ratio};
use super::{Formula, Grid, Kind, Limits, Part, Spacing, Style, is_invisible};

impl Formula<'_> {
    /// The formula in LaTeX, one spelling for everything that looks the same.
    pub fn to_latex(&self) -> String {
        let mut printer = Printer { formula: self, out: String::with_capacity(self.text.len()) };
        printer.row(self.root);
        printer.out
    }
}

struct Printer<'f> {
    formula: &'f Formula<'f>,
    out: String,
}

impl Printer<'_> {
    /// The parts of a row, or a part alone, without braces.
    fn row(&mut self, part: Part) {
        match self.formula.kind(part) {
            Kind::Row | Kind::Group => self.parts(self.formula.children(part)),
            _ => self.part(part),
        }
    }

    fn parts(&mut self, parts: &[Part]) {
        for (place, part) in parts.iter().enumerate() {
            if place > 0 && !self.out.ends_with(' ') {
                self.out.push(' ');
            }
            // Blanks do not keep digits apart.
            let number = self.out.trim_end().ends_with(|c: char| c.is_ascii_digit() || c == '.');
            match self.first(*part) {
                Kind::Number | Kind::Symbol('.') if number && place > 0 => self.group(*part),
                _ => self.part(*part),
            }
        }
    }

    /// What a part begins with on the page.
    fn first(&self, part: Part) -> Kind {
        let mut part = part;
        loop {
            part = match (self.formula.kind(part), self.formula.children(part)) {
                (Kind::Scripts { .. } | Kind::Row, [first, ..]) => *first,
                (Kind::Group, [only]) => *only,
                (kind, _) => return kind,
            };
        }
    }

    fn part(&mut self, part: Part) {
        let formula = self.formula;
        let children = formula.children(part);
        match formula.kind(part) {
            Kind::Row | Kind::Group if self.is_idle(part) => self.part(children[0]),
            Kind::Row | Kind::Group => self.group(part),
            Kind::Number => self.out.push_str(formula.content(part)),
            Kind::Command => match formula.content(part) {
                // At the start of a cell it would be a line of the table.
                "\\hline" => self.out.push_str("{\\hline}"),
                command => self.out.push_str(command),
            },
            Kind::Symbol(sign) if is_invisible(sign) => {}
            Kind::Symbol(sign) => self.sign(sign),
            Kind::Name(spacing) => self.name(formula.content(part), spacing),
            Kind::Words => {
                self.out.push_str("\\text{");
                write_words(formula.content(part), &mut self.out);
                self.out.push('}');
            }
            Kind::Space(width) => self.space(width),
            Kind::Scripts { below, above, limits } => self.scripts(children, (below, above), limits),
            Kind::Fraction { line: true } => self.command("\\frac", children),
            Kind::Fraction { line: false } => {
                self.out.push('{');
                self.group(children[0]);
                self.out.push_str(" \\atop ");
                self.group(children[1]);
                self.out.push('}');
            }
            Kind::Root => {
                self.out.push_str("\\sqrt");
                if let Some(degree) = children.get(1) {
                    let start = self.out.len();
                    self.row(*degree);
                    // A bracket inside would close the degree.
                    let (open, close) = if self.out[start..].contains(']') { ("[{", "}]") } else { ("[", "]") };
                    self.out.insert_str(start, open);
                    self.out.push_str(close);
                }
                self.group(children[0]);
            }
            Kind::Fence(open, close) => self.fence(open, close, children),
            Kind::Sized(size, side, sign) => {
                self.out.push_str(symbol::spelled(Meaning::Sized(size, side)).unwrap_or("\\big"));
                self.delimiter(Some(sign));
                // A letter behind `\lfloor` would go into the command.
                self.out.push_str(if self.ends_in_letter() { " " } else { "" });
            }
            Kind::Accent { mark: '\u{338}', .. } => self.command("\\not", children),
            Kind::Accent { mark, below } => {
                let command = symbol::spelled(Meaning::Accent { mark, below });
                self.command(command.unwrap_or("\\overset"), children);
            }
            Kind::Styled(style) => self.styled(style, children[0]),
            Kind::Table(grid) => self.table(grid, children),
            Kind::Line | Kind::Label => {}
            Kind::Rule => self.out.push_str("\\hline"),
        }
    }

    fn ends_in_letter(&self) -> bool {
        self.out.ends_with(|c: char| c.is_ascii_alphabetic())
    }

    fn command(&mut self, command: &str, arguments: &[Part]) {
        self.out.push_str(command);
        for argument in arguments {
            self.group(*argument);
        }
    }

    /// A part in braces, as an argument.
    fn group(&mut self, part: Part) {
        self.out.push('{');
        self.row(part);
        self.out.push('}');
    }

    /// Do braces hold one part that looks the same without them? `{=}` has no blanks around it.
    fn is_idle(&self, part: Part) -> bool {
        match self.formula.children(part) {
            [only] => match self.formula.kind(*only) {
                Kind::Symbol(sign) => symbol::class(sign) == symbol::Class::Letter,
                Kind::Row | Kind::Group => self.is_idle(*only),
                Kind::Number => false,
                _ => true,
            },
            _ => false,
        }
    }

    fn sign(&mut self, sign: char) {
        match symbol::command(sign) {
            Some(command) => self.out.push_str(command),
            None => match egen_math::names::greek_letter(sign).and_then(egen_math::names::greek) {
                Some(greek) if greek.command => {
                    self.out.push('\\');
                    self.out.push_str(greek.name);
                }
                _ => self.out.push(sign),
            },
        }
    }

    fn name(&mut self, name: &str, spacing: Spacing) {
        let command = match spacing {
            Spacing::Operator if symbol::has_command(name) => return self.out.extend(["\\", name]),
            Spacing::Operator if symbol::has_limits(name) => "\\operatorname*{",
            Spacing::Operator => "\\operatorname{",
            Spacing::Ordinary => "\\mathrm{",
        };
        self.out.push_str(command);
        write_words(name, &mut self.out);
        self.out.push('}');
    }

    fn space(&mut self, width: i32) {
        match symbol::spelled(Meaning::Space(width)) {
            Some(command) => self.out.push_str(command),
            None => self.out.push_str(&format!("\\mspace{{{}mu}}", f64::from(width) * 18.0 / 1000.0)),
        }
    }

    fn scripts(&mut self, children: &[Part], (below, above): (bool, bool), limits: Limits) {
        let [base, scripts @ ..] = children else { return };
        let stacked = limits == Limits::Stacked;
        let operator = self.formula.has_limits(*base) || self.is_operator(*base);
        match (stacked && !operator, below, above) {
            (true, true, false) => return self.command("\\underset", &[scripts[0], *base]),
            (true, false, true) => return self.command("\\overset", &[scripts[0], *base]),
            (true, ..) => self.command("\\mathop", &[*base]),
            (false, ..) => self.base(*base),
        }
        match limits {
            Limits::Stacked => self.out.push_str("\\limits"),
            Limits::Beside => self.out.push_str("\\nolimits"),
            Limits::Usual => {}
        }
        let (under, over) = scripts.split_at(usize::from(below));
        let primes = over.first().map_or(0, |over| self.primes(*over));
        self.out.extend(std::iter::repeat_n('\'', primes));
        for (sign, scripts) in [('_', under), ('^', if primes > 0 { &[] } else { over })] {
            if let Some(script) = scripts.first() {
                self.out.push(sign);
                self.group(*script);
            }
        }
    }

    /// How many primes is a superscript, if it is nothing else?
    fn primes(&self, part: Part) -> usize {
        let part = self.formula.unwrapped(part);
        let parts = match self.formula.kind(part) {
            Kind::Row | Kind::Group => self.formula.children(part),
            _ => &[part],
        };
        let all = parts.iter().all(|part| self.formula.kind(*part) == Kind::Symbol('′'));
        if all { parts.len() } else { 0 }
    }

    /// May `\limits` stand behind it?
    fn is_operator(&self, base: Part) -> bool {
        match self.formula.kind(self.formula.unwrapped(base)) {
            Kind::Symbol(sign) => symbol::class(sign) == symbol::Class::Integral,
            Kind::Name(spacing) => spacing == Spacing::Operator,
            _ => false,
        }
    }

    /// A base without braces where TeX takes it whole.
    fn base(&mut self, base: Part) {
        let base = if self.is_idle(base) { self.formula.unwrapped(base) } else { base };
        match self.formula.kind(base) {
            Kind::Row | Kind::Group | Kind::Scripts { .. } | Kind::Space(_) | Kind::Rule => self.group(base),
            Kind::Styled(style) if style.is_size() => self.group(base),
            _ => self.part(base),
        }
    }

    fn fence(&mut self, open: Option<char>, close: Option<char>, inside: &[Part]) {
        if let ((Some('('), Some(')')), [fraction]) = ((open, close), inside)
            && self.formula.kind(*fraction) == (Kind::Fraction { line: false })
        {
            let command = symbol::spelled(Meaning::Fraction(Ratio::Binomial)).unwrap_or("\\binom");
            return self.command(command, self.formula.children(*fraction));
        }
        self.out.push_str("\\left");
        self.delimiter(open);
        self.out.push(' ');
        self.parts(inside);
        self.out.push_str(" \\right");
        self.delimiter(close);
    }

    fn delimiter(&mut self, sign: Option<char>) {
        match sign {
            Some(sign) => self.sign(sign),
            None => self.out.push('.'),
        }
    }

    fn styled(&mut self, style: Style, part: Part) {
        if let Some(command) = symbol::spelled(Meaning::Switch(style)).filter(|_| style.is_size()) {
            self.out.extend(["{", command, " "]);
            self.row(part);
            return self.out.push('}');
        }
        let words = self.formula.kind(self.formula.unwrapped(part)) == Kind::Words;
        let command = match style {
            Style::Upright => Some("\\mathrm"),
            _ if words => symbol::spelled(Meaning::Words(style)).or_else(|| symbol::spelled(Meaning::Style(style))),
            _ => symbol::spelled(Meaning::Style(style)),
        };
        let command = command.unwrap_or("\\mathrm");
        if words && symbol::spelled(Meaning::Words(style)) == Some(command) {
            self.out.extend([command, "{"]);
            write_words(self.formula.content(self.formula.unwrapped(part)), &mut self.out);
            return self.out.push('}');
        }
        self.command(command, &[part]);
    }

    fn table(&mut self, grid: Grid, children: &[Part]) {
        let label = children.first().filter(|first| self.formula.kind(**first) == Kind::Label);
        let label = label.map(|label| self.formula.content(*label));
        let (name, columns) = match (grid, label) {
            (Grid::Array, columns) => ("array", columns),
            (Grid::Matrix, _) => ("matrix", None),
            (Grid::Cases, _) => ("cases", None),
            (Grid::Aligned, _) => ("aligned", None),
            (Grid::Display, _) => ("gathered", None),
            (Grid::Named, name) => (name.unwrap_or("matrix"), None),
        };
        self.out.extend(["\\begin{", name, "}"]);
        if let Some(columns) = columns {
            self.out.extend(["{", columns, "}"]);
        }
        let lines = &children[usize::from(label.is_some())..];
        for (place, line) in lines.iter().enumerate() {
            self.out.push(' ');
            if self.formula.kind(*line) == Kind::Rule {
                self.part(*line);
                continue;
            }
            for (place, cell) in self.formula.children(*line).iter().enumerate() {
                self.out.push_str(match (place, self.out.ends_with(' ')) {
                    (0, _) => "",
                    (_, true) => "& ",
                    (_, false) => " & ",
                });
                self.cell(*cell);
            }
            // A last line without anything in it needs the sign that ends it.
            let is_last = place + 1 == lines.len();
            self.out.push_str(if is_last && !self.is_empty(*line) { "" } else { " \\\\" });
        }
        self.out.extend([" \\end{", name, "}"]);
    }

    fn is_empty(&self, line: Part) -> bool {
        match self.formula.children(line) {
            [cell] => self.formula.children(*cell).is_empty() && self.formula.kind(*cell) == Kind::Row,
            _ => false,
        }
    }

    /// A cell; braces keep `\\` from taking its star or bracket.
    fn cell(&mut self, cell: Part) {
        let parts = match self.formula.kind(cell) {
            Kind::Row => self.formula.children(cell),
            _ => &[cell],
        };
        let Some((first, rest)) = parts.split_first() else { return };
        if !matches!(self.first(*first), Kind::Symbol('*' | '[')) {
            return self.row(cell);
        }
        self.group(*first);
        self.out.push(' ');
        self.parts(rest);
    }
}
