import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { AlertIcon, CheckCircleIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';

import type { RecentRow } from '../api';

const SLOTS = 10;
const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

function Slot({ recent }: { readonly recent: RecentRow | undefined }) {
  const created = recent?.status === 'created';
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '20px minmax(0, 1fr) auto', sm: '20px 84px minmax(0, 1fr) minmax(0, 1fr)' },
        alignItems: 'center',
        gap: 1.5,
        height: 36,
        px: { xs: 2, sm: 2.5 },
        fontSize: '0.8125rem',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {recent !== undefined && (
        <>
          {created ? (
            <CheckCircleIcon titleAccess="Created" sx={{ fontSize: 16, color: 'success.main' }} />
          ) : (
            <AlertIcon titleAccess="Failed" sx={{ fontSize: 16, color: 'error.main' }} />
          )}
          <Box component="span" sx={{ color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}>
            Row {recent.row}
          </Box>
          <Box component="span" sx={ellipsis}>
            {recent.email === '' ? 'Unknown' : recent.email}
          </Box>
          <Box component="span" sx={{ ...ellipsis, color: created ? 'text.secondary' : 'error.main', textAlign: { xs: 'right', sm: 'left' } }}>
            {recent.message}
          </Box>
        </>
      )}
    </Box>
  );
}

/**
 * The last rows, newest first, in ten fixed places. It holds still under a
 * pointer, so that a row can be read.
 */
export function LiveFeed({ recent }: { readonly recent: readonly RecentRow[] }) {
  const [held, setHeld] = useState<readonly RecentRow[] | null>(null);
  const shown = held ?? recent;
  return (
    <Panel
      title="Latest rows"
      aside={
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {held === null ? 'Newest first' : 'Held still while you point at it'}
        </Typography>
      }
    >
      <Box
        component="ol"
        aria-label="Latest rows"
        // Not on entering: a page that moves below a resting pointer enters it too.
        onPointerMove={(event: React.PointerEvent) => {
          if (event.pointerType === 'mouse' && held === null && recent.length > 0) setHeld(recent);
        }}
        onPointerLeave={() => {
          setHeld(null);
        }}
        sx={{ m: 0, py: 1, pl: 0, listStyle: 'none' }}
      >
        {Array.from({ length: SLOTS }, (_, index) => (
          <Slot key={index} recent={shown[index]} />
        ))}
      </Box>
    </Panel>
  );
}
