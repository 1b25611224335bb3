//! Games whose contest cases can be made up, their formats erased.

use std::io::Write;

use kibitz_game::Watch;
use kibitz_game::contest::Sampled;

use super::sampler::Sampler;
use crate::QueryError;
use crate::contest::judge::Arbiter;
use crate::contest::verify::{self, Contestant, Order, Report};

/// Cases are written when so many bytes have come together.
const FLUSH: usize = 1 << 16;

/// A game that makes up contest cases.
pub(crate) trait Generated: Sync {
    fn generate(&self, order: &Order, out: &mut dyn Write, watch: &Watch)
    -> Result<(), QueryError>;

    fn verify(
        &self,
        order: &Order,
        contestant: &mut dyn Contestant,
        watch: &Watch,
    ) -> Result<Report, QueryError>;
}

impl<G> Generated for G
where
    G: Arbiter + Sync + 'static,
    for<'a> G::Format<'a>: Sampled,
{
    fn generate(
        &self,
        order: &Order,
        out: &mut dyn Write,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let format = self.format();
        let sizes = order.sizes::<G::Format<'_>>()?;
        let mut sampler = Sampler::new(&format, self.bench(), &sizes, order.flavour, order.seed);
        let mut text = verify::head::<G::Format<'_>>(order.cases);
        let stage = watch.stage("making cases", Some(order.cases));
        let mut stopped = Ok(());
        for made in 0..order.cases {
            match sampler.next(watch) {
                Ok(case) => format.put(&case, &mut text),
                Err(stop) => {
                    stopped = Err(stop);
                    break;
                }
            }
            if text.len() >= FLUSH {
                out.write_all(&text).map_err(QueryError::Output)?;
                text.clear();
            }
            // The sampler is the one to stop.
            let _ = stage.reach(made + 1);
        }
        // Cases that were made are written, even where there should be more.
        let written = out.write_all(&text).and_then(|()| out.flush());
        stopped.and(written.map_err(QueryError::Output))
    }

    fn verify(
        &self,
        order: &Order,
        contestant: &mut dyn Contestant,
        watch: &Watch,
    ) -> Result<Report, QueryError> {
        let benches = [self.bench(), self.bench()];
        verify::verify(&self.format(), benches, order, contestant, watch)
    }
}
