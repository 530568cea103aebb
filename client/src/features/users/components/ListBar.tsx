import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface ListBarProps {
  /** The number of users, or that they are loading. */
  readonly children: string;
  readonly hasChanged: boolean;
  readonly onRefresh: () => void;
  readonly actions: ReactNode;
}

/** The number of users, and actions on the whole list. A change made elsewhere is announced here and moves no row. */
export function ListBar({ children, hasChanged, onRefresh, actions }: ListBarProps) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        minHeight: 44,
        px: { xs: 2, sm: 2.5 },
        py: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Typography>
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
      <Box sx={{ display: 'flex', ml: 'auto', mr: -1 }}>{actions}</Box>
    </Box>
  );
}
