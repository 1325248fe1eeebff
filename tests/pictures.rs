//! Pictures of all bundled models: nothing overlaps, nothing leaves the page, and their themes are right.

#![allow(clippy::unwrap_used)]

mod bundled;

use relfind::{RunLimits, RunOptions, Session, viz};

#[test]
fn nothing_overlaps_in_pictures_of_bundled_models() {
    let mut pictures = 0;
    for path in bundled::models_beneath(&bundled::folder()) {
        let session = Session::open(&path).unwrap();
        let theme = session
            .theme()
            .unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
        for command in 0..session.commands().len() {
            if session.commands()[command].expect == Some(0) {
                continue;
            }
            // Some need data from outside.
            let Ok(mut run) = session.run(command, &RunOptions::default(), &RunLimits::default()) else {
                continue;
            };
            let theme = theme
                .clone()
                .with_extents(run.extents(&session))
                .or_title("A title");
            let Some(instance) = run.next().unwrap() else {
                continue;
            };
            for kind in [viz::Kind::Auto, viz::Kind::Graph] {
                let faults = viz::svg_faults(&instance, &theme, kind);
                assert!(
                    faults.is_empty(),
                    "{} {command} {kind:?}: {faults:#?}",
                    path.display()
                );
                pictures += 1;
            }
            let dot = viz::dot(&instance, &theme);
            assert_eq!(dot.matches('{').count(), dot.matches('}').count());
        }
    }
    assert!(pictures > 40, "{pictures}");
}
