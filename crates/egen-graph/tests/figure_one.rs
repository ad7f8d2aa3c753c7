//! Is the graph of (x + 8) − 8 that of the paper's Figure 1, and can pictures be read?

use egen_graph::draw::{Curve, Layout, Picture, Point, Rect};
use egen_graph::grammar::{Counts, Grammar};
use egen_graph::rewrite::Rewritings;
use egen_graph::saturate::{Limits, Saturation, saturate};
use egen_graph::term::from_rec;
use egen_math::Assumptions;
use egen_read::read::read_expr;
use egen_rules::RuleSet;

/// (x + y) − z ⇒ x + (y − z), x − x ⇒ 0, x + 0 ⇒ x.
const FIGURE: [&str; 3] = ["add-sub-assoc", "sub-self", "add-zero"];

fn run(text: &str, only: Option<&[&str]>, nodes: usize) -> Saturation {
    let rules = RuleSet::builtin().expect("the rules that come with egen are tested");
    let expr = read_expr(text).expect(text);
    let rules = match only {
        Some(names) => {
            let rules = names.iter().map(|name| rules.get(name).expect("a rule has this name"));
            Rewritings::of(rules, &expr.variables())
        }
        None => Rewritings::new(&rules, &expr.variables()),
    };
    let limits = Limits { nodes, keep_sums: true, ..Limits::default() };
    saturate(&[&expr], &Assumptions::none(), &rules, &limits, false, |_, _| false)
}

fn picture(text: &str, only: Option<&[&str]>, nodes: usize) -> Picture {
    let saturation = run(text, only, nodes);
    Picture::of(&saturation.graph, &saturation.roots)
}

#[test]
fn figure_one_grows_rule_by_rule() {
    let grammar = |rules: usize| picture("(x+8)-8", Some(&FIGURE[..rules]), 100).grammar();
    assert_eq!(grammar(0), ["e0 -> - e1 e2", "e1 -> + e3 e2", "e2 -> 8", "e3 -> x"]);
    let grouped = ["e0 -> + e1 e2", "e0 -> - e3 e4", "e1 -> x", "e2 -> 0", "e2 -> - e4 e4", "e3 -> + e1 e4", "e4 -> 8"];
    assert_eq!(grammar(1), grouped);
    // 8 − 8 was folded to 0 by arithmetic, so the second rule has nothing to add.
    assert_eq!(grammar(2), grouped);
    // Now x and (x + 8) − 8 are one class, which contains itself.
    let saturated =
        ["e0 -> x", "e0 -> + e0 e1", "e0 -> - e2 e3", "e1 -> 0", "e1 -> - e3 e3", "e2 -> + e0 e3", "e3 -> 8"];
    assert_eq!(grammar(3), saturated);
}

#[test]
fn the_shortest_expression_of_figure_one_is_x() {
    let saturation = run("(x+8)-8", Some(&FIGURE), 100);
    let grammar = Grammar::from_egraph(&saturation.graph, saturation.roots[0], |_| 1, |_, _, _| true);
    let (root, counts) = (grammar.root(), Counts::new(grammar, 9));
    let found: Vec<String> = counts.enumerate(root).take(3).map(|rec| from_rec(&rec).to_string()).collect();
    assert_eq!(found, ["x", "x + 0", "x + (8 - 8)"]);
}

#[test]
fn the_variable_of_a_derivative_is_no_class() {
    let picture = picture("diff(sin(x), x)", Some(&[]), 100);
    assert_eq!(picture.grammar(), ["e0 -> d e1 x", "e1 -> sin e2", "e2 -> x"]);
    assert_eq!(picture.classes[0].nodes[0].label, "d/dx");
}

#[test]
fn what_is_known_is_written_and_escaped() {
    let picture = picture("-exp(x)", Some(&[]), 100);
    let svg = picture.svg().expect("three classes");
    assert!(svg.contains(">e0  &lt; 0</text>"), "{svg}");
    assert_eq!(picture.json()["classes"][1]["range"]["low"]["at"], 0.0);
}

#[test]
fn what_cannot_be_read_is_not_drawn() {
    let picture = picture("sin(x)", None, 2_000);
    let error = picture.svg().expect_err("hundreds of classes");
    assert_eq!((error.classes, error.nodes), (picture.classes.len(), picture.size()));
    assert!(!picture.grammar().is_empty());
}

