//! Proofs that hold and proofs that do not.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use super::*;
use crate::backend::{SatSolver, Verdict, load};
use crate::backends::Batsat;
use crate::suite::{self, Generator};

fn cnf(clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new(0);
    for clause in clauses {
        let literals: Vec<Lit> = clause.iter().filter_map(|&n| Lit::from_dimacs(n)).collect();
        cnf.add_clause(&literals);
    }
    cnf
}

fn checked(cnf: &Cnf, proof: &[u8]) -> Result<Checked, String> {
    check(cnf, proof, &Limits::none()).map_err(|error| error.to_string())
}

/// Rivest's formula, the smallest of clauses of three different literals that has no model (Knuth, "The Art of Computer Programming",
/// section 7.2.2.2).
fn example() -> Cnf {
    cnf(&[
        &[1, 2, -3],
        &[-1, -2, 3],
        &[2, 3, -4],
        &[-2, -3, 4],
        &[-1, -3, -4],
        &[1, 3, 4],
        &[-1, 2, 4],
        &[1, -2, -4],
    ])
}

#[test]
fn a_proof_by_hand_holds() {
    // The first clause does not follow: its resolvents on -1 do.
    let proof = b"c by hand\n-1 0\nd -1 2 4 0\n2 0\n0\n";
    let expected = Checked {
        clauses: 2,
        resolution: 1,
    };
    assert_eq!(checked(&example(), proof), Ok(expected));
    // By unit propagation alone.
    let expected = Checked {
        clauses: 3,
        resolution: 0,
    };
    assert_eq!(checked(&example(), b"1 2 0\n1 0\n2 0\n"), Ok(expected));
}

#[test]
fn an_invalid_step_is_refused_with_its_line() {
    let two = cnf(&[&[1, 2], &[-1, -2], &[1, -2, 3], &[-3, 1, 4]]);
    assert_eq!(
        checked(&two, b"c nothing\n\n1 2 0\n-1 0\n1 0\n0\n"),
        Err("line 4: the clause -1 0 is neither RUP nor RAT, so it proves nothing".to_owned())
    );
    assert_eq!(
        checked(&two, b"0\n"),
        Err("line 1: the clause 0 is neither RUP nor RAT, so it proves nothing".to_owned())
    );
    // The clause that is needed is deleted.
    assert!(checked(&example(), b"1 2 0\n1 0\n2 0\n").is_ok());
    assert!(
        checked(
            &example(),
            b"d 1 2 -3 0\nd 1 3 4 0\nd 2 3 -4 0\n1 2 0\n1 0\n2 0\n"
        )
        .is_err()
    );
    assert_eq!(
        checked(&two, b""),
        Err("it ends before a contradiction is reached".to_owned())
    );
}

#[test]
fn a_contradiction_by_propagation_needs_no_step() {
    assert_eq!(
        checked(&cnf(&[&[1], &[-1, 2], &[-2]]), b""),
        Ok(Checked::default())
    );
    assert_eq!(checked(&cnf(&[&[]]), b""), Ok(Checked::default()));
    assert_eq!(
        checked(&cnf(&[&[1, -1], &[2, 2], &[-2, -2]]), b""),
        Ok(Checked::default())
    );
}

