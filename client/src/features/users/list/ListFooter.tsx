import { Box } from '@mui/material';

import { Pager } from '~/ui/Pager';

import type { UserPage } from '../api';
import { ShortcutsButton } from '../keyboard/KeysDialog';
import { PAGE_SIZES, type PageSize } from '../filters/useUserFilters';
import { FilterSelect } from '../filters/FilterSelect';

interface ListFooterProps {
  /** The page on screen. */
  readonly shown: UserPage;
  readonly page: number;
  readonly pageSize: number;
  readonly onPage: (page: number) => void;
  readonly onPageSize: (pageSize: PageSize) => void;
  readonly onHelp: () => void;
}

const sizes = PAGE_SIZES.map((size) => [size, `${size} rows`] as const);
const footer = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', columnGap: 2, rowGap: 1, px: { xs: 1, sm: 2 }, py: 1, borderTop: 1, borderColor: 'divider' } as const;

/** Keys, rows of a page, and pages. */
export function ListFooter({ shown, page, pageSize, onPage, onPageSize, onHelp }: ListFooterProps) {
  return (
    <Box sx={footer}>
      <ShortcutsButton onOpen={onHelp} />
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
