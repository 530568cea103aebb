import Button from '@mui/material/Button';

import { ColumnsIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import { ColumnsPanel } from './ColumnsPanel';
import type { ColumnChoice } from './useColumns';

/** Which columns are shown, and in which order. */
export function ColumnsButton({ choice }: { readonly choice: ColumnChoice }) {
  const { button, popup } = useAnchor('dialog');
  return (
    <>
      <Button variant="text" color="inherit" size="small" startIcon={<ColumnsIcon sx={{ fontSize: 18 }} />} {...button}>
        Columns
      </Button>
      <Sheet id="user-columns" label="Columns" width={320} maxHeight="min(640px, calc(100vh - 96px))" {...popup}>
        <ColumnsPanel choice={choice} />
      </Sheet>
    </>
  );
}
