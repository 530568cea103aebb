import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

import { formatCount } from '~/lib/format';

interface CountLinkProps {
  readonly count: number;
  /** Where those that are counted are listed. */
  readonly to: string;
  /** What is counted, for screen readers. */
  readonly name: string;
}

const look = { display: 'inline-block', minWidth: 24, minHeight: 24, lineHeight: '24px', fontVariantNumeric: 'tabular-nums' } as const;

/** A figure that leads to what it counts; of nothing it leads nowhere. */
export function CountLink({ count, to, name }: CountLinkProps) {
  if (count === 0) {
    return (
      <Box component="span" sx={look}>
        0
      </Box>
    );
  }
  return (
    <Link
      component={RouterLink}
      to={to}
      color="inherit"
      underline="always"
      aria-label={`${formatCount(count)} ${name}`}
      sx={{ ...look, textDecorationColor: 'var(--wm-palette-surface-controlLine)', textUnderlineOffset: '4px' }}
    >
      {formatCount(count)}
    </Link>
  );
}
