import { Box, Typography } from '@mui/material';

import { useClaims } from '~/api/session/slice';
import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, InfoIcon, WarningIcon } from '~/ui/icons';
import { SelectBox, selectedOf } from '~/ui/SelectBox';

import type { ImportRow } from '../api';
import type { RowProps, Shown } from '../mending/cells';
import { idOf } from '../mending/fields';
import type { ShownRow } from '../states';
import { Problems, problemsOf } from './FieldValue';

const icon = { fontSize: 16 } as const;

const verdicts = {
  valid: { label: 'Valid', color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  warning: { label: 'Warning', color: 'warning.main', icon: <WarningIcon sx={icon} /> },
  invalid: { label: 'Invalid', color: 'error.main', icon: <AlertIcon sx={icon} /> },
  new: { label: 'New', color: 'success.main', icon: <AddUserIcon sx={icon} /> },
  changed: { label: 'Changed', color: 'info.main', icon: <EditIcon sx={icon} /> },
  unchanged: { label: 'Unchanged', color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  leftOut: { label: 'Left out', color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
} as const;

/** The result of a row's check, or what a mode that updates does with it. */
export function RowVerdict({ row: { status, verdict } }: { readonly row: Pick<ShownRow, 'status' | 'verdict'> }) {
  const { label, color, icon: drawing } = verdicts[verdict ?? (status === 'invalid' || status === 'warning' ? status : 'valid')];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color }}>
      {drawing}
      {label}
    </Box>
  );
}

/** The batches that a row names, with what is wrong with them: they are no cell, and are changed in the file. */
export function RowBatches({ row }: { readonly row: ImportRow }) {
  const problems = problemsOf(row, 'batch');
  if (row.batch === '' && problems.length === 0) return null;
  return (
    <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {row.batch !== '' && `Batch: ${row.batch}`}
      <Problems problems={problems} />
    </Box>
  );
}

const beforeText = { ml: -0.75 } as const;

/** Selects a row; with Shift all rows since the one that was selected before. */
export function SelectRow({ row, shown: { rows, selection }, ...input }: RowProps & { readonly tabIndex?: number; readonly onFocus?: () => void }) {
  return (
    <SelectBox
      label={`Select row ${row.position}`}
      state={selection.isSelected(row.row) ? 'all' : 'none'}
      onToggle={(reach) => selection.toggle(row, rows, { range: reach })}
      input={{ ...input, id: idOf({ row: row.row, column: 'select' }) }}
      sx={beforeText}
    />
  );
}

/** Selects all rows of the page, or none of them. */
export function SelectPage({ shown: { rows, selection } }: { readonly shown: Shown }) {
  const chosen = rows.filter(({ row }) => selection.isSelected(row)).length;
  return <SelectBox label="Select all rows on this page" state={selectedOf(chosen, rows.length)} onToggle={() => selection.togglePage(rows)} sx={beforeText} />;
}

/** Whose edit a row is, where it was edited; `now` is who has just edited it. */
export function EditedBy({ row: { editedBy }, now }: { readonly row: ImportRow; readonly now: string | undefined }) {
  const own = useClaims()?.userId;
  if (editedBy === null && now === undefined) return null;
  const earlier = editedBy?.id === own ? 'Edited by you' : `Edited by ${editedBy?.fullName ?? ''}`;
  return (
    <Typography
      variant="caption"
      component="span"
      sx={{ display: 'block', overflowWrap: 'anywhere', color: now === undefined ? 'text.secondary' : 'primary.main', fontWeight: now === undefined ? 400 : 600 }}
    >
      {now === undefined ? earlier : `${now} is editing`}
    </Typography>
  );
}
