//! Curves as an SVG picture, the vertical axis logarithmic.

use std::fmt::Write as _;

/// A curve: its name, its colour, and its points, scope and value.
pub(crate) struct Curve<'a> {
    pub(crate) name: &'a str,
    pub(crate) color: &'a str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// A pair of axes with curves.
pub(crate) struct Plot<'a> {
    pub(crate) title: String,
    pub(crate) across: &'a str,
    pub(crate) up: &'a str,
    pub(crate) curves: Vec<Curve<'a>>,
}

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 58.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 28.0;
const BOTTOM: f64 = 40.0;

/// Plots in rows of two.
pub(crate) fn svg(plots: &[Plot<'_>]) -> String {
    let rows = plots.len().div_ceil(2) as f64;
    let (width, height) = (2.0 * WIDTH, rows * HEIGHT);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (at, plot) in plots.iter().enumerate() {
        let (x, y) = ((at % 2) as f64 * WIDTH, (at / 2) as f64 * HEIGHT);
        let _ = writeln!(text, "<g transform=\"translate({x} {y})\">");
        draw(&mut text, plot);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn draw(text: &mut String, plot: &Plot<'_>) {
    let points = || plot.curves.iter().flat_map(|curve| &curve.points);
    let (low_x, high_x) = range(points().map(|p| p.0));
    let (low, high) = range(points().map(|p| p.1.max(1e-9).log10()));
    let (low, high) = (low.floor(), high.ceil().max(low.floor() + 1.0));
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let x = |scope: f64| LEFT + 8.0 + (scope - low_x) / (high_x - low_x).max(1.0) * (right - LEFT - 16.0);
    let y = |value: f64| bottom - (value.max(1e-9).log10() - low) / (high - low) * (bottom - TOP);
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"16\" font-weight=\"bold\">{}</text>",
        plot.title
    );
    let middle = f64::midpoint(LEFT, right);
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        HEIGHT - 8.0,
        plot.across
    );
    let half = f64::midpoint(TOP, bottom);
    let _ = writeln!(
        text,
        "<text x=\"14\" y=\"{half}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {half})\">{}</text>",
        plot.up
    );
    for power in low as i32..=high as i32 {
        let at = y(10f64.powi(power));
        let label = 10f64.powi(power);
        let _ = writeln!(
            text,
            "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>",
            LEFT - 5.0,
            at + 4.0
        );
    }
    let mut scopes: Vec<f64> = points().map(|p| p.0).collect();
    scopes.sort_by(f64::total_cmp);
    scopes.dedup();
    for scope in scopes {
        let at = x(scope);
        let _ = writeln!(
            text,
            "<path d=\"M{at:.1} {bottom}v4\" stroke=\"black\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{scope}</text>",
            bottom + 16.0
        );
    }
    let _ = writeln!(
        text,
        "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"black\"/>"
    );
    for (at, curve) in plot.curves.iter().enumerate() {
        let path: Vec<String> = curve
            .points
            .iter()
            .map(|&(scope, value)| format!("{:.1},{:.1}", x(scope), y(value)))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            path.join(" "),
            curve.color
        );
        for &(scope, value) in &curve.points {
            let _ = writeln!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{}\"/>",
                x(scope),
                y(value),
                curve.color
            );
        }
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>",
            right - 2.0,
            16.0 + 12.0 * at as f64,
            curve.color,
            curve.name
        );
    }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::{Curve, Plot, svg};

    #[test]
    fn a_point_ten_times_higher_is_a_step_higher() {
        let plot = Plot {
            title: "t".into(),
            across: "scope",
            up: "seconds",
            curves: vec![Curve {
                name: "a",
                color: "red",
                points: vec![(1.0, 1.0), (2.0, 10.0), (3.0, 100.0)],
            }],
        };
        let text = svg(&[plot]);
        assert!(
            text.contains("points=\"66.0,220.0 203.0,124.0 340.0,28.0\""),
            "{text}"
        );
    }

    #[test]
    fn nothing_to_draw_is_no_fault() {
        let plot = Plot {
            title: String::new(),
            across: "",
            up: "",
            curves: Vec::new(),
        };
        assert!(svg(&[plot]).ends_with("</svg>\n"));
    }
}
