//! Random models in the Alloy language: whatever way an answer is found, it is the same. How to compare with Alloy itself is
//! said in `alloy.rs`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod expression;
mod model;

use relfind::{Failure, RunLimits, RunOptions, Session, relational::Overflow};

/// The verdict and perhaps the number of instances; an error's text where there is none.
fn ask(session: &Session, options: &RunOptions, count: bool) -> Result<u128, String> {
    let run = session.run(0, options, &RunLimits::default());
    let mut run = match run {
        Ok(run) => run,
        Err(Failure::Refused(errors)) => return Err(errors[0].message.clone()),
        Err(failure) => panic!("{failure:?}"),
    };
    if count {
        Ok(run.count(&mut |_| {}).unwrap().labelled)
    } else {
        Ok(u128::from(run.next().unwrap().is_some()))
    }
}

/// Models that are drawn; more with `RELFIND_CASES=100000`.
fn seeds() -> std::ops::Range<u64> {
    let cases = std::env::var("RELFIND_CASES").ok().and_then(|n| n.parse().ok());
    1..1 + cases.unwrap_or(150)
}

#[test]
fn options_do_not_change_verdicts() {
    let mut verdicts = [0, 0];
    for seed in seeds() {
        let text = model::draw(seed);
        let Ok(session) = Session::load("model.als", &text, &mut relfind::files::DiskLoader) else {
            continue;
        };
        let mut plain = RunOptions::default();
        plain.lower.overflow = if seed % 2 == 0 {
            Overflow::Wrap
        } else {
            Overflow::Prevent
        };
        plain.translate.symmetry = 0;
        plain.translate.skolem_depth = 0;
        let Ok(expected) = ask(&session, &plain, false) else {
            continue;
        };
        verdicts[usize::from(expected > 0)] += 1;
        let mut others = vec![plain.clone(); 6];
        others[0].translate.symmetry = 20;
        others[1].translate.skolem_depth = 1;
        others[2].translate.skolem_depth = 3;
        others[2].translate.symmetry = 1000;
        others[3].translate.tighten = false;
        others[4].solver = "batsat".into();
        others[5].solver = "splr".into();
        for other in &others {
            assert_eq!(
                ask(&session, other, false),
                Ok(expected),
                "seed {seed}, {other:?}\n{text}"
            );
        }
    }
    assert!(verdicts.iter().all(|&n| n > seeds().count() / 10), "{verdicts:?}");
}

#[test]
fn options_do_not_change_counts() {
    for seed in seeds().step_by(3) {
        let text = model::draw(seed);
        let Ok(session) = Session::load("model.als", &text, &mut relfind::files::DiskLoader) else {
            continue;
        };
        let mut plain = RunOptions::default();
        plain.lower.overflow = if seed % 2 == 0 {
            Overflow::Wrap
        } else {
            Overflow::Prevent
        };
        plain.translate.symmetry = 0;
        let Ok(labelled) = ask(&session, &plain, true) else {
            continue;
        };
        if labelled > 2000 {
            continue;
        }
        let mut loose = plain.clone();
        loose.translate.tighten = false;
        loose.translate.skolem_depth = 0;
        assert_eq!(ask(&session, &loose, true), Ok(labelled), "seed {seed}\n{text}");
        let mut broken = plain.clone();
        broken.translate.symmetry = 20;
        let fewer = ask(&session, &broken, true).unwrap();
        assert!(
            fewer <= labelled && (fewer > 0) == (labelled > 0),
            "seed {seed}\n{text}"
        );
    }
}
