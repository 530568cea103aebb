import { Alert, type AlertProps } from '@mui/material';

import { AlertIcon, CheckCircleIcon, InfoIcon, WarningIcon } from './publicIcons';

const icons = {
  success: <CheckCircleIcon fontSize="small" />,
  info: <InfoIcon fontSize="small" />,
  warning: <WarningIcon fontSize="small" />,
  error: <AlertIcon fontSize="small" />,
} as const;

/** A framed text of the page; it is announced only where its `role` says so. */
export function Notice({ severity = 'info', ...alert }: AlertProps) {
  return <Alert severity={severity} role="note" iconMapping={icons} {...alert} />;
}
