import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, IconButton, Typography } from '@mui/material';

import { labelOf } from '~/lib/profiles';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { CloseIcon, UndoIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';
import { useIsMobile } from '~/ui/useIsMobile';

import { cellOf, labelOfField } from '../api';
import { shownValue } from './fields';
import type { Mending } from './useMending';

const bar = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5, minHeight: 32 } as const;

function Selected({ mending: { selection, deletion } }: { readonly mending: Mending }) {
  const { length } = selection.selected;
  return (
    <Box role="group" aria-label={t`Selected rows`} sx={bar}>
      <Typography variant="body2" role="status" sx={{ flex: { xs: '1 0 100%', sm: '0 0 auto' }, fontWeight: 500, fontVariantNumeric: 'tabular-nums' }}>
        {plural(length, { one: '# row selected', other: '# rows selected' })}
      </Typography>
      <Button size="small" variant="outlined" color="error" onClick={deletion.ask}>
        {plural(length, { one: 'Delete # Row', other: 'Delete # Rows' })}
      </Button>
      <Button size="small" variant="text" color="inherit" onClick={selection.clear}>
        {t`Clear selection`}
      </Button>
    </Box>
  );
}

function Offer({ everywhere: { offer, applying, apply, dismiss } }: { readonly everywhere: Mending['everywhere'] }) {
  if (offer === null) return null;
  const { field, from, to, rows } = offer;
  return (
    <Box role="group" aria-label={t`The same change in other rows`} sx={bar}>
      <Note role="status" sx={{ overflowWrap: 'anywhere' }}>
        {shownValue(field, from)} → {shownValue(field, to)}
      </Note>
      <ProgressButton size="small" variant="outlined" busy={applying} onClick={apply}>
        {plural(rows, { one: 'Apply to the other row with this value', other: 'Apply to all # rows with this value' })}
      </ProgressButton>
      <IconButton size="small" aria-label={t`Change only this row`} onClick={dismiss}>
        <CloseIcon sx={{ fontSize: 18 }} />
      </IconButton>
    </Box>
  );
}

/** On a phone, where a line is too much for it. */
export function UndoIconButton({ last }: Pick<Mending, 'last'>) {
  if (last.what === null) return null;
  return (
    <IconButton aria-label={t`Undo ${{ what: last.what }}`} aria-busy={last.undoing || undefined} onClick={last.undo}>
      <UndoIcon sx={{ fontSize: 20 }} />
    </IconButton>
  );
}

export function MendingBar({ mending }: { readonly mending: Mending }) {
  const { selection, last, everywhere } = mending;
  const isSelecting = selection.selected.length > 0;
  const undone = useIsMobile() ? null : last.what;
  if (!isSelecting && undone === null && everywhere.offer === null) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
      {isSelecting && <Selected mending={mending} />}
      {!isSelecting && <Offer everywhere={everywhere} />}
      {undone !== null && (
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
            {t`Undo ${{ what: undone }}`}
          </ProgressButton>
        </Box>
      )}
    </Box>
  );
}

export function LostText({ saves: { lost, dropLost }, filtered }: { readonly saves: Mending['saves']; readonly filtered: boolean }) {
  if (lost === null) return null;
  const { by, position } = lost;
  const label = labelOfField(lost.field).toLowerCase();
  const text = labelOf(lost.field, lost.text);
  return (
    <Notice severity="warning" role="alert" onClose={dropLost} sx={{ overflowWrap: 'anywhere' }}>
      {by === undefined && (
        <Trans>
          This cell was closed meanwhile (row {position}, {label}). Your text: <strong>{text}</strong>
        </Trans>
      )}
      {by !== undefined && filtered && (
        <Trans>
          {by} changed or deleted this row meanwhile (row {position}, {label}). Your text: <strong>{text}</strong>
        </Trans>
      )}
      {by !== undefined && !filtered && (
        <Trans>
          {by} deleted this row meanwhile (row {position}, {label}). Your text: <strong>{text}</strong>
        </Trans>
      )}
    </Notice>
  );
}

export function DeleteRowsDialog({ deletion, onClosed }: { readonly deletion: Mending['deletion']; readonly onClosed: () => void }) {
  const { asked } = deletion;
  const valid = asked.filter(({ status }) => status !== 'invalid').length;
  const { length } = asked;
  return (
    <ConfirmDialog
      open={deletion.asking}
      title={plural(length, { one: 'Delete # row?', other: 'Delete # rows?' })}
      confirmLabel={plural(length, { one: 'Delete # Row', other: 'Delete # Rows' })}
      destructive
      busy={deletion.deleting}
      onConfirm={deletion.confirm}
      onClose={deletion.close}
      onClosed={onClosed}
    >
      {valid === 0
        ? t`None of them could be uploaded.`
        : plural(valid, {
            one: '# of them is valid: no account is created for that person.',
            other: '# of them are valid: no account is created for these people.',
          })}{' '}
      {t`The file itself is not changed, and the deletion can be undone.`}
    </ConfirmDialog>
  );
}

const NAMED = 5;

export function PasteDialog({ paste }: { readonly paste: Mending['paste'] }) {
  const { cells, left } = paste.asked ?? { cells: [], left: 0 };
  const count = cells.length;
  const more = count - NAMED;
  const rows = new Set(cells.map(({ row }) => row.row)).size;
  return (
    <ConfirmDialog
      open={paste.asking}
      title={t`Change ${plural(count, { one: '# cell', other: '# cells' })} in ${plural(rows, { one: '# row', other: '# rows' })}?`}
      confirmLabel={plural(count, { one: 'Change # Cell', other: 'Change # Cells' })}
      busy={paste.pasting}
      onConfirm={paste.confirm}
      onClose={paste.close}
    >
      <Box component="ul" sx={{ m: 0, mb: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {cells.slice(0, NAMED).map(({ row, field, text }) => (
          <li key={`${row.row} ${field}`}>
            {t`Row ${{ position: row.position }}, ${{ field: labelOfField(field).toLowerCase() }}:`} {shownValue(field, cellOf(row, field))} → <strong>{shownValue(field, text)}</strong>
          </li>
        ))}
        {more > 0 && <li>{plural(more, { one: 'and # more cell', other: 'and # more cells' })}</li>}
      </Box>
      {left > 0 && `${plural(left, { one: '# value has no cell here and will be left out.', other: '# values have no cell here and will be left out.' })} `}
      {t`The rows are checked again, and the change can be undone.`}
    </ConfirmDialog>
  );
}
