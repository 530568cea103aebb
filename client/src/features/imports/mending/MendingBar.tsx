import { Alert, Box, Button, IconButton, Typography } from '@mui/material';

import { countOf } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { CloseIcon, UndoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useIsMobile } from '~/ui/useIsMobile';

import { FIELD_LABELS } from '../api';
import { labelOfField, shownValue } from './fields';
import type { Mending } from './useMending';

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: 32 } as const;

function Selected({ mending: { selection, deletion } }: { readonly mending: Mending }) {
  const { length } = selection.selected;
  return (
    <Box role="group" aria-label="Selected rows" sx={bar}>
      <Typography variant="body2" role="status" sx={{ flex: { xs: '1 0 100%', sm: '0 0 auto' }, fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
        {countOf(length, 'row', 'rows')} selected
      </Typography>
      <Button size="small" variant="outlined" color="error" onClick={deletion.ask}>
        Delete {countOf(length, 'Row', 'Rows')}
      </Button>
      <Button size="small" variant="text" color="inherit" onClick={selection.clear}>
        Clear selection
      </Button>
    </Box>
  );
}

function Offer({ everywhere: { offer, applying, apply, dismiss } }: { readonly everywhere: Mending['everywhere'] }) {
  if (offer === null) return null;
  const { field, from, to, rows } = offer;
  return (
    <Box role="group" aria-label="The same change in other rows" sx={bar}>
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {shownValue(field, from)} → {shownValue(field, to)}
      </Typography>
      <ProgressButton size="small" variant="outlined" busy={applying} onClick={apply}>
        {rows === 1 ? 'Apply to the other row with this value' : `Apply to all ${countOf(rows, 'row', 'rows')} with this value`}
      </ProgressButton>
      <IconButton size="small" aria-label="Change only this row" onClick={dismiss}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  );
}

/** On a phone, where a line is too much for it. */
export function UndoIconButton({ last }: Pick<Mending, 'last'>) {
  if (last.what === null) return null;
  return (
    <IconButton aria-label={`Undo ${last.what}`} aria-busy={last.undoing || undefined} onClick={last.undo}>
      <UndoIcon sx={{ fontSize: 20 }} />
    </IconButton>
  );
}

export function MendingBar({ mending }: { readonly mending: Mending }) {
  const { selection, last, everywhere } = mending;
  const isSelecting = selection.selected.length > 0;
  const hasUndo = !useIsMobile() && last.what !== null;
  if (!isSelecting && !hasUndo && everywhere.offer === null) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
      {isSelecting && <Selected mending={mending} />}
      {!isSelecting && <Offer everywhere={everywhere} />}
      {hasUndo && (
        <Box sx={bar}>
          <ProgressButton
            size="small"
            variant="text"
            color="inherit"
            busy={last.undoing}
            startIcon={<UndoIcon sx={{ fontSize: 16 }} />}
            onClick={last.undo}
            sx={{ mx: -1.5, whiteSpace: 'normal', textAlign: 'left' }}
          >
            Undo {last.what}
          </ProgressButton>
        </Box>
      )}
    </Box>
  );
}

export function LostText({ saves: { lost, dropLost }, filtered }: { readonly saves: Mending['saves']; readonly filtered: boolean }) {
  if (lost === null) return null;
  const { by, position, field, text } = lost;
  const what = by === undefined ? 'This cell was closed' : `${by} ${filtered ? 'changed or deleted' : 'deleted'} this row`;
  return (
    <Alert severity="warning" onClose={dropLost} sx={{ overflowWrap: 'anywhere' }}>
      {what} meanwhile (row {position}, {FIELD_LABELS[field].toLowerCase()}). Your text: <strong>{labelOf(field, text)}</strong>
    </Alert>
  );
}

export function DeleteRowsDialog({ deletion, onClosed }: { readonly deletion: Mending['deletion']; readonly onClosed: () => void }) {
  const { asked } = deletion;
  const valid = asked.filter(({ status }) => status !== 'invalid').length;
  const rows = countOf(asked.length, 'row', 'rows');
  return (
    <ConfirmDialog
      open={deletion.asking}
      title={`Delete ${rows}?`}
      confirmLabel={`Delete ${countOf(asked.length, 'Row', 'Rows')}`}
      destructive
      busy={deletion.deleting}
      onConfirm={deletion.confirm}
      onClose={deletion.close}
      onClosed={onClosed}
    >
      {valid === 0 ? 'None of them could be uploaded.' : `${countOf(valid, 'of them is', 'of them are')} valid: no account is created for ${valid === 1 ? 'that person' : 'these people'}.`}{' '}
      The file itself is not changed, and the deletion can be undone.
    </ConfirmDialog>
  );
}

const NAMED = 5;

export function PasteDialog({ paste }: { readonly paste: Mending['paste'] }) {
  const { cells, left } = paste.asked ?? { cells: [], left: 0 };
  const more = cells.length - NAMED;
  const rows = new Set(cells.map(({ row }) => row.row)).size;
  return (
    <ConfirmDialog
      open={paste.asking}
      title={`Change ${countOf(cells.length, 'cell', 'cells')} in ${countOf(rows, 'row', 'rows')}?`}
      confirmLabel={`Change ${countOf(cells.length, 'Cell', 'Cells')}`}
      busy={paste.pasting}
      onConfirm={paste.confirm}
      onClose={paste.close}
    >
      <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {cells.slice(0, NAMED).map(({ row, field, text }) => (
          <li key={`${row.row} ${field}`}>
            Row {row.position}, {labelOfField(field).toLowerCase()}: {shownValue(field, row.values[field])} → <strong>{shownValue(field, text)}</strong>
          </li>
        ))}
        {more > 0 && <li>and {countOf(more, 'more cell', 'more cells')}</li>}
      </Box>
      {left > 0 && `${countOf(left, 'value has', 'values have')} no cell here and will be left out. `}
      The rows are checked again, and the change can be undone.
    </ConfirmDialog>
  );
}
