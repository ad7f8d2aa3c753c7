//! Does every text show what its reader sees, and does every character know where it comes from?

use super::*;

/// What the lines of a text show, with one blank for many.
fn shown(text: &str) -> Vec<String> {
    let document = Document::scan(text);
    check_origins(&document);
    document.lines.iter().map(|line| plain(&line.shown)).collect()
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Each copied character stands at its origin, and origins are in order.
fn check_origins(document: &Document) {
    for line in &document.lines {
        let mut last = 0;
        for (at, c) in line.shown.char_indices() {
            let source = line.origin.source(at..at + c.len_utf8());
            let text =
                document.text.get(source.clone()).unwrap_or_else(|| panic!("{:?}: {c}: {source:?}", document.text));
            assert!(source.start >= last, "{:?}: origins go back at {c} of {}", document.text, line.shown);
            last = source.start;
            if line.origin.is_copied(at) {
                assert_eq!(text, c.to_string(), "{:?}: {}", document.text, line.shown);
            }
        }
        let inside = |range: &Range<usize>| line.shown.get(range.clone()).is_some();
        assert!(line.math.iter().all(|math| inside(&math.range)), "{line:?}");

        match &line.kind {
            LineKind::TableRow { cells, .. } => assert!(cells.iter().all(inside), "{line:?}"),
            LineKind::Display(row) => assert!(row.separators.iter().all(inside), "{line:?}"),
            _ => {}
        }
        assert!(
            line.start <= document.text.len() && document.text[..line.start].matches('\n').count() + 1 == line.number
        );
    }
}

#[test]
fn markup_shows_what_it_sets() {
    let mut wrong = Vec::new();
    for (text, want) in [
        ("**2x = 6**", "2x = 6"),
        ("x**2 + y**2 = 1", "x**2 + y**2 = 1"),
        ("### Step 2: 2x = 8", "Step 2: 2x = 8"),
        ("# Solve $2x = 8$", "Solve 2x = 8"),
        ("# 2x = 8", "# 2x = 8"),
        ("> 2x = 6", "2x = 6"),
        ("x = 3\n> 2", "x = 3|> 2"),
        ("`2x = 6`", "2x = 6"),
        ("a \\stackrel{(a)}{=} b", "a = b"),
        ("a \\overset{!}{=} b", "a = b"),
        ("48/2 = <<48/2=24>>24", "48/2 = 24"),
        ("She pays 3 * $4 = $<<3*4=12>>12", "She pays 3 * 4 = 12"),
        ("2x = 4 <!-- halve -->", "2x = 4"),
        ("Cost = 3 * $4 = $12", "Cost = 3 * 4 = 12"),
        ("$3.60 / 12 = $0.30", "3.60 / 12 = 0.30"),
        ("$2x = 4$", "2x = 4"),
        ("We have $2x = 4$ and $3 = y$", "We have 2x = 4 and 3 = y"),
        ("| 1 | 2x + 1 = 5 |", "1: 2x + 1 = 5"),
        ("| 2x = 4 | divide by 2 |", "2x = 4; divide by 2"),
        ("|x| = |y|", "|x| = |y|"),
        ("x = 2 ✅", "x = 2"),
        ("所以：x = 2。", "所以: x = 2."),
        ("\\underbrace{x + 2}_{y} + 1", "(x + 2) + 1"),
        ("*Step 1*: 2x = 6", "Step 1: 2x = 6"),
        ("_Step 1_ and **_bold_**", "Step 1 and bold"),
        ("\\textbf{Step 1:} $2x = 6$", "Step 1: 2x = 6"),
        ("\\cancel{2}x = \\cancel{2}y", "{2}x = {2}y"),
        ("\\boxed{x = 2}", "x = 2"),
        ("$$\\boxed{x = 2}$$", "x = 2"),
        ("<p>x<sup>2</sup> - 4 = 0</p>", "x^(2) - 4 = 0"),
        ("x<sub>1</sub> = 2", "x_1 = 2"),
        ("x<sub>n+1</sub> = 2", "x_{n+1} = 2"),
        ("x = &minus;2", "x = −2"),
        ("2x&nbsp;+&nbsp;3 &lt; 7", "2x + 3 < 7"),
        ("x&sup2; = 4", "x² = 4"),
        ("<b>2x</b> = 4", "2x = 4"),
        ("a <b> c", "a <b> c"),
        ("<p>2x = 4<br>", "2x = 4"),
        ("<span class=\"m\">y = 2</span>", "y = 2"),
        ("x < 3 and y > 2", "x < 3 and y > 2"),
        ("&#8722;2 &#x3c; x", "−2 < x"),
        ("2x = 4<br>x = 2", "2x = 4|x = 2"),
        ("<p>x = 2</p>", "x = 2"),
        ("<ul><li>3x = 9</li><li>x = 3</li></ul>", "3x = 9|x = 3"),
        ("<math><mi>x</mi></math>", "<math><mi>x</mi></math>"),
        ("<math>\n<mi>x</mi>\n</math>", "<math> <mi>x</mi> </math>"),
        ("Let $x +\ny$ be", "Let x + y be"),
        ("$2{,}5 + 1{,}5 = 4$", "2,5 + 1,5 = 4"),
    ] {
        if shown(text).join("|") != want {
            wrong.push(format!("{text}: wanted {want}, got {}", shown(text).join("|")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_formula_is_not_markup() {
    for text in [
        "2*x + 3*y",
        "x**2",
        "- 2x = 6",
        "|x| = |y|",
        "a < b > c",
        "_",
        "x_1 + y_1",
        "<x, y>",
        "2 + 3*(x + 1)*y",
        "[x](2) = 3",
        "\\{1, 2\\}",
        "x = 2 * 3 * 4",
        "F = [x]_0^1 + [y]_0^1",
        "a & b",
        "x = \\text{speed}",
        "50%",
        "\\quadratic",
        "5!",
        "f(x) = 2**3 + 3**2",
        "`x` + 1",
        "\\begin{pmatrix} a \\\\ b \\end{pmatrix}",
        "A = \\begin{array}{cc} a & b \\\\ c & d \\end{array}",
        "f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 & x \\le 0 \\end{cases}",
        "x ~= 2",
        "x' = #",
        "$",
        "(a) + b = c",
        "(x)(y) = 2",
        "1.5x = 3",
        "2. 5",
        "y := x^2",
    ] {
        let want = if text == "$" {
            String::new()
        } else if text == "2. 5" {
            "5".to_string()
        } else {
            plain(text)
        };
        assert_eq!(shown(text).join("|"), want, "{text}");
        let kind = &Document::scan(text).lines.first().map(|line| line.kind.clone());
        assert!(matches!(kind, Some(LineKind::Text | LineKind::Item { .. }) | None), "{text}: {kind:?}");
    }
    assert_eq!(shown("x = 1\n    = x + 1"), ["x = 1", "= x + 1"]);
    assert_eq!(shown("x = 2\n---\n= 2"), ["x = 2", "", "= 2"]);
    assert_eq!(shown("x = 1 + 2\n- 3 + 4\n- 5"), ["x = 1 + 2", "- 3 + 4", "- 5"]);
}

/// The rows of a text: what each shows as its formula.
fn rows(text: &str) -> Vec<String> {
    let document = Document::scan(text);
    check_origins(&document);
    let parts = document.lines.iter().flat_map(|line| columns(line).into_iter().map(move |at| (line, at)));
    parts.map(|(line, at)| plain(&line.shown[trim(&line.shown, at)])).filter(|row| !row.is_empty()).collect()
}

#[test]
fn layout_is_no_part_of_a_formula() {
    let mut wrong = Vec::new();
    for (text, want) in [
        ("x + 1", "x + 1"),
        ("  = x + 1  ", "= x + 1"),
        ("&= x^{2} \\\\", "= x^{2}"),
        ("{} & = \\quad x,", "= \\quad x"),
        ("&=& x \\\\[2pt]", "= x"),
        ("$xy$.", "xy"),
        ("\\[ xy", "xy"),
        ("xy \\]", "xy"),
        ("$$ = xy $$", "= xy"),
        ("&= x && \\text{by symmetry} \\\\", "= x \\text{by symmetry}"),
        ("x = \\text{speed}", "x = \\text{speed}"),
        ("\\begin{align*} x &= y", "x = y"),
        ("\\begin{alignat*}{2} xy", "xy"),
        ("x &= 2 \\label{eq:one} \\tag{3}", "x = 2"),
        ("\\therefore x = 2 \\nonumber", "\\therefore x = 2"),
        ("&\\le x + 1", "\\le x + 1"),
        ("\\begin{align} a &= b \\\\ &= c \\\\*[1ex] &= d \\end{align}", "a = b|= c|= d"),
        ("\\begin{align}\na &= b \\\\\n&= c\n+ d \\\\\n\\end{align}", "a = b|= c + d"),
        ("\\begin{align}x + y &= 3 & x - y &= 1\\end{align}", "x + y = 3|x - y = 1"),
        ("x + y &= 3 & x - y &= 1", "x + y = 3|x - y = 1"),
        ("\\left\\{\\begin{array}{l} x + y = 3 \\\\ x - y = 1 \\end{array}\\right.", "x + y = 3|x - y = 1"),
        ("Solve \\begin{cases} x + y = 3 \\\\ x - y = 1 \\end{cases}.", "Solve|x + y = 3|x - y = 1"),
        (
            "\\[ \\Rightarrow \\left\\{\\begin{aligned} x &= 3 \\\\ y &= 1 \\end{aligned}\\right. \\]",
            "\\Rightarrow \\left\\{ x = 3|y = 1",
        ),
        ("\\[\\begin{cases} x + y = 3 \\\\ x - y = 1 \\end{cases}\\]", "x + y = 3|x - y = 1"),
        ("$\\begin{cases} x + y = 3 \\\\ x - y = 1 \\end{cases}$", "x + y = 3|x - y = 1"),
        ("$\\begin{cases}\nx + y = 3 \\\\\nx - y = 1\n\\end{cases}$", "x + y = 3|x - y = 1"),
        (
            "\\[ f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 & x < 0 \\end{cases} \\]",
            "f(x) = \\begin{cases} 1 & x > 0 \\\\ 0 & x < 0 \\end{cases}",
        ),
        (
            "A = \\begin{pmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{pmatrix}",
            "A = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
        ),
        ("\\begin{array}{cc} a & b \\\\ c & d \\end{array}", "\\begin{array}{cc} a & b \\\\ c & d \\end{array}"),
        ("\\[\nx = 1\n+ 2\n\\]", "x = 1 + 2"),
        ("$$\n2x = 4\nx = 2\n$$", "2x = 4|x = 2"),
        ("```math\n2x = 4\n```", "2x = 4"),
        ("&= x \\\\ % obvious", "= x|% obvious"),
        ("\\[ x = 2 \\] % done", "x = 2|% done"),
    ] {
        if rows(text).join("|") != want {
            wrong.push(format!("{text}: wanted {want}, got {}", rows(text).join("|")));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    for text in ["", "   ", "$$", "\\[", "\\]", "\\begin{align}", "\\\\", "&", "\\end{align}", "$$\n$$"] {
        assert_eq!(rows(text), [""; 0], "{text}");
    }
}

/// The kinds of the lines, one letter each, with the number of an item and `~` for a gap.
fn kinds(text: &str) -> String {
    let marker = |marker: &Marker| match marker {
        Marker::Bullet(_) => "-".to_string(),
        Marker::Numbered { value, .. } => value.to_string(),
    };
    let lines = Document::scan(text).lines;
    let kinds = lines.iter().map(|line| {
        let kind = match &line.kind {
            LineKind::Text => "t".to_string(),
            LineKind::Heading { level, marker: own } => {
                format!("h{level}{}", own.as_ref().map_or(String::new(), |own| format!(".{}", marker(own))))
            }
            LineKind::Item { marker: own } => format!("i{}", marker(own)),
            LineKind::TableRow { cells, header } => format!("{}{}", if *header { "H" } else { "c" }, cells.len()),
            LineKind::Rule => "r".to_string(),
            LineKind::Display(row) => format!("d{}{}", row.number, if row.system { "s" } else { "" }),
            LineKind::Comment => "#".to_string(),
            LineKind::Preamble => "p".to_string(),
            LineKind::Structure { .. } => "s".to_string(),
            LineKind::Code => "x".to_string(),
        };
        format!("{}{kind}", if line.gap { "~" } else { "" })
    });
    kinds.collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_have_kinds() {
    let mut wrong = Vec::new();
    for (text, want) in [
        ("1) Simplify 6/8\n= 3/4\n\n2) Simplify 10/4\n= 5/2", "i1 t ~i2 t"),
        ("1. (x+1)(x-1)\n2. = x^2 - 1", "i1 i2"),
        ("a. x = 1\nb. y = 2", "i1 i2"),
        ("(h) 2\n(i) 3", "i8 i9"),
        ("(i) x = 3\n(ii) y = 2", "i1 i2"),
        ("Q3. 2/3 = 4/6", "t"),
        ("- 2x = 6\n- x = 3", "i- i-"),
        ("x = 1 + 2\n- 3 + 4\n- 5", "t t t"),
        ("- Subtract 3 from both sides: x = 2", "i-"),
        ("- sin x = 2", "t"),
        ("**1.** Solve $x = 2$", "i1"),
        ("## 2. Solve $x = 2$", "h2.2"),
        ("# Exercise 1\n\nx = 2", "h1 ~t"),
        ("x = 2\n# halved\nx = 3", "t # t"),
        ("Problem 1\n---------\nx = 2", "h2 ~t"),
        ("x = 2\n---\ny = 3", "t r ~t"),
        ("| x | y |\n|---|---|\n| 1 | $|x| = 2$ |\n\n|x| = 2", "H2 c2 ~t"),
        ("x|y\n-|-\n1|2", "t r ~t"),
        ("<tr><td>Solve</td><td>x = 2</td></tr>", "c2"),
        ("<h3>1. Solve</h3><p>x = 2</p>", "h3.1 t"),
        ("<ol><li>x = 1</li><li>y = 2</li></ol>", "i1 i2"),
        ("<p><b>2.</b> x = 1</p>", "i2"),
        ("\\section*{Exercise 1}\nSolve", "h1 t"),
        ("\\begin{enumerate}\n\\item x = 1\n\\item[(c)] y = 2\n\\end{enumerate}", "i1 i3"),
        ("\\begin{enumerate}\\item\n$x = 1$\\end{enumerate}", "i1 t"),
        ("\\begin{problem}\nSolve\n\\end{problem}", "s t s"),
        ("\\documentclass{article}\n\\begin{document}\nSolve % it\n\\[ x = 2 \\]\nso\n\\end{document}", "p t d0 ~t"),
        (
            "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}\n\\begin{cases} x = 1 \\\\ y = 2 \\end{cases}",
            "d0 d1 ~d0s d1s",
        ),
        ("```python\nx = 2\n```\n```\nx = 2\n```\n```math\nx = 2\n```", "x t d0"),
        ("Solve $$2x = 4$$ for x.\n$$x = 2$$", "t d0"),
        ("<!-- a\nb -->x = 2", "t"),
    ] {
        if kinds(text) != want {
            wrong.push(format!("{text:?}: wanted {want}, got {}", kinds(text)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn generated_texts_keep_their_origins() {
    #[rustfmt::skip]
    let parts = [
        "x", "2", " = ", "$", "$$", "\\[", "\\]", "\\(", "\\)", "\\\\", "&", "|", "| ", " | ", "\n", "\n\n", "**", "*", "_", "`", "```", "<b>", "</b>", "<br>", "<sup>", "</sup>",
        "<sub>", "</sub>", "<li>", "<ol>", "<td>", "<h2>", "&lt;", "&minus;", "é", "：", "✅", "\\begin{align}", "\\end{align}", "\\begin{cases}", "\\end{cases}", "\\begin{pmatrix}",
        "\\end{pmatrix}", "{", "}", "\\text{", "\\textbf{", "\\underbrace{", "_{", "\\stackrel{", "\\item ", "\\section{", "\\begin{enumerate}", "\\end{enumerate}", "# ", "## ", "> ",
        "- ", "1. ", "(a) ", "ii) ", "%", "---", "<!--", "-->", "<<", ">>", "<math>", "</math>", "\\", "{,}", " ", "Solve", "\\quad", ",", ".", "|---|", "\r\n", "\u{a0}", "\\begin{problem}",
        "\\documentclass", "\\begin{document}", "\\left\\{", "\\right.", "~", "\\label{", "[", "]", "\\boxed{", "\\cancel{",
    ];
    let mut seed = 1u64;
    let mut next = |n: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % n
    };
    for _ in 0..20_000 {
        let text: String = (0..1 + next(24)).map(|_| parts[next(parts.len())]).collect();
        let document = Document::scan(&text);
        check_origins(&document);
        decimal_commas(&document);
        document.lines.iter().for_each(|line| drop((columns(line), decimals(&line.shown), line.is_data())));
    }
}

#[test]
fn long_texts_of_one_sign_come_to_an_end() {
    const SIZE: usize = 1 << 20;
    #[rustfmt::skip]
    let parts = [
        "<", "$", "|", "\\begin{align}", "&", "<b", "<b>", "<<", "<!--", "<sub>", "</sub>", "\\[", "\\(", "$$", "{", "\\textbf{", "**a", "*a b", "_a", "`", "> \n", "$\n", "| a \n",
        "\\begin{align}\\end{align}", "\\begin{cases}", "\\text{", "\\stackrel{", "<math>", "<math>\n", "- a\n", "1. a\n", "a. \n", "\\\\", "\\item ", "(\n", "$$\n(\n", "\\[\n\n", "```\n",
        "\\underbrace{x}", "&lt", "& ", "$1", "\\quad ", "x, ", "1,5 ", "\\end{align}", "<td>", "|-|\n", "\\section{", "%", "```math\n", "$a$ ", "\\text{a}",
    ];
    // What is quadratic takes minutes here, and is seen.
    for part in parts {
        let text = part.repeat(SIZE / part.len());
        let document = Document::scan(&text);
        decimal_commas(&document);
        document.lines.iter().for_each(|line| drop((columns(line), decimals(&line.shown))));
    }
}
