//! From graphs to a picture.

use super::{
    layout::{Layout, Link, Size, layout},
    model::{Edge, Graph, Node},
};
use crate::{
    colour::{Colour, GREY, WHITE},
    svg::{Anchor, Picture, Rect, Sheet, Type, text_box},
};

const TITLE: Type = Type::bold(20.0);
const FRAME: Type = Type::bold(15.0);
const NAME: Type = Type::bold(15.0);
const TEXT: Type = Type::plain(13.0);
const MARGIN: f64 = 28.0;
/// About how wide a picture of several parts or frames is.
const PAGE: f64 = 1000.0;
/// A loop is so wide, its label apart.
const LOOP: f64 = 26.0;
/// Space within nodes.
const PADDING: f64 = 11.0;

/// A drawing of graphs that have the same nodes, side by side, with title and legend.
pub(crate) fn picture(graphs: &[Graph], title: Option<&str>) -> Picture {
    let sheet = &mut Sheet::default();
    let mut boxes = Vec::new();
    let plan = Plan::new(graphs);
    let heads = if graphs.iter().any(|g| g.title.is_some()) {
        30.0
    } else {
        0.0
    };
    let captions = graphs.iter().map(|g| g.captions.len()).max().unwrap_or(0);
    let (frame_width, frame_height) = (plan.width(graphs), plan.layout.height + heads + lines(captions));
    let per_row = ((PAGE / (frame_width + MARGIN)).floor().max(1.0) as usize).min(graphs.len().max(1));
    let mut y = MARGIN;
    let mut width = 2.0 * MARGIN + frame_width;
    if let Some(title) = title {
        sheet.text(MARGIN, y + 10.0, title, TITLE, Anchor::Start);
        boxes.push(text_box(MARGIN, y + 10.0, title, TITLE));
        width = width.max(2.0 * MARGIN + TITLE.width(title));
        y += 44.0;
    }
    for row in graphs.chunks(per_row) {
        let mut x = MARGIN;
        for graph in row {
            if let Some(title) = &graph.title {
                sheet.text(x, y + 8.0, title, FRAME, Anchor::Start);
                boxes.push(text_box(x, y + 8.0, title, FRAME));
            }
            plan.draw(graph, sheet, (x, y + heads), &mut boxes);
            for (i, caption) in graph.captions.iter().enumerate() {
                let y = y + heads + plan.layout.height + lines(i) + 16.0;
                sheet.text(x, y, caption, TEXT, Anchor::Start);
                boxes.push(text_box(x, y, caption, TEXT));
            }
            x += frame_width + MARGIN;
            width = width.max(x);
        }
        y += frame_height + MARGIN;
    }
    let mut legend = Legend {
        y,
        right: width - MARGIN,
        bottom: y,
    };
    legend.draw(graphs, sheet, &mut boxes);
    let (width, height) = (width.max(legend.right + MARGIN), legend.bottom + MARGIN * 0.6);
    Picture::new(std::mem::take(sheet), boxes, (width, height), title)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of lines are small")]
fn lines(count: usize) -> f64 {
    count as f64 * TEXT.line()
}

/// The places that graphs with the same nodes have in common.
struct Plan {
    layout: Layout,
    sizes: Vec<Size>,
    /// The edges of all graphs, loops apart, each once.
    edges: Vec<Edge>,
}

impl Plan {
    fn new(graphs: &[Graph]) -> Self {
        let count = graphs.iter().map(|g| g.nodes.len()).max().unwrap_or(0);
        let mut sizes = vec![
            Size {
                width: 56.0,
                height: 34.0
            };
            count
        ];
        let mut rooms = sizes.clone();
        let mut edges: Vec<Edge> = Vec::new();
        for graph in graphs {
            for (i, node) in graph.nodes.iter().enumerate() {
                let size = size(node);
                sizes[i].width = sizes[i].width.max(size.width);
                sizes[i].height = sizes[i].height.max(size.height);
                let loops: Vec<&Edge> = loops(graph, i).collect();
                let label = loops.iter().map(|e| TEXT.width(&e.label)).fold(0.0, f64::max);
                let side = if loops.is_empty() { 0.0 } else { LOOP + label + 8.0 };
                rooms[i].width = rooms[i].width.max(sizes[i].width + 2.0 * side);
                rooms[i].height = rooms[i].height.max(sizes[i].height).max(lines(loops.len()) + 8.0);
            }
            for edge in &graph.edges {
                if edge.from != edge.to && !edges.iter().any(|other| is_same(other, edge)) {
                    edges.push(edge.clone());
                }
            }
        }
        for (room, size) in rooms.iter_mut().zip(&sizes) {
            room.width = room.width.max(size.width);
            room.height = room.height.max(size.height);
        }
        let links: Vec<Link> = edges
            .iter()
            .map(|edge| Link {
                from: edge.from,
                to: edge.to,
                label: (!edge.label.is_empty()).then(|| Size {
                    width: TEXT.width(&edge.label) + 8.0,
                    height: TEXT.line() + 2.0,
                }),
            })
            .collect();
        Self {
            layout: layout(&rooms, &links, PAGE),
            sizes,
            edges,
        }
    }

    fn width(&self, graphs: &[Graph]) -> f64 {
        let titles = graphs
            .iter()
            .filter_map(|g| g.title.as_ref())
            .map(|t| FRAME.width(t));
        let captions = graphs.iter().flat_map(|g| &g.captions).map(|c| TEXT.width(c));
        titles.chain(captions).fold(self.layout.width, f64::max)
    }

    fn draw(&self, graph: &Graph, sheet: &mut Sheet, (x, y): (f64, f64), boxes: &mut Vec<Rect>) {
        let moved = |rect: &Rect| Rect {
            x: rect.x + x,
            y: rect.y + y,
            ..*rect
        };
        let own = |edge: &Edge| graph.edges.iter().any(|other| is_same(edge, other));
        let drawn = || {
            self.edges
                .iter()
                .zip(&self.layout.routes)
                .filter(|(edge, _)| own(edge))
        };
        for (edge, route) in drawn() {
            let points: Vec<(f64, f64)> = route.points.iter().map(|(a, b)| (a + x, b + y)).collect();
            draw_route(sheet, edge, &points);
        }
        for (edge, route) in drawn() {
            let Some(label) = route.label.as_ref().map(moved) else {
                continue;
            };
            sheet.rect(label, 3.0, WHITE, None);
            let (middle, height) = (label.x + label.width / 2.0, label.y + label.height / 2.0);
            sheet.text(
                middle,
                height,
                &edge.label,
                TEXT.coloured(readable(edge.colour)),
                Anchor::Middle,
            );
            boxes.push(label);
        }
        for (i, node) in graph.nodes.iter().enumerate() {
            let room = moved(&self.layout.nodes[i]);
            let size = self.sizes[i];
            let (middle, height) = (room.x + room.width / 2.0, room.y + room.height / 2.0);
            let rect = Rect::around(middle, height, size.width, size.height.max(room.height));
            for (number, edge) in loops(graph, i).enumerate() {
                draw_loop(sheet, edge, &rect, number, boxes);
            }
            draw_node(sheet, node, &rect);
            boxes.push(rect);
        }
    }
}

fn is_same(a: &Edge, b: &Edge) -> bool {
    (a.from, a.to, &a.name, &a.label, a.is_mutual) == (b.from, b.to, &b.name, &b.label, b.is_mutual)
}

fn loops(graph: &Graph, node: usize) -> impl Iterator<Item = &Edge> {
    graph
        .edges
        .iter()
        .filter(move |edge| edge.from == node && edge.to == node)
}

/// A colour for text on white.
fn readable(colour: Colour) -> Colour {
    if colour.contrast(WHITE) >= 4.5 {
        colour
    } else {
        colour.darker().darker()
    }
}

fn size(node: &Node) -> Size {
    let sets = TEXT.width(&node.sets.join(", "));
    let attributes = node.attributes.iter().map(|line| TEXT.width(line));
    let text = attributes.fold(NAME.width(&node.title).max(sets), f64::max);
    let count = node.attributes.len() + usize::from(!node.sets.is_empty());
    Size {
        width: (text + 2.0 * PADDING).max(56.0),
        height: NAME.line() + lines(count) + 1.4 * PADDING,
    }
}

fn draw_node(sheet: &mut Sheet, node: &Node, rect: &Rect) {
    sheet.rect(*rect, 7.0, node.colour, Some(node.colour.darker()));
    let ink = node.colour.text_on();
    let middle = rect.x + rect.width / 2.0;
    let count = node.attributes.len() + usize::from(!node.sets.is_empty());
    let height = NAME.line() + lines(count);
    let mut y = rect.y + (rect.height - height) / 2.0 + NAME.line() / 2.0;
    sheet.text(middle, y, &node.title, NAME.coloured(ink), Anchor::Middle);
    y += f64::midpoint(NAME.line(), TEXT.line());
    if !node.sets.is_empty() {
        sheet.text(
            middle,
            y,
            &node.sets.join(", "),
            TEXT.coloured(ink),
            Anchor::Middle,
        );
        y += TEXT.line();
    }
    for line in &node.attributes {
        sheet.text(middle, y, line, TEXT.coloured(ink), Anchor::Middle);
        y += TEXT.line();
    }
}

fn draw_route(sheet: &mut Sheet, edge: &Edge, points: &[(f64, f64)]) {
    use crate::svg::number;
    let Some(((first, rest), last)) = points.split_first().zip(points.last()) else {
        return;
    };
    let mut path = format!("M{} {}", number(first.0), number(first.1));
    let mut from = *first;
    for &to in rest {
        let [x, y, x0] = [to.0, to.1, from.0].map(number);
        if (from.0 - to.0).abs() < 0.05 {
            path += &format!("L{x} {y}");
        } else {
            let middle = number(f64::midpoint(from.1, to.1));
            path += &format!("C{x0} {middle} {x} {middle} {x} {y}");
        }
        from = to;
    }
    sheet.path(&path, edge.colour, edge.is_dashed);
    // Edges leave and reach nodes straight from above or below.
    let before = |tip: (f64, f64), next: (f64, f64)| (tip.0, tip.1 - (tip.1 - next.1).signum() * 10.0);
    if let [.., next, _] = points {
        sheet.arrow(*last, before(*last, *next), edge.colour);
    }
    if let [_, next, ..] = points
        && edge.is_mutual
    {
        sheet.arrow(*first, before(*first, *next), edge.colour);
    }
}

/// A loop at the right side of a node, the label behind it.
#[expect(clippy::cast_precision_loss, reason = "numbers of loops are small")]
fn draw_loop(sheet: &mut Sheet, edge: &Edge, rect: &Rect, number: usize, boxes: &mut Vec<Rect>) {
    let y = rect.y + 8.0 + TEXT.line() * (number as f64 + 0.5);
    let right = rect.right();
    let n = crate::svg::number;
    let path = format!(
        "M{} {}C{} {} {} {} {} {}",
        n(right),
        n(y - 6.0),
        n(right + LOOP),
        n(y - 14.0),
        n(right + LOOP),
        n(y + 14.0),
        n(right + 2.0),
        n(y + 6.0)
    );
    sheet.path(&path, edge.colour, edge.is_dashed);
    sheet.arrow((right, y + 5.0), (right + 8.0, y + 8.0), edge.colour);
    if !edge.label.is_empty() {
        let label = text_box(right + LOOP, y, &edge.label, TEXT);
        sheet.text(
            label.x,
            y,
            &edge.label,
            TEXT.coloured(readable(edge.colour)),
            Anchor::Start,
        );
        boxes.push(label);
    }
}

/// What colours mean, in lines of the picture's width.
struct Legend {
    y: f64,
    right: f64,
    bottom: f64,
}

impl Legend {
    fn draw(&mut self, graphs: &[Graph], sheet: &mut Sheet, boxes: &mut Vec<Rect>) {
        let mut areas: Vec<&(String, Colour)> = Vec::new();
        let mut lines: Vec<&(String, Colour)> = Vec::new();
        let mut hidden: Vec<&String> = Vec::new();
        for graph in graphs {
            areas.extend(
                graph
                    .areas
                    .iter()
                    .filter(|a| !areas.contains(a))
                    .collect::<Vec<_>>(),
            );
            lines.extend(
                graph
                    .lines
                    .iter()
                    .filter(|l| !lines.contains(l))
                    .collect::<Vec<_>>(),
            );
            hidden.extend(
                graph
                    .hidden
                    .iter()
                    .filter(|h| !hidden.contains(h))
                    .collect::<Vec<_>>(),
            );
        }
        let mut x = MARGIN;
        let y = &mut self.y;
        let entries = areas
            .iter()
            .map(|e| (*e, true))
            .chain(lines.iter().map(|e| (*e, false)));
        for (count, ((name, colour), is_area)) in entries.enumerate() {
            let width = 30.0 + TEXT.width(name) + 18.0;
            if count > 0 && x + width > self.right.max(MARGIN + width) {
                (x, *y) = (MARGIN, *y + 22.0);
            }
            if is_area {
                let swatch = Rect::around(x + 11.0, *y, 22.0, 14.0);
                sheet.rect(swatch, 3.0, *colour, Some(colour.darker()));
            } else {
                sheet.line((x, *y), (x + 14.0, *y), *colour, 1.8);
                sheet.arrow((x + 22.0, *y), (x, *y), *colour);
            }
            sheet.text(x + 30.0, *y, name, TEXT, Anchor::Start);
            boxes.push(text_box(x + 30.0, *y, name, TEXT));
            self.bottom = *y + 12.0;
            x += width;
            self.right = self.right.max(x - 18.0);
        }
        if !hidden.is_empty() {
            *y = self.bottom + 10.0;
            let names: Vec<String> = hidden.into_iter().cloned().collect();
            let text = format!("not shown: {}", names.join(", "));
            sheet.text(MARGIN, *y, &text, TEXT.coloured(GREY), Anchor::Start);
            boxes.push(text_box(MARGIN, *y, &text, TEXT));
            self.right = self.right.max(MARGIN + TEXT.width(&text));
            self.bottom = *y + 12.0;
        }
    }
}
