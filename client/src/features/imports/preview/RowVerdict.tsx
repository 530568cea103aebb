import Box from '@mui/material/Box';

import { AddUserIcon, AlertIcon, CheckCircleIcon, CheckIcon, EditIcon, InfoIcon, WarningIcon } from '~/ui/icons';

import type { ShownRow } from '../modes';

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