#[test]
fn pictures_repeat() {
    let draw = || picture("x*(y+1)", None, 60).svg().expect("small enough");
    assert_eq!(draw(), draw());
}

#[test]
fn boxes_do_not_overlap_and_edges_go_around_them() {
    for rules in 0..=FIGURE.len() {
        check(&picture("(x+8)-8", Some(&FIGURE[..rules]), 100), "Figure 1");
    }
    for text in ["x", "(x+8)-8", "x*(y+1)", "sin(2x)", "diff(sin(x)^2, x)", "f(x, y, 2) + f(x, y, 2)", "tanh(3x+4)-6"] {
        for nodes in [1, 60, 150] {
            check(&picture(text, None, nodes), text);
        }
    }
}

fn check(picture: &Picture, what: &str) {
    let layout = picture.layout().expect(what);
    let frames: Vec<Rect> = layout.classes.iter().map(|class| class.frame).collect();
    apart(&frames, what);
    for class in &layout.classes {
        apart(&class.nodes, what);
        assert!(class.nodes.iter().all(|node| holds(&class.frame, node)), "{what}");
        assert!(
            holds(&Rect { left: 0.0, top: 0.0, width: layout.width, height: layout.height }, &class.frame),
            "{what}"
        );
    }
    let slots = picture.classes.iter().flat_map(|class| &class.nodes).map(|node| node.children.len()).sum::<usize>();
    assert_eq!(layout.edges.len(), slots, "{what}");
    check_edges(&layout, &frames, what);
}

fn check_edges(layout: &Layout, frames: &[Rect], what: &str) {
    for edge in &layout.edges {
        let (class, to) = (edge.class.0 as usize, frames[edge.to.0 as usize]);
        let (start, end) = (edge.curves[0].0[0], edge.curves[edge.curves.len() - 1].0[3]);
        let node = layout.classes[class].nodes[edge.node];
        assert!(close(start.y, node.top + node.height), "{what}: an edge leaves a node below");
        assert!(node.left < start.x && start.x < node.left + node.width, "{what}");
        assert!(close(end.y, to.top), "{what}: an edge ends on the top border of its class");
        assert!(to.left < end.x && end.x < to.left + to.width, "{what}");
        for pair in edge.curves.windows(2) {
            assert_eq!(pair[0].0[3], pair[1].0[0], "{what}: the way has no gaps");
        }
        for point in edge.curves[1..].iter().flat_map(points) {
            let inside = |frame: &Rect| {
                (frame.left + 0.1..frame.left + frame.width - 0.1).contains(&point.x)
                    && (frame.top + 0.1..frame.top + frame.height - 0.1).contains(&point.y)
            };
            assert!(!frames.iter().any(inside), "{what}: an edge from e{class} passes through a box at {point:?}");
            assert!((0.0..layout.width).contains(&point.x) && (0.0..layout.height).contains(&point.y), "{what}");
        }
    }
    for pair in layout.edges.windows(2) {
        if (pair[0].class, pair[0].node) == (pair[1].class, pair[1].node) {
            assert!(pair[0].curves[0].0[0].x < pair[1].curves[0].0[0].x, "{what}: arguments go from left to right");
        }
    }
}

fn apart(boxes: &[Rect], what: &str) {
    for (at, a) in boxes.iter().enumerate() {
        for b in &boxes[..at] {
            let beside = a.left + a.width < b.left || b.left + b.width < a.left;
            let above = a.top + a.height < b.top || b.top + b.height < a.top;
            assert!(beside || above, "{what}: {a:?} overlaps {b:?}");
        }
    }
}

fn holds(outer: &Rect, inner: &Rect) -> bool {
    outer.left <= inner.left
        && outer.top <= inner.top
        && inner.left + inner.width <= outer.left + outer.width
        && inner.top + inner.height <= outer.top + outer.height
}

fn points(curve: &Curve) -> impl Iterator<Item = Point> + use<> {
    let [a, b, c, d] = curve.0;
    (0..=20).map(move |step| {
        let t = f64::from(step) / 20.0;
        let s = 1.0 - t;
        let mix =
            |a: f64, b: f64, c: f64, d: f64| s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d;
        Point { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) }
    })
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}
