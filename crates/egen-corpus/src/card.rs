//! The card of a corpus: what does it hold, what do its columns mean, how was it made?

use std::path::Path;

use crate::stats::{self, Stats, StatsError};
use crate::store::{self, Corpus, Manifest};

/// Goes through a finished corpus, draws its figure and writes its card: `about`, then the statistics, if there are rows.
/// `report` is told how many rows were looked at.
pub fn publish(
    dir: &Path,
    manifest: &Manifest,
    about: &str,
    report: &mut dyn FnMut(u64),
) -> Result<Option<Stats>, StatsError> {
    // One of many shards may have nothing to do.
    if manifest.rows == 0 {
        store::write_card(dir, manifest, about)?;
        return Ok(None);
    }
    let stats = stats::stats(&Corpus::open(dir)?, report)?;
    store::write_figure(dir, &stats::draw(&stats).svg())?;
    let text = format!(
        "{about}\n\n## Statistics\n\n![operators, lengths and cluster sizes](figure.svg)\n\n```text\n{}```",
        stats::text(&stats)
    );
    store::write_card(dir, manifest, &text)?;
    Ok(Some(stats))
}

/// What people read first.
pub fn about(manifest: &Manifest) -> String {
    format!(
        "# Equivalent expressions\n\n\
         {} expressions in {} clusters. The expressions of a cluster are equal wherever both are defined over the reals; every row was \
         verified against the initial expression of its cluster.\n\n\
         Made by egen {} from the initial expressions `{}` with seed {} and the rule set {}. `manifest.json` has all settings, \
         counts and checksums.\n\n\
         | column | meaning |\n|---|---|\n\
         | cluster, member | the number of the cluster, and of the row in it; member 0 is the initial expression |\n\
         | initial | the initial expression, in prefix form |\n\
         | prefix, infix, latex | the expression |\n\
         | tokens | its length in prefix tokens |\n\
         | domain | is it defined where the initial expression is: equal, wider, narrower or overlapping; single points do not count (x^3/x and x^2: equal) |\n\
         | complex | does it agree over the complex numbers too, with principal values |\n\
         | operators | the operators in it |\n\
         | part | the domain of the graph that it was drawn from |\n\
         | complete | are these all that the graph holds up to the length |{}",
        manifest.rows,
        manifest.clusters,
        manifest.version,
        manifest.preset,
        manifest.seed,
        manifest.rules,
        // Rejects stay with the whole corpus.
        if manifest.rejects > 0 {
            "\n\n`rejects/` holds the candidates that did not stand, each with its reason."
        } else {
            ""
        }
    )
}
