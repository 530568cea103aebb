import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { BATCH_TERMS, batchCounts, batchLinks } from '~/lib/batchLinks';
import { CountLink, CountRow } from '~/ui/CountLink';
import { Panel } from '~/ui/Panel';
import { useIsMobile } from '~/ui/useIsMobile';

import type { UserSummary } from '../api';

const cell = { py: 0.75, pl: 1.5, pr: 0, border: 0, textAlign: 'right', verticalAlign: 'top' } as const;

function BatchLink({ batch: { id, name } }: { readonly batch: UserSummary['batches'][number] }) {
  return (
    <Link
      component={RouterLink}
      to={batchLinks(id).people}
      color="inherit"
      underline="always"
      sx={{ lineHeight: '24px', overflowWrap: 'anywhere', textDecorationColor: 'var(--wm-palette-divider)', textUnderlineOffset: '3px' }}
    >
      {name}
    </Link>
  );
}

function BatchCards({ batches }: Pick<UserSummary, 'batches'>) {
  return (
    <Box component="ul" aria-label="Batches" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {batches.map((batch) => (
        <Box component="li" key={batch.id} sx={{ px: 2, py: 1.25, typography: 'body2', '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <BatchLink batch={batch} />
          <CountRow counts={batchCounts(batch)} />
        </Box>
      ))}
    </Box>
  );
}

function BatchTable({ batches }: Pick<UserSummary, 'batches'>) {
  return (
    <Box sx={{ overflowX: 'auto', px: { xs: 2, sm: 2.5 }, py: 1.25 }}>
      <Box component="table" aria-label="Batches" sx={{ width: '100%', borderCollapse: 'collapse', typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        <thead>
          <tr>
            <Typography component="th" scope="col" variant="caption" sx={{ ...cell, pl: 0, textAlign: 'left', color: 'text.secondary' }}>
              Batch
            </Typography>
            {BATCH_TERMS.map((term) => (
              <Typography key={term} component="th" scope="col" variant="caption" sx={{ ...cell, whiteSpace: 'nowrap', color: 'text.secondary' }}>
                {term}
              </Typography>
            ))}
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.id}>
              <Box component="th" scope="row" sx={{ ...cell, pl: 0, textAlign: 'left', fontWeight: 400, minWidth: 96, overflowWrap: 'anywhere' }}>
                <BatchLink batch={batch} />
              </Box>
              {batchCounts(batch).map(({ term, ...link }) => (
                <Box key={term} component="td" sx={{ ...cell, lineHeight: '24px' }}>
                  <CountLink {...link} />
                </Box>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** The newest batches with their figures. */
export function Batches({ batches }: Pick<UserSummary, 'batches'>) {
  const List = useIsMobile() ? BatchCards : BatchTable;
  return (
    <Panel
      title="Batches"
      aside={
        <Link component={RouterLink} to="/dashboard/users/batches" variant="body2">
          All batches
        </Link>
      }
    >
      {batches.length === 0 ? (
        <Typography variant="body2" sx={{ px: { xs: 2, sm: 2.5 }, py: 2.5, color: 'text.secondary' }}>
          No batches yet. Make one for each intake, and see here how far its people are.
        </Typography>
      ) : (
        <List batches={batches} />
      )}
    </Panel>
  );
}
