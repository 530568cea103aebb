import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { CountLink } from './CountLink';

interface Count {
  readonly term: string;
  readonly count: number;
  readonly to: string;
  /** What is counted, for screen readers. */
  readonly name: string;
}

/** Figures side by side in a card, each below its term. */
export function CountRow({ counts }: { readonly counts: readonly Count[] }) {
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0, mt: 0.75 }}>
      {counts.map(({ term, ...link }) => (
        <div key={term}>
          <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
            {term}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 500 }}>
            <CountLink {...link} />
          </Typography>
        </div>
      ))}
    </Box>
  );
}
