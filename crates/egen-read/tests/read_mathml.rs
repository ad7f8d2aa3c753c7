//! MathML and srepr: which expression is each text, and which texts are refused where and why?

use egen_read::read::{MAX_TEXT, Notation, Options, read};

use reading::{Read, Refused, check_garbage, check_read, check_refused, shown};

mod reading;

const MATHML: &[Read] = &[
    ("<math><mi>x</mi></math>", "x"),
    ("<math><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></math>", "+ x 1"),
    ("<math><msup><mi>x</mi><mn>12</mn></msup></math>", "pow x 12"),
    ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi></math>", "* / 1 2 x"),
    ("<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>", "sqrt + x 1"),
    ("<math><mroot><mi>x</mi><mn>4</mn></mroot></math>", "pow x / 1 4"),
    ("<math><mroot><mrow><mo>-</mo><mn>8</mn></mrow><mn>3</mn></mroot></math>", "neg pow 8 / 1 3"),
    ("<math><mi>sin</mi><mo>&#x2061;</mo><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow></math>", "sin x"),
    ("<math><msup><mi>sin</mi><mn>2</mn></msup><mi>x</mi></math>", "pow sin x 2"),
    ("<math><mi>y</mi><mo>&#x2061;</mo><mo>(</mo><mn>2</mn><mo>)</mo></math>", "call:y:1 2"),
    ("<math><mi>a</mi><mo>&#x2062;</mo><mo>(</mo><mi>b</mi><mo>)</mo></math>", "* a b"),
    ("<math><msub><mi>x</mi><mn>1</mn></msub><mo>=</mo><mi>α</mi></math>", "x_1 = alpha"),
    ("<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>", "pow x_1 2"),
    ("<math><msub><mi>log</mi><mn>2</mn></msub><mi>x</mi></math>", "log x 2"),
    ("<math><mo>|</mo><mi>x</mi><mo>|</mo></math>", "abs x"),
    ("<math><mfenced><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfenced></math>", "+ x 1"),
    ("<math><mi>f</mi><mfenced><mi>x</mi><mi>y</mi></mfenced></math>", "call:f:2 x y"),
    ("<math><mover><mi>x</mi><mo>¯</mo></mover></math>", "x_bar"),
    ("<math><msup><mi>y</mi><mo>′</mo></msup><mo>=</mo><mi>y</mi></math>", "d call:y:1 x x = call:y:1 x"),
    ("<math><mo>∫</mo><mi>x</mi><mi>dx</mi></math>", "int x x"),
    ("<math><mn>30</mn><mo>°</mo></math>", "/ * 30 Pi 180"),
    ("<math><mstyle displaystyle='true'><mn>3.5</mn></mstyle></math>", "7/2"),
    ("<m:math xmlns:m='http://www.w3.org/1998/Math/MathML'><m:mi>x</m:mi></m:math>", "x"),
    ("<math><semantics><mi>x</mi><annotation encoding='tex'>y</annotation></semantics></math>", "x"),
    ("<math><mfenced open='|' close='|'><mi>x</mi></mfenced></math>", "abs x"),
    ("<math><mfenced open='[' close=']'><mi>x</mi></mfenced><mi>y</mi></math>", "* x y"),
    ("<math><menclose notation='radical'><mi>x</mi><mo>+</mo><mn>1</mn></menclose></math>", "sqrt + x 1"),
    ("<math><menclose notation='box'><mi>x</mi></menclose></math>", "x"),
    ("<math><mfrac><mi>dy</mi><mi>dx</mi></mfrac></math>", "d call:y:1 x x"),
    ("<math><mi>f</mi><mo>&#x2061;</mo><mi>x</mi></math>", "call:f:1 x"),
    ("<math><mi>Si</mi><mo>&af;</mo><mi>x</mi><mo>+</mo><mn>1</mn></math>", "+ call:Si:1 x 1"),
    ("<math><mi>erf</mi><mo>&af;</mo><mi>x</mi><mo>+</mo><mn>1</mn></math>", "+ erf x 1"),
    ("<math><msup><mi>f</mi><mn>2</mn></msup><mo>&#x2061;</mo><mi>x</mi></math>", "pow call:f:1 x 2"),
    ("<math><mn>2</mn><mo>&InvisibleTimes;</mo><mi>&pi;</mi><mo>&minus;</mo><mi>&alpha;</mi></math>", "- * 2 Pi alpha"),
    ("<math><mi>𝑥</mi><mo>=</mo><mi>&#x3b1;</mi></math>", "x = alpha"),
    ("<msup><mn>-6</mn><mn>2</mn></msup>", "pow -6 2"),
    ("<mn>1e5</mn>", "100000"),
    ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "/ 1 2"),
    // As Word, MathJax and others write it.
    (
        "<math><msup><mfenced separators='|'><mrow><mi>x</mi><mo>+</mo><mn>1</mn></mrow></mfenced><mn>2</mn></msup></math>",
        "pow + x 1 2",
    ),
    ("<math><mo>sin</mo><mo>(</mo><mi>x</mi><mo>)</mo></math>", "sin x"),
    ("<math><mn mathvariant='bold'>2</mn><mo>+</mo><mn>𝟑</mn></math>", "+ 2 3"),
    ("<math><mi mathvariant='normal'>Δ</mi><mi>x</mi></math>", "Delta_x"),
    ("<math><mi>Δ</mi><mo>&#x2062;</mo><mi>x</mi></math>", "* Delta x"),
    // Content MathML.
    ("<apply><diff/><bvar><ci>x</ci></bvar><ci>f</ci></apply>", "d call:f:1 x x"),
    ("<apply><plus/><ci><msub><mi>x</mi><mn>1</mn></msub></ci><cn>1</cn></apply>", "+ x_1 1"),
    ("<math><apply><plus/><ci>x</ci><cn>1</cn><ci>y</ci></apply></math>", "+ + x 1 y"),
    ("<math><apply><minus/><ci>x</ci></apply></math>", "neg x"),
    ("<apply><sin/><apply><power/><ci>x</ci><cn>2</cn></apply></apply>", "sin pow x 2"),
    ("<apply><eq/><ci>y</ci><apply><exp/><ci>x</ci></apply></apply>", "y = exp x"),
    ("<apply><root/><ci>x</ci></apply>", "sqrt x"),
    ("<apply><root/><degree><cn>3</cn></degree><cn>-8</cn></apply>", "neg pow 8 / 1 3"),
    ("<apply><log/><ci>x</ci></apply>", "log x 10"),
    ("<apply><log/><logbase><cn>2</cn></logbase><ci>x</ci></apply>", "log x 2"),
    (
        "<apply><diff/><bvar><ci>x</ci><degree><cn>2</cn></degree></bvar><apply><ci>f</ci><ci>x</ci></apply></apply>",
        "d d call:f:1 x x x",
    ),
    ("<apply><int/><bvar><ci>x</ci></bvar><ci>x</ci></apply>", "int x x"),
    ("<apply><times/><cn type='rational'>1<sep/>3</cn><pi/></apply>", "* / 1 3 Pi"),
    ("<apply><divide/><ci>α</ci><exponentiale/></apply>", "/ alpha E"),
];

