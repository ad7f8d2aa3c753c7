//! Regions: is nothing false called equal, and are the regions counted right?

use egen_math::compare::{Comparison, Domain, Reason, Settings, Verdict, compare_with};
use egen_read::read::read_expr;

fn compare(a: &str, b: &str, assumed: &str) -> Comparison {
    let read = |text: &str| read_expr(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let assumptions =
        if assumed.is_empty() { Default::default() } else { egen_read::assume::read(assumed).expect(assumed) };
    compare_with(&read(a), &read(b), &Settings { assumptions, ..Settings::default() })
}

#[test]
fn what_is_false_somewhere_is_not_called_equal() {
    #[rustfmt::skip]
    let refuted = [
        ("abs((x-100)^2+(y-200)^2-2500)", "(x-100)^2+(y-200)^2-2500", ""),
        ("abs(x^2+y^2+z^2-0.001)", "x^2+y^2+z^2-0.001", ""),
        ("sign(300-tan(x))", "1", ""),
        ("sqrt(x^3+2+ln(abs(x+3))-2*sqrt((x^3+2)*ln(abs(x+3))))", "sqrt(x^3+2)-sqrt(ln(abs(x+3)))", ""),
        ("sqrt(sin(x)-1/50+sin(y)/20-2*sqrt((sin(x)-1/50)*(sin(y)/20)))", "sqrt(sin(x)-1/50)-sqrt(sin(y)/20)", ""),
        ("abs(ln(x)-60)", "60-ln(x)", ""),
        ("abs(M-1.989*10^30)", "1.989*10^30-M", ""),
        ("acos(cos(x))", "x", "0 <= x <= 3.1416"),
        ("acos(cos(x))", "x", "0 <= x <= 3.14159265358979324"),
        ("atan(tan(x))", "x", "-1 < x <= 1.57079632679489661923132169164"),
        ("asin(sin(exp(x)/10^24))", "exp(x)/10^24", ""),
        ("sqrt((x^2-6*x+9-10^(-40))^2)", "x^2-6*x+9-10^(-40)", ""),
        ("abs(1/(x/6-3/14)-10^193)", "10^193-1/(x/6-3/14)", ""),
        ("abs(x-ln(x)-1-10^(-30))", "x-ln(x)-1-10^(-30)", ""),
        ("sqrt(2)*x", "x*54608393/38613965", ""),
        ("x*exp(pi*sqrt(58))", "24591257752*x", ""),
        ("1/(1+exp(-x^2-40))", "1", ""),
        ("x+10^(-350)", "x", ""),
        ("pi*x", "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899*x", ""),
        ("sign(n-50)^2", "1", "n integer"),
        ("sign(sin(pi*(n-50)/97))^2", "1", "n integer"),
        ("sign(n-m-77)^2", "1", "n integer, m integer"),
        ("sign(1009*n-1013*m-5)^2", "1", "n integer, m integer"),
        ("0^abs(n-40)", "0", "n integer"),
        ("sqrt((n^2-5640176*n+7952896327743)^2)", "n^2-5640176*n+7952896327743", "n integer, n > 0"),
        ("sign(sin(pi*(1000*n+1)/2003))^2", "1", "n integer"),
        ("(1+sign(x*y-1))*(1+sign(2.01-x^2-y^2))", "0", ""),
        ("(1+sign(1-(x-50)^2-(y-70)^2-z^2))*(1+sign(1-(x-51)^2-(y-71.3)^2-(z-0.5)^2))", "0", ""),
        // Beyond the range of floating point.
        ("abs(10^309-x)", "10^309-x", ""),
        ("sign(10^400-x)", "1", ""),
        ("sign(x+10^400)", "1", ""),
        ("abs(exp(710)-x)", "exp(710)-x", ""),
        ("abs(x/10^309-1)", "1-x/10^309", ""),
        ("abs(y)*sign(2^1024-x)", "abs(y)", ""),
        ("abs(10^400-x)", "10^400-x", "x > 10^399"),
        ("d/dx abs(10^400-x)", "-1", ""),
        // More breaks than two at a time.
        ("(1+sign(x))*(1+sign(y))*(1+sign(z))*(1+sign(w))*(1+sign(1-x-y-z-w))", "0", ""),
        ("abs(x+1)+abs(y+1)+(abs(x)+x)*(abs(y)+y)*(abs(1/100-x-y)+1/100-x-y)", "abs(x+1)+abs(y+1)", ""),
        ("(1+sign(x))*(1+sign(y-x))*(1+sign(z-y))*(1+sign(w-z))*(1+sign(x+10^(-30)-w))", "0", ""),
        // Sides that are met on the line of two breaks, and on no other.
        ("(abs(-sin(x)-0.95)-sin(x)-0.95)*(1+sign(sin(pi*x+2)-0.95))", "0", ""),
        ("(1+sign(sin(x)-0.99))*(1+sign(sin(sqrt(2)*x+1)-0.99))", "0", ""),
        // An argument comes to the end of a domain in one of many regions, and turns back there.
        ("asin(sin(x))+asin(abs(x)+x)", "asin(sin(x)*sqrt(1-(abs(x)+x)^2)+(abs(x)+x)*sqrt(1-sin(x)^2))", ""),
        ("asin(sin(x))+asin(10*(x+abs(x)))", "asin(sin(x)*sqrt(1-(10*(x+abs(x)))^2)+10*(x+abs(x))*sqrt(1-sin(x)^2))", ""),
        // The other side lies beyond a hill, or close to what is assumed.
        ("atan(y-1)-atan(y-abs(x))", "atan((abs(x)-1)/(1+(y-1)*(y-abs(x))))", ""),
        ("abs(x*y-z)", "x*y-z", "x > 1, y > 1, z < 1.01"),
    ];
    for (a, b, assumed) in refuted {
        let found = compare(a, b, assumed).verdict;
        assert!(matches!(found, Verdict::Refuted(_)), "{a} = {b} for {assumed}: {found:?}");
    }
    #[rustfmt::skip]
    let doubtful = [
        ("(-1)^(n*(n+1)/3)", "1", "n integer"),
        ("(-1)^(n*(n+1)/2)", "(-1)^n", "n integer"),
        ("(-1)^(n^2)", "1", "n integer"),
        ("sign(abs(x-pi)-x+pi)", "1", ""),
        ("sign(abs(ln(x))-ln(x))", "1", ""),
        ("abs(sin(x))*sign(abs(sin(x))-sin(x))", "abs(sin(x))", ""),
        ("exp(-ln(exp(670)+exp(x)))+sin(3*x)", "exp(-670)+sin(3*x)", ""),
        ("1/(1+exp(-cosh(-6*x-49)-86))", "1", ""),
        ("sign(n^2+m^2-7965253)^2", "1", "n integer, m integer"),
        ("0^abs(n^2-m^3-2691873747)", "0", "n integer, m integer"),
        ("atan(x)+atan(y)", "atan((x+y)/(1-x*y))", "0 < x <= 1, 0 < y <= 1+10^(-16)"),
        ("sign(sin(n)-sin(1000))^2", "1", "n integer"),
        ("(1+sign(sin(x)-0.999))*(1+sign(sin(sqrt(2)*x)-0.999))", "0", ""),
        ("(1+sign(x*y*z-1))*(1+sign(3+1e-8-x-y-z))*(1+sign(x))*(1+sign(y))*(1+sign(z))", "0", ""),
        ("sign(exp(710)-n)", "1", "n integer"),
        ("f(x)+abs(10^400-x)", "f(x)+10^400-x", ""),
        ("sign(f(x))^2", "1", ""),
        ("sign(f(x)-g(x))^2", "1", ""),
        ("0^(f(x)^2)", "0", ""),
    ];
    for (a, b, assumed) in doubtful {
        let found = compare(a, b, assumed).verdict;
        assert!(!found.is_equal(), "{a} = {b} for {assumed}: {found:?}");
    }
}

#[test]
fn regions_are_counted_and_known_to_be_all() {
    #[rustfmt::skip]
    let table = [
        ("sin(2*x)", "2*sin(x)*cos(x)", "", 1, true),
        ("sqrt(x^2)", "abs(x)", "", 2, true),
        ("abs(x-1)*abs(x-2)", "abs((x-1)*(x-2))", "", 3, true),
        ("ln(x^2-1)", "ln(x-1)+ln(x+1)", "", 1, true),
        ("abs(x*y)", "abs(x)*abs(y)", "", 4, true),
        ("abs(exp(x)-x)", "exp(x)-x", "", 1, true),
        ("abs(x^5-x-1)", "sqrt((x^5-x-1)^2)", "", 2, true),
        ("abs(x-ln(x)-1)", "x-ln(x)-1", "", 2, true),
        ("acos(cos(x))", "x", "0 <= x <= 3.1415", 1, true),
    ];
    for (a, b, assumed, regions, complete) in table {
        let found = compare(a, b, assumed);
        assert!(found.verdict.is_equal(), "{a} = {b}: {:?}", found.verdict);
        assert_eq!((found.evidence.regions, found.evidence.complete), (regions, complete), "{a} = {b}");
        assert!(found.evidence.digits >= 60, "{a} = {b}: {} digits", found.evidence.digits);
    }
    // There is no end of them.
    let found = compare("abs(x*sin(x))", "abs(x)*abs(sin(x))", "");
    assert!(found.verdict.is_equal() && !found.evidence.complete && found.evidence.regions > 4, "{found:?}");
}

#[test]
fn what_is_true_stays_equal() {
    for (a, b, assumed) in [
        ("sqrt(x/(x+y))", "sqrt(x)/sqrt(x+y)", ""),
        ("abs(x^2+x*y+y^2)", "x^2+x*y+y^2", ""),
        ("abs(1-2*x*sqrt(1-x^2))", "1-2*x*sqrt(1-x^2)", ""),
        ("abs(x-sin(x))", "(x-sin(x))*sign(x)", ""),
        ("abs(cosh(x)-x)", "cosh(x)-x", ""),
        ("(-1)^n", "cos(pi*n)", "n integer"),
        ("(-1)^(n^2)", "(-1)^n", "n integer"),
        ("(-1)^(n^2+n)", "1", "n integer"),
        ("(-1)^(n*(n-1)/2)*(-1)^(n*(n+1)/2)", "(-1)^n", "n integer"),
        ("cos(pi*n*(n+1)/2)", "(-1)^(n*(n+1)/2)", "n integer"),
        ("(-1)^((n^3-n)/6*6)", "1", "n integer"),
        ("(-1)^(n^2+m^2)", "(-1)^(n+m)", "n integer, m integer"),
        ("sign(n^2+1)^2", "1", "n integer"),
        ("x/sign(x)", "abs(x)", ""),
        // Absolute values in sums, in one variable and in several.
        ("abs(x)+abs(y)", "(abs(x+y)+abs(x-y)+abs(abs(x+y)-abs(x-y)))/2", ""),
        ("((x+y+abs(x-y))/2+z+abs((x+y+abs(x-y))/2-z))/2", "(x+(y+z+abs(y-z))/2+abs(x-(y+z+abs(y-z))/2))/2", ""),
        // x^y is zero at x = 0 only.
        ("x^y*y*sqrt(x^y*y)", "sqrt(x^y*y)^3", ""),
        // Signs of products, of what rises, and of the longest side.
        ("abs(x+y)", "x+y", "x*y > 0, x > 0"),
        ("abs(x^3-y^3)", "x^3-y^3", "x > y"),
        ("abs(x^2-y^2)", "x^2-y^2", "x > y, y > 0"),
        ("abs(exp(x)-exp(y))", "exp(x)-exp(y)", "x > y"),
        ("2*atan(y/(sqrt(x^2+y^2)+x))", "sign(y)*acos(x/sqrt(x^2+y^2))", ""),
        ("((7-z)^3)^(1/3)", "7-z", "abs(x) < 3, y > x"),
        ("tan(pi)", "0", ""),
        ("sign(f(x))*abs(f(x))", "f(x)", ""),
        ("abs(f(x))/f(x)", "sign(f(x))", ""),
        ("(1+sign(x-y))*(1+sign(y-z))*(1+sign(z-x))", "0", ""),
        ("(1+sign(x*y-1))*(1+sign(1/100-x^2-y^2))", "0", ""),
        ("abs(sin(x))*abs(x)", "abs(x*sin(x))", ""),
        ("sign(sin(pi*n/7)-1/3)^2", "1", "n integer"),
        ("(1+sign(x-y))*(1+sign(y-z))*(1+sign(z-w))*(1+sign(w-v))*(1+sign(v-x))", "0", ""),
        (
            "sqrt((x+y+z)/2*((x+y+z)/2-x)*((x+y+z)/2-y)*((x+y+z)/2-z))",
            "sqrt((x+(y+z))*(z-(x-y))*(z+(x-y))*(x+(y-z)))/4",
            "",
        ),
        ("abs(a-b)+abs(b-c)+abs(c-a)", "abs(b-a)+abs(c-b)+abs(a-c)", ""),
        ("abs(a)*abs(b)*abs(c)*abs(a-b)*abs(a+b+c)", "abs(a*b*c*(a-b)*(a+b+c))", ""),
    ] {
        let found = compare(a, b, assumed);
        assert!(found.verdict.is_equal(), "{a} = {b} for {assumed}: {:?}", found.verdict);
    }
}

#[test]
fn reasons_name_what_could_not_be_decided() {
    let Verdict::Unknown(Reason::Region(what)) = compare("sign(abs(x-pi)-x+pi)", "1", "").verdict else {
        panic!("the sign of what vanishes on a half line is decided")
    };
    assert_eq!(what, "whether abs(x - pi) - x + pi is negative anywhere");
    let never = ("(1+sign(sin(x)-0.999))*(1+sign(sin(sqrt(2)*x)-0.999))", "0");
    let Verdict::Unknown(Reason::Region(what)) = compare(never.0, never.1, "").verdict else {
        panic!("whether two waves have their crests at once is decided")
    };
    assert_eq!(what, "whether sin(x) - 0.999 is positive and sin(sqrt(2)*x) - 0.999 is positive at the same point");
}

#[test]
fn domains_are_not_guessed() {
    let far = compare("sqrt((x-100)^2+(y-200)^2-2500)^2", "(x-100)^2+(y-200)^2-2500", "");
    assert_eq!((far.verdict.is_equal(), far.domain), (true, Some(Domain::Wider)));
    let narrow = compare("sqrt((x-1)^2-1e-30)^2", "(x-1)^2-1e-30", "");
    assert_eq!((narrow.verdict.is_equal(), narrow.domain), (true, Some(Domain::Wider)));
    let beyond = compare("ln(10^400-x)", "ln(abs(10^400-x))", "");
    assert_eq!((beyond.verdict.is_equal(), beyond.domain), (true, Some(Domain::Wider)));
    let vanishing = compare("(abs(x-pi)-x+pi)/(abs(x-pi)-x+pi)", "1", "");
    assert_ne!(vanishing.domain, Some(Domain::Equal));
    // Where both factors are negative the logarithm of their product has a value.
    for (a, b) in [
        ("ln((abs(x)-3)*(x^2+y^2-0.1))", "ln(abs(x)-3)+ln(x^2+y^2-0.1)"),
        ("ln((x+y)*(x-y))", "ln(x+y)+ln(x-y)"),
        ("ln((x-1)*(y-2)*(x+y))", "ln(x-1)+ln(y-2)+ln(x+y)"),
    ] {
        let both = compare(a, b, "");
        assert_eq!((both.verdict.is_equal(), both.domain), (true, Some(Domain::Narrower)), "{a}");
    }
}

/// cos(π(n−a)/2)·…·cos(π(n−a)/2^k), which is zero at all integers but those that leave a when they are divided by 2^k.
fn comb(name: &str, a: i64, k: u32) -> String {
    let factors: Vec<String> = (1..=k).map(|j| format!("cos(pi*({name}-{a})/2^{j})")).collect();
    factors.join("*")
}

#[test]
fn an_integer_speaks_for_its_residue_class_only() {
    let comb_of_both = format!("{}*{}", comb("n", 30, 5), comb("m", 33, 5));
    #[rustfmt::skip]
    let refuted = [
        (comb("n", 1000, 11), "0", "n integer"),
        (comb("n", 1000, 11), "0", "n integer, n > 0"),
        (comb("n", 5000, 11), "0", "n integer, 2000 < n < 6000"),
        (format!("(n-1000)*(n+1048)*({})", comb("n", 1000, 11)), "0", "n integer"),
        (comb_of_both, "0", "n integer, m integer"),
        (format!("x+x*{}", comb("n", 1000, 10)), "x", "n integer"),
    ];
    for (a, b, assumed) in refuted {
        let found = compare(&a, b, assumed).verdict;
        assert!(matches!(found, Verdict::Refuted(_)), "{a} = {b} for {assumed}: {found:?}");
    }
    // Something large stands beside it, in which floating point loses it.
    for (k, assumed) in [(9, "n integer, -132 <= n <= 281"), (10, "n integer"), (9, "n integer, n > -500")] {
        let a = format!("4^n+{}", comb("n", -244, k));
        let found = compare(&a, "2^(2*n)", assumed).verdict;
        assert!(!found.is_equal(), "{a} for {assumed}: {found:?}");
    }
    // Too many residues, or nobody knows how many: 3^n leaves the remainder of 3^1000 for one n in 2,048.
    let powers: Vec<String> = (1..=13).map(|j| format!("cos(pi*(3^n-{})/2^{j})", residue(3, 1000, 1 << 13))).collect();
    let turned = comb("n", 1000, 11).replace("pi", "acos(-1)");
    for (a, b, assumed) in [
        (comb("n", 40_000, 16), "0", "n integer"),
        (comb("n", 40_000, 16), "0", "n integer, n > 0"),
        (format!("{}*{}", comb("n", 30, 7), comb("m", 33, 7)), "0", "n integer, m integer"),
        (powers.join("*"), "0", "n integer, n >= 0"),
        (turned, "0", "n integer"),
    ] {
        let found = compare(&a, b, assumed).verdict;
        assert!(!found.is_equal(), "{a} = {b} for {assumed}: {found:?}");
    }
    for (a, b, assumed) in [
        ("sin(pi*n/100000)^2+cos(pi*n/100000)^2", "1", "n integer"),
        ("sin(2*n)+cos(sqrt(n^2+1))^2", "2*sin(n)*cos(n)+1-sin(sqrt(n^2+1))^2", "n integer"),
        ("cos(2*pi*(n^13-n)/2730)", "1", "n integer"),
        ("sin(x+2*pi*n)", "sin(x)", "n integer"),
        ("sin(n+2*pi*m)", "sin(n)", "n integer, m integer"),
        ("abs(sin(pi*n/2))", "(1-(-1)^n)/2", "n integer"),
        ("(-1)^(n*m)*(-1)^(n*(m+1))", "(-1)^n", "n integer, m integer"),
        ("cos(pi*n*(n+1)/2)*cos(pi*m/3)", "(-1)^(n*(n+1)/2)*cos(pi*m/3)", "n integer, m integer"),
        ("sin(pi*n/x)^2", "1-cos(pi*n/x)^2", "n integer"),
        (&comb("n", 3000, 11), "0", "n integer, 100 < n < 900"),
    ] {
        let found = compare(a, b, assumed).verdict;
        assert!(found.is_equal(), "{a} = {b} for {assumed}: {found:?}");
    }
}

/// What is left of a power of an integer.
fn residue(base: u64, exponent: u32, modulus: u64) -> u64 {
    (0..exponent).fold(1, |power, _| power * base % modulus)
}

/// |x − 0| + … + |x − (n−1)|, and the same turned around.
fn bent(n: usize) -> [String; 2] {
    let [mut there, mut back] = [Vec::new(), Vec::new()];
    for k in 0..n {
        there.push(format!("abs(x-{k})"));
        back.push(format!("abs({}-x)", n - 1 - k));
    }
    [there, back].map(|terms| terms.join("+"))
}

#[test]
fn places_that_are_the_same_count_once() {
    let [a, b] = bent(70);
    let found = compare(&a, &b, "");
    assert!(matches!(found.verdict, Verdict::Agree), "{:?}", found.verdict);
    assert_eq!((found.evidence.regions, found.evidence.complete), (71, true));
    // Only the last piece differs, and only beyond 68.
    let other = b.replacen("abs(69-x)", "abs(69.000001-x)", 1);
    let verdict = compare(&a, &other.replacen("abs(0-x)", "abs(0-x)-0.000001", 1), "").verdict;
    assert!(matches!(verdict, Verdict::Refuted(_)), "{verdict:?}");
}

/// Pairs of breaks are looked at as long as there is work left for it; this took minutes.
#[test]
fn hundreds_of_breaks_are_answered() {
    let [a, b] = bent(150);
    for (f, g) in [("atan(1/tan(x))", "atan(1/tan(x))"), ("sin(x)^3/sin(x)", "sin(x)^2")] {
        let verdict = compare(&format!("{a}+{f}"), &format!("{b}+{g}"), "").verdict;
        assert!(!matches!(verdict, Verdict::Refuted(_)), "{f}: {verdict:?}");
    }
}
