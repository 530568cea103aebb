import Box from '@mui/material/Box';

import { AlertIcon, CheckCircleIcon, WarningIcon } from '~/ui/icons';

import type { RowStatus } from '../api';

const icon = { fontSize: 16 } as const;

const verdicts = {
  valid: { label: 'Valid', color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  warning: { label: 'Warning', color: 'warning.main', icon: <WarningIcon sx={icon} /> },
  invalid: { label: 'Invalid', color: 'error.main', icon: <AlertIcon sx={icon} /> },
} as const;

/** The result of a row's check. */
export function RowVerdict({ status }: { readonly status: RowStatus }) {
  const { label, color, icon: drawing } = verdicts[status === 'invalid' || status === 'warning' ? status : 'valid'];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', color }}>
      {drawing}
      {label}
    </Box>
  );
}