#[test]
fn lrat_is_read_without_its_hints() {
    let square = cnf(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
    assert!(checked(&square, b"5 2 0 1 2 0\n5 d 1 0\n6 0 3 4 5 0\n").is_ok());
    assert!(checked(&square, b"5 d 1 2 0\n6 2 0 1 2 0\n").is_err());
    assert_eq!(
        checked(&square, b"5 2 7\n"),
        Err("line 1: a step is a line that ends with 0".to_owned())
    );
    assert_eq!(
        checked(&cnf(&[&[1, 2]]), b"5 1 0 0\nx 1 0 0\n"),
        Err("line 2: `x` is no number of a clause".to_owned())
    );
}

#[test]
fn what_is_no_proof_is_refused() {
    let open = cnf(&[&[1, 2]]);
    assert_eq!(
        checked(&open, b"1 x 0\n"),
        Err("line 1: `x` is no literal".to_owned())
    );
    assert_eq!(
        checked(&open, b"\x01\x00"),
        Err("step 1: a step begins with `a` or `d`, and not with the byte 1".to_owned())
    );
    assert_eq!(
        checked(&open, b"d\x02\x00a\x04"),
        Err("step 2: it ends within a step".to_owned())
    );
    assert_eq!(
        checked(&open, b"a\x00\xff\xff\xff\xff\xff\xff\x01").unwrap_err(),
        "step 1: the clause 0 is neither RUP nor RAT, so it proves nothing"
    );
    assert_eq!(
        checked(&open, b"d\xff\xff\xff\xff\xff\xff\x01\x00").unwrap_err(),
        "step 1: a number is too large for a literal"
    );
    let stopped = Limits::none().with_timeout(std::time::Duration::ZERO);
    assert!(matches!(
        check(&open, &b"1 0\n"[..], &stopped),
        Err(ProofError::Limit(Reason::Timeout))
    ));
}

/// The proof in the binary form.
fn packed(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in text.lines() {
        let (letter, words) = line
            .strip_prefix("d ")
            .map_or((b'a', line), |words| (b'd', words));
        bytes.push(letter);
        for word in words.split_whitespace() {
            let number: i32 = word.parse().unwrap();
            let mut number = 2 * number.unsigned_abs() + u32::from(number < 0);
            while number >= 0x80 {
                bytes.push((number & 0x7f) as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        }
    }
    bytes
}

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A solver's verdict and its proof.
fn proof(cnf: &Cnf) -> (Verdict, String) {
    let text = Shared::default();
    let mut solver = Batsat::with_proof(Box::new(text.clone()));
    load(&mut solver, cnf);
    let verdict = solver.solve(&[], &Limits::none());
    let bytes = text.0.lock().unwrap().clone();
    (verdict, String::from_utf8(bytes).unwrap())
}

#[test]
fn proofs_of_a_solver_hold() {
    let mut generator = Generator::new(5);
    let mut formulas: Vec<Cnf> = (0..40)
        .map(|_| suite::random(&mut generator, 60, 300, 3))
        .collect();
    formulas.extend([
        suite::pigeonhole(5, 4),
        suite::pigeonhole(8, 7),
        suite::pigeonhole(2, 1),
    ]);
    let mut unsatisfiable = 0;
    for formula in formulas {
        let (verdict, text) = proof(&formula);
        let (plain, binary) = (
            checked(&formula, text.as_bytes()),
            checked(&formula, &packed(&text)),
        );
        assert_eq!(plain.as_ref().ok(), binary.as_ref().ok());
        assert_eq!(plain.is_ok(), verdict == Verdict::Unsat, "{plain:?}");
        unsatisfiable += u32::from(plain.is_ok());
    }
    assert!(unsatisfiable > 10, "{unsatisfiable}");
}

/// What `CaDiCaL` writes of five pigeons in four holes, as text and binary.
#[test]
fn proofs_of_another_program_hold() {
    let formula = suite::pigeonhole(5, 4);
    let text = include_str!("made/pigeonhole.drat");
    let plain = checked(&formula, text.as_bytes()).unwrap();
    assert!(plain.clauses > 10);
    assert_eq!(
        checked(&formula, include_bytes!("made/pigeonhole.bin")),
        Ok(plain)
    );
    // More clauses are no less contradictory; what has a model is not refuted.
    assert_eq!(checked(&suite::pigeonhole(6, 4), text.as_bytes()), Ok(plain));
    for pigeons in [4, 5] {
        let other = suite::pigeonhole(pigeons, pigeons);
        assert!(checked(&other, text.as_bytes()).is_err());
    }
}

/// Whatever is written there, it is no proof where there is a model: clauses at random, some of them over new variables, and deletions.
#[test]
fn nothing_proves_what_is_not_so() {
    let mut generator = Generator::new(17);
    let mut proved = 0;
    for round in 0..4000_u32 {
        let cnf = suite::random(&mut generator, 6, 8 + round % 22, 3);
        let mut text = String::new();
        for _ in 0..24 {
            if generator.below(4) == 0
                && let Some(clause) = cnf.clause(generator.below(cnf.len() as u32) as usize)
            {
                text += "d ";
                text.extend(clause.iter().map(|literal| format!("{} ", literal.to_dimacs())));
            } else {
                let length = generator.below(4);
                text.extend((0..length).map(|_| format!("{} ", generator.literal(8).to_dimacs())));
            }
            text += "0\n";
        }
        // Steps that are refused are left out, so that the others are tried behind them.
        while let Err(error) = check(&cnf, text.as_bytes(), &Limits::none()) {
            let ProofError::Clause {
                place: Place::Line(number),
                ..
            } = error
            else {
                break;
            };
            let at = number as usize - 1;
            let others: Vec<&str> = text
                .lines()
                .enumerate()
                .filter(|(i, _)| *i != at)
                .map(|(_, line)| line)
                .collect();
            text = others.join("\n") + "\n";
        }
        if checked(&cnf, text.as_bytes()).is_ok() {
            proved += 1;
            assert!(suite::models(&cnf).is_empty(), "{text}{cnf:?}");
        }
    }
    assert!(proved > 100, "{proved}");
}