const MATHML_REFUSED: &[Refused] = &[
    ("<p>x</p>", 0, "`<math>`"),
    ("<math><mi>x</mi>", 0, "well-formed"),
    ("<math><mi>&foo;</mi></math>", 10, "not defined in XML"),
    ("<math><mi>&alpha;</mi><mo>)</mo></math>", 26, "`)` closes nothing"),
    ("<math><mfenced open='⌊' close='⌋'><mi>x</mi></mfenced></math>", 6, "out of scope"),
    ("<math><mfenced open='[' close=')'><mi>x</mi></mfenced></math>", 6, "must match"),
    ("<math><mfrac linethickness='0'><mi>n</mi><mi>k</mi></mfrac></math>", 6, "binomial"),
    ("<math><menclose notation='updiagonalstrike'><mi>x</mi></menclose></math>", 6, "strikes something out"),
    ("<math><mi mathvariant='bold'>v</mi></math>", 6, "vectors"),
    ("<math><mstyle mathvariant='bold'><mi>v</mi></mstyle></math>", 6, "vectors"),
    ("<math><mfrac><mi>x</mi><mi>dx</mi></mfrac></math>", 27, "differential"),
    ("<math><mi mathvariant='double-struck'>R</mi></math>", 6, "sets"),
    ("<math><mn>2</mn><mspace width='1em'/><mn>3</mn></math>", 41, "number stands after a number"),
    ("<math><mi>Si</mi><mi>x</mi></math>", 10, "ambiguous"),
    ("<math><mi>x</mi><mo>(</mo><mi>y</mi><mo>)</mo></math>", 10, "is `x(y)` a function"),
    ("<!DOCTYPE m [<!ENTITY a 'x'>]><math><mi>&a;</mi></math>", 0, "document type"),
    ("<math></math>", 0, "nothing to read"),
    ("<math><mfrac><mi>x</mi></mfrac></math>", 6, "takes 2 elements"),
    ("<math><mtable/></math>", 6, "out of scope"),
    ("<math><menclose notation='longdiv'><mi>x</mi></menclose></math>", 6, "no element of a formula"),
    ("<math><mfenced separators='|'><mi>a</mi><mi>b</mi><mi>c</mi></mfenced></math>", 40, "`|` is not read"),
    ("<math><mn>1,5</mn></math>", 11, "only between the arguments"),
    ("<math><mo>&lt;</mo></math>", 6, "only = is read"),
    ("<math><mi>x</mi><mo>&#8804;</mo><mi>y</mi></math>", 20, "only = is read"),
    ("<math><munderover><mo>∑</mo><mn>0</mn><mn>1</mn></munderover></math>", 22, "out of scope"),
    ("<math><mi>i</mi><mo>+</mo><mn>1</mn></math>", 10, "imaginary"),
    ("<apply><limit/><ci>x</ci></apply>", 7, "out of scope"),
    ("<apply><plus/></apply>", 7, "an argument or more"),
    ("<apply><sin/><ci>x</ci><ci>y</ci></apply>", 7, "takes 1 argument"),
    ("<apply><ci>f</ci><apply/></apply>", 17, "an operator belongs"),
    ("<apply><diff/><ci>x</ci></apply>", 7, "wants a variable"),
    ("<cn base='16'>FF</cn>", 0, "decimal digits"),
];

