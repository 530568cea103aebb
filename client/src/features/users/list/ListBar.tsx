import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { layout } from '~/theme/tokens';

interface ListBarProps {
  /** The number of users or of the selected ones, or that they are loading. */
  readonly children: ReactNode;
  /** Selects the rows of the page, where the table has no head. */
  readonly selectPage: ReactNode;
  /** Beside the number, or a line of its own below it among cards. */
  readonly scope: ReactNode;
  readonly asCards: boolean;
  /** Stays in sight: what is selected may be far below. */
  readonly isSelecting: boolean;
  readonly hasChanged: boolean;
  readonly onRefresh: () => void;
  readonly actions: ReactNode;
}

const bar = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.5,
  minHeight: 44,
  px: { xs: 2, sm: 2.5 },
  py: 0.5,
  borderBottom: 1,
  borderColor: 'divider',
} as const;
const inSight = { position: 'sticky', top: layout.topBar, zIndex: 2, bgcolor: 'surface.raised' } as const;

/** The number of users, and actions on the whole list. A change made elsewhere is announced here and moves no row. */
export function ListBar({ children, selectPage, scope, asCards, isSelecting, hasChanged, onRefresh, actions }: ListBarProps) {
  const hasOwnLine = asCards && isSelecting;
  const buttons = <Box sx={{ display: 'flex', ml: 'auto', mr: -1 }}>{actions}</Box>;
  return (
    <Box sx={isSelecting ? { ...bar, ...inSight } : bar}>
      {selectPage}
      <Typography component="div" variant="body2" role="status" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
      {hasOwnLine && buttons}
      {hasOwnLine ? <Box sx={{ width: '100%', ml: -1 }}>{scope}</Box> : scope}
      <Box role="status" sx={{ display: 'flex', alignItems: 'center', typography: 'body2', color: 'text.secondary' }}>
        {hasChanged && (
          <>
            List has changed
            <Button size="small" variant="text" onClick={onRefresh} sx={{ px: 1 }}>
              Refresh
            </Button>
          </>
        )}
      </Box>
      {!hasOwnLine && buttons}
    </Box>
  );
}
