import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { useListParams } from '~/lib/useListParams';
import { EmptyState } from '~/ui/EmptyState';
import { AlertIcon, CheckCircleIcon, WarningIcon } from '~/ui/icons';
import { useIsMobile } from '~/ui/rowsAsCards';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportRow, type ImportSnapshot, useDeleteImportRowMutation, useStartImportProcessingMutation } from '../api';
import { CountFilters } from '../components/CountFilters';
import { PagedRows } from '../components/PagedRows';
import { countOf } from '../format';
import { DateOrderNote, DateOrderQuestion } from './DateOrder';
import { PreviewCards } from './PreviewCards';
import { PreviewNotes } from './PreviewNotes';
import { PreviewTable } from './PreviewTable';
import { StartButton } from './StartButton';

const FILTERS = ['valid', 'warning', 'invalid'] as const;
const icon = { fontSize: 16 } as const;

const nothing = {
  all: 'Every row of this file was deleted.',
  valid: 'No row of this file can be uploaded as it is. Correct the file and choose it again.',
  warning: 'No warnings.',
  invalid: 'Every row can be uploaded.',
} as const;

interface PreviewStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onChooseDifferent: () => void;
}

/** The checked rows of the file, and the buttons that start the import or choose another file. */
export function PreviewStep({ snapshot, onChooseDifferent }: PreviewStepProps) {
  const { id, validRows, warningRows, invalidRows, dateExample } = snapshot;
  const needsOrder = dateExample !== null;
  const { view, change, setPage, correctPage } = useListParams({ status: FILTERS });
  const isMobile = useIsMobile();
  const toasts = useToasts();
  const rowsRef = useRef<HTMLDivElement>(null);
  const [deleteRow] = useDeleteImportRowMutation();
  const [start, starting] = useStartImportProcessingMutation();

  const remove = async (row: ImportRow) => {
    const { error } = await deleteRow({ importId: id, row: row.row });
    if (error !== undefined) {
      toasts.error(messageOf(error, 'The row could not be deleted.'));
      return;
    }
    // The button was removed with the row: focus moves to the list.
    rowsRef.current?.focus({ preventScroll: true });
    toasts.success('Invalid row deleted successfully');
  };

  const Rows = isMobile ? PreviewCards : PreviewTable;
  return (
    <>
      <DateOrderQuestion snapshot={snapshot} />
      <DateOrderNote snapshot={snapshot} />
      <PreviewNotes snapshot={snapshot} />
      <Paper variant="outlined" component="section" aria-label="Preview of the file" sx={{ overflow: 'hidden' }}>
        <CountFilters
          label="Which rows are shown"
          chosen={view.status}
          onChoose={(status) => {
            change({ status });
          }}
          options={[
            { filter: null, label: 'All rows', count: validRows + invalidRows },
            { filter: 'valid', label: 'Valid', count: validRows, icon: <CheckCircleIcon sx={icon} /> },
            { filter: 'warning', label: 'With warnings', count: warningRows, icon: <WarningIcon sx={icon} /> },
            { filter: 'invalid', label: 'Invalid', count: invalidRows, icon: <AlertIcon sx={icon} /> },
          ]}
        />
        <Typography variant="caption" component="p" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.25, color: 'text.secondary', borderBottom: 1, borderColor: 'divider' }}>
          Row 1 is the first row below the header; its line is the one in your spreadsheet. The password is made when the invitation goes out, and is not shown here.
        </Typography>
        <Box ref={rowsRef} tabIndex={-1} role="region" aria-label="Rows" sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
          <PagedRows
            importId={id}
            filter={view.status}
            page={view.page}
            onPage={setPage}
            onCorrectPage={correctPage}
            rowHeight={64}
            empty={<EmptyState title="No rows to show">{nothing[view.status ?? 'all']}</EmptyState>}
          >
            {(rows) => <Rows rows={rows} onDelete={(row) => void remove(row)} />}
          </PagedRows>
        </Box>
      </Paper>
      <Box
        sx={{
          position: 'sticky',
          bottom: 0,
          zIndex: 2,
          display: 'grid',
          gap: 1.5,
          // Wide enough to hide the shadow of the rows.
          mx: { xs: -2, sm: -0.5 },
          px: { xs: 2, sm: 0.5 },
          py: { xs: 1.5, sm: 2 },
          bgcolor: 'background.default',
          boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
        }}
      >
        <FormError message={starting.error === undefined ? null : messageOf(starting.error, 'Upload failed. Please try again.')} />
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column-reverse', sm: 'row' }, alignItems: { xs: 'stretch', sm: 'center' }, gap: { xs: 1, sm: 1.5 } }}>
          <Typography variant="body2" sx={{ flex: 1, display: { xs: needsOrder ? 'block' : 'none', sm: 'block' }, color: 'text.secondary' }}>
            {needsOrder
              ? 'Choose above whether the day or the month comes first.'
              : invalidRows === 0
              ? 'Every row will be uploaded.'
              : `${countOf(invalidRows, 'person', 'people')} won’t be added until ${invalidRows === 1 ? 'the row is' : 'their rows are'} fixed.`}
          </Typography>
          <Button variant="outlined" onClick={onChooseDifferent}>
            Choose Different File
          </Button>
          <StartButton
            validRows={validRows}
            busy={starting.isLoading}
            disabled={needsOrder}
            onStart={(invite) => void start({ importId: id, startRequest: { invite } })}
          />
        </Box>
      </Box>
    </>
  );
}
