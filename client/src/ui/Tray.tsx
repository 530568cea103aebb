import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { type ReactNode, useId } from 'react';

import { CheckCircleIcon, InfoIcon } from './icons';
import { Sheet } from './Sheet';
import { useAnchor } from './useAnchor';

/** On a phone the number alone is in sight. */
const outOfSightOnPhones = {
  position: { xs: 'absolute', sm: 'static' },
  clipPath: { xs: 'inset(50%)', sm: 'none' },
} as const;

interface TrayProps {
  readonly label: string;
  /** Names the list that it opens, such as "Running imports". */
  readonly listLabel: string;
  /** Of the first that runs; null where all have ended. */
  readonly percent: number | null;
  /** How many run. */
  readonly running: number;
  /** A tick only where nothing but success has ended. */
  readonly stopped: boolean;
  /** The list was closed: what has ended is seen. */
  readonly onSeen: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** What runs, in the top bar: a button with its progress, and a list. */
export function Tray({ label, listLabel, percent, running, stopped, onSeen, children }: TrayProps) {
  const id = useId();
  const { button, popup, close: hide } = useAnchor('dialog');
  const close = () => {
    hide();
    onSeen();
  };
  const EndIcon = stopped ? InfoIcon : CheckCircleIcon;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-controls={popup.open ? id : undefined}
        {...button}
        startIcon={
          percent === null ? (
            <EndIcon sx={{ fontSize: 16, color: stopped ? 'text.secondary' : 'success.main' }} />
          ) : (
            <CircularProgress variant="determinate" enableTrackSlot value={percent} size={16} thickness={6} aria-hidden />
          )
        }
        sx={{ fontVariantNumeric: 'tabular-nums', px: 1.25 }}
      >
        <Box component="span" sx={{ mr: percent === null ? 0 : 0.75, ...(running === 1 && outOfSightOnPhones) }}>
          {label}
        </Box>{' '}
        {percent !== null && (
          <Box component="span" sx={{ minWidth: '4ch', textAlign: 'right' }}>
            {percent}%
          </Box>
        )}
      </Button>
      <Sheet id={id} label={listLabel} width={360} {...popup} onClose={close}>
        <Box component="ul" sx={{ m: 0, p: 0.75, listStyle: 'none' }}>
          {children(close)}
        </Box>
      </Sheet>
    </>
  );
}
