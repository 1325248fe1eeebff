use relfind_solver::*;
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut cnf = Cnf::new(0);
    let mut show = vec![];
    for line in text.lines() {
        if let Some(r) = line.strip_prefix("c ") {
            if let Some(r) = r.strip_prefix("p show ") {
                for w in r.split_whitespace() {
                    let n: i32 = w.parse().unwrap();
                    if n > 0 {
                        show.push(Var::new(n as u32 - 1));
                    }
                }
                continue;
            }
            let n = r.split_whitespace().next().and_then(|w| w.parse::<u32>().ok());
            if let Some(n) = n
                && n > 0
                && !r.contains(" in $")
            {
                show.push(Var::new(n - 1));
            }
        } else if line.starts_with('p') {
            let n: u32 = line.split_whitespace().nth(2).unwrap().parse().unwrap();
            cnf.reserve_variables(n);
        } else {
            let c: Vec<Lit> = line
                .split_whitespace()
                .filter_map(|w| Lit::from_dimacs(w.parse().unwrap()))
                .collect();
            cnf.add_clause(&c);
        }
    }
    let t = Instant::now();
    let limits = Limits::none().with_timeout(std::time::Duration::from_secs(
        std::env::args().nth(2).map_or(60, |s| s.parse().unwrap()),
    ));
    let mut c = ModelCounter::new(&cnf, &show, &limits);
    println!("prep {:?} {} show, {:?}", t.elapsed(), show.len(), c.size());
    if let Some(h) = std::env::args().nth(3) {
        let mut ranks = vec![0; cnf.variables() as usize];
        for line in text.lines() {
            let w: Vec<&str> = line.split_whitespace().collect();
            if w.len() > 2
                && w[0] == "c"
                && w[2].starts_with(&h)
                && let Ok(n) = w[1].parse::<usize>()
                && n > 0
            {
                let t: u32 = w[2][h.len()..].split("->").next().unwrap().parse().unwrap();
                ranks[n - 1] = 1000 - t;
            }
        }
        c.hint(ranks);
    }
    let r = c.count(&limits, &mut |_| {});
    println!("{r:?} {:?} {:?}", c.stats(), t.elapsed());
}