const SREPR: &[Read] = &[
    ("Symbol('x')", "x"),
    ("Symbol('x', positive=True, real=True)", "x"),
    ("Add(Symbol('x'), Integer(1))", "+ x 1"),
    ("Mul(Integer(-1), Symbol('x'), Pow(Symbol('y'), Integer(-1)))", "* * -1 x pow y -1"),
    ("Pow(Symbol('x'), Rational(1, 2))", "pow x / 1 2"),
    ("sin(Mul(pi, Symbol('alpha')))", "sin * Pi alpha"),
    ("exp(Mul(Integer(2), Symbol(\"x\")))", "exp * 2 x"),
    ("log(Abs(Symbol('x')))", "ln abs x"),
    ("log(Symbol('x'), Symbol('y'))", "log x y"),
    ("Float('0.5', precision=53)", "1/2"),
    // The digits of floats are those that were typed.
    ("Float('0.10000000000000001', precision=53)", "1/10"),
    ("Float('-123456.78900000000', precision=53)", "-123456789/1000"),
    ("Float('0.10000000000000000000000000000000000000000000000000007', precision=169)", "1/10"),
    ("Float('0.33333333333333331', precision=53)", "3333333333333333/10000000000000000"),
    ("Float('1.0000000000000002', precision=53)", "5000000000000001/5000000000000000"),
    ("Float('9.9999999999999997e+22', precision=53)", "100000000000000000000000"),
    ("Float('0.0', precision=53)", "0"),
    ("Float('0.125', precision=999999999999)", "1/8"),
    ("Function('f')(Symbol('x'), E)", "call:f:2 x E"),
    ("Derivative(Function('f')(Symbol('x')), Tuple(Symbol('x'), Integer(2)))", "d d call:f:1 x x x"),
    ("Integral(Integral(Symbol('x'), Tuple(Symbol('x'))), Tuple(Symbol('y')))", "int int x x y"),
    ("Equality(Symbol('y'), Pow(Symbol('x'), Integer(2)))", "y = pow x 2"),
];

