//! What pictures know beyond the instance: the theme in a specification's comments, and which tuples its fields may have at all.

use std::{collections::BTreeMap, sync::Arc};

use relfind_relational::{AtomId, Evaluator, Instance, TupleSet};
use relfind_viz::{AtomIx, Extent, Theme, ThemeError, Vocabulary};

use crate::{Run, Session};

/// Fields that may have more tuples than this are taken to be free.
const MOST_TUPLES: u128 = 100_000;

impl Session {
    /// The names that themes of the specification may use.
    pub fn vocabulary(&self) -> Vocabulary {
        let world = self.world();
        let sigs = world.sigs.iter().filter(|sig| !sig.is_private);
        let fields = world.fields.iter().filter(|field| !field.is_private);
        Vocabulary {
            sigs: sigs.map(|sig| sig.name.clone()).collect(),
            fields: fields
                .map(|field| (world.sig(field.sig).name.clone(), field.name.clone()))
                .collect(),
        }
    }

    /// The theme in the comments of the root file.
    pub fn theme(&self) -> Result<Theme, Vec<ThemeError>> {
        let root = self.sources().files().next();
        let text = root.map_or("", |(_, file)| file.text());
        Theme::from_comments(text, &self.vocabulary())
    }
}

impl Run<'_> {
    /// For each field, by its label, the tuples that it may have, and whether it has all of them in every instance.
    pub fn extents(&self, session: &Session) -> Arc<BTreeMap<String, Extent>> {
        let (lowered, bounds) = (self.lowered(), &self.translation().bounds);
        let size: u128 = bounds.iter().map(|(_, r)| r.upper.len() as u128).sum();
        if size > MOST_TUPLES {
            return Arc::default();
        }
        let value = |pick: fn(&relfind_relational::Relation) -> &TupleSet| {
            let values = bounds.iter().map(|(_, relation)| pick(relation).clone());
            Instance::new(Arc::clone(bounds.universe()), values.collect())
        };
        let (least, most) = (value(|r| &r.lower), value(|r| &r.upper));
        let problem = &lowered.problem;
        let fields = session.world().fields.iter().zip(&lowered.fields);
        let extent = |expr| {
            // Fields are unions and products of relations, so that they grow with these.
            let evaluate = |instance: &Instance| {
                let evaluator = Evaluator::new(&problem.ast, instance, problem.overflow);
                evaluator.expression(expr).ok().flatten()
            };
            let (least, most) = (evaluate(&least)?, evaluate(&most)?);
            let tuple = |tuple: &[AtomId]| tuple.iter().map(|atom| AtomIx(atom.0)).collect();
            Some(Extent {
                is_fixed: least == most,
                possible: most.tuples().map(|t| tuple(t.as_ref())).collect(),
            })
        };
        let extents = fields.filter_map(|(field, expr)| Some((field.label.clone(), extent((*expr)?)?)));
        Arc::new(extents.collect())
    }
}
