import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { layout } from '~/theme/tokens';
import { Pager } from '~/ui/Pager';

import type { UserPage } from '../api';
import { FilterSelect } from '../filters/FilterSelect';
import { PAGE_SIZES, type PageSize } from '../filters/useUserFilters';

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

interface ListFooterProps {
  readonly shown: UserPage;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: PageSize) => void;
  readonly onHelp: () => void;
}

const sizes = PAGE_SIZES.map((size) => [size, `${size} rows`] as const);
const footer = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 2, rowGap: 1, px: { xs: 1, sm: 2 }, py: 1, borderTop: 1, borderColor: 'divider' } as const;

export function ListFooter({ shown, page, pageSize, onPage, onPageSize, onHelp }: ListFooterProps) {
  return (
    <Box sx={footer}>
      {/* Not where there is no room for it, which is on a phone: it has no keyboard. */}
      <Button variant="text" color="inherit" size="small" onClick={onHelp} sx={{ display: { xs: 'none', sm: 'inline-flex' }, mr: 'auto' }}>
        Keyboard shortcuts
      </Button>
      {shown.total > Number(PAGE_SIZES[0]) && (
        <Box sx={{ ml: { xs: 1, sm: 0 }, mr: { xs: 'auto', sm: 0 } }}>
          <FilterSelect
            label="Rows of a page"
            value={PAGE_SIZES.find((size) => size === String(pageSize)) ?? ''}
            options={sizes}
            onChoose={(size) => {
              if (size !== null) onPageSize(size);
            }}
          />
        </Box>
      )}
      <Pager
        label="Users"
        page={page}
        pageSize={pageSize}
        total={shown.total}
        exact={shown.totalIsExact}
        full={shown.data.length === pageSize}
        onPage={onPage}
      />
    </Box>
  );
}