const SREPR_REFUSED: &[Refused] = &[
    ("Float('0.5)", 6, "expected digits"),
    ("Symbol('x'", 10, "expected `)`"),
    ("Add(Symbol('x'), Integer(1)", 0, "not closed"),
    ("Integer(1))", 10, "never opened"),
    ("Integer(1) Integer(2)", 11, "complete"),
    ("Integer(x)", 8, "digits"),
    ("Rational(1, 0)", 9, "digits"),
    ("Add()", 4, "expected a name"),
    ("Foo(Symbol('x'))", 0, "out of scope"),
    ("Add(I, Integer(1))", 4, "`I` is out of scope"),
    ("oo", 0, "`oo` is out of scope"),
    ("Max(Tuple(Integer(1)), Symbol('x'))", 4, "`Tuple` is out of scope"),
    // SymPy tells these symbols apart by more than their names.
    ("Add(Symbol('x'), Mul(Integer(-1), Symbol('x', positive=True)))", 42, "two different symbols"),
    ("Add(Dummy('x', dummy_index=1), Dummy('x', dummy_index=2))", 38, "two different symbols"),
    ("Add(Symbol('alpha'), Symbol('α'))", 29, "two different symbols"),
    ("Integral(Symbol('x'), Tuple(Symbol('x'), Integer(0), Integer(1)))", 41, "definite"),
    ("Derivative(Symbol('x'))", 0, "Tuple"),
    ("Symbol('x y')", 8, "letters"),
];

#[test]
fn texts_are_read_as_what_they_say() {
    check_read(Notation::Mathml, MATHML);
    check_read(Notation::Srepr, SREPR);
}

#[test]
fn refusals_say_where_and_why() {
    check_refused(Notation::Mathml, MATHML_REFUSED);
    check_refused(Notation::Srepr, SREPR_REFUSED);
}

#[test]
fn both_are_found_by_content() {
    for (table, notation) in [(MATHML, Notation::Mathml), (SREPR, Notation::Srepr)] {
        for (text, want) in table {
            let reading = read(text, &Options::default()).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!((shown(&reading).as_str(), reading.notation), (*want, notation), "{text}");
        }
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let most = |open: &str, close: &str| MAX_TEXT / (open.len() + close.len()) - 10;
    for (before, open, middle, close, after, notation) in [
        ("<math>", "<mrow>", "<mi>x</mi>", "</mrow>", "</math>", Notation::Mathml),
        ("<math>", "<mrow>", "", "", "", Notation::Mathml),
        ("<math>", "<msqrt>", "<mi>x</mi>", "</msqrt>", "</math>", Notation::Mathml),
        ("<math>", "<mrow><mo>(</mo>", "<mi>x</mi>", "<mo>)</mo></mrow>", "</math>", Notation::Mathml),
        ("", "<apply><sin/>", "<ci>x</ci>", "</apply>", "", Notation::Mathml),
        ("", "sin(", "", "", "", Notation::Srepr),
    ] {
        let count = most(open, close);
        let text = [before, &open.repeat(count), middle, &close.repeat(count), after].concat();
        assert!(read(&text, &Options { notation: Some(notation), ..Options::default() }).is_err(), "{open}");
    }
    // In srepr nothing but the length bounds the depth, as in prefix notation.
    let deep = ["sin(".repeat(100_000), "Symbol('x')".to_owned(), ")".repeat(100_000)].concat();
    assert!(read(&deep, &Options::default()).is_ok());
    let long = ["<math><mi>x</mi>", &"<mo>+</mo><mi>x</mi>".repeat(40_000), "</math>"].concat();
    assert_eq!(read(&long, &Options::default()).map(|reading| reading.sides[0].len()), Ok(80_001));
}

#[test]
fn no_garbage_panics() {
    #[rustfmt::skip]
    const TOKENS: &[&str] = &[
        "<math>", "</math>", "<mi>x</mi>", "<mn>2</mn>", "<mo>(</mo>", "<mo>)</mo>", "<mo>|</mo>", "<mo>&#x2061;</mo>", "<mfrac>",
        "</mfrac>", "<msub>", "</msub>", "<msup>", "</msup>", "<mrow>", "</mrow>", "<apply>", "</apply>", "<sin/>", "<plus/>",
        "<ci>x</ci>", "<cn>1</cn>", "<mo>∫</mo>", "<mi>d</mi>", "<mo>′</mo>", "<mroot>", "</mroot>",
        "<mi>erf</mi>", "<mi>dx</mi>", "<mfenced open='|' close='|'>", "</mfenced>", "<mn>-6</mn>", "<mspace width='1em'/>", "&alpha;",
        "<bvar><ci>x</ci></bvar>", "<diff/>",
    ];
    check_garbage(&[Some(Notation::Mathml), None], (MATHML, MATHML_REFUSED), TOKENS);
    const WORDS: &[&str] =
        &["Symbol('x')", "Integer(2)", "Add(", ")", ",", "sin(", "Tuple(", "Derivative(", "Function('f')(", "pi"];
    check_garbage(&[Some(Notation::Srepr), None], (SREPR, SREPR_REFUSED), WORDS);
}
