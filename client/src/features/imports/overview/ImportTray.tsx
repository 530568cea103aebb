import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useId } from 'react';
import { useMatch } from 'react-router';

import { useClaims } from '~/api/session/slice';
import { CheckCircleIcon, InfoIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import type { ImportSummary } from '../api';
import { isOpen, percentDone } from '../states';
import { TrayItem } from './TrayItem';
import { useRunningImports } from './useRunningImports';

/** On a phone the number alone is in sight. */
const outOfSightOnPhones = {
  position: { xs: 'absolute', sm: 'static' },
  clipPath: { xs: 'inset(50%)', sm: 'none' },
} as const;

const isStopped = ({ state }: ImportSummary) => state === 'cancelled' || state === 'failed';

const endings: Readonly<Partial<Record<ImportSummary['state'], string>>> = { ready: 'Preview ready', undone: 'Import undone' };

/** The tray's label. */
function labelOf(shown: readonly ImportSummary[], running: readonly ImportSummary[]): string {
  if (running.length > 1) return `${running.length} imports`;
  if (running.length === 1) return running[0]?.state === 'paused' ? 'Import paused' : 'Import';
  if (shown.some(isStopped)) return 'Import stopped';
  return shown.map(({ state }) => endings[state]).find((ending) => ending !== undefined) ?? 'Import ended';
}

/** Follows the company's running imports from any page; empty while none runs. */
function Tray() {
  const id = useId();
  const { button, popup, close: hide } = useAnchor('dialog');
  const openImportId = useMatch('/dashboard/users/imports/:importId')?.params.importId;
  const { shown, forget } = useRunningImports(openImportId);
  const running = shown.filter(({ state }) => isOpen(state));
  const first = running[0];
  const close = () => {
    hide();
    // Ended imports have now been seen.
    forget();
  };
  if (shown.length === 0) return null;

  const percent = first === undefined ? 100 : percentDone(first);
  const label = labelOf(shown, running);
  // A tick only where nothing but success has ended.
  const stopped = shown.some(isStopped);
  const EndIcon = stopped ? InfoIcon : CheckCircleIcon;
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        aria-controls={popup.open ? id : undefined}
        {...button}
        startIcon={
          first === undefined ? (
            <EndIcon sx={{ fontSize: 16, color: stopped ? 'text.secondary' : 'success.main' }} />
          ) : (
            <CircularProgress variant="determinate" enableTrackSlot value={percent} size={16} thickness={6} aria-hidden />
          )
        }
        sx={{ fontVariantNumeric: 'tabular-nums', px: 1.25 }}
      >
        <Box component="span" sx={{ mr: first === undefined ? 0 : 0.75, ...(running.length === 1 && outOfSightOnPhones) }}>
          {label}
        </Box>{' '}
        {first !== undefined && (
          <Box component="span" sx={{ minWidth: '4ch', textAlign: 'right' }}>
            {percent}%
          </Box>
        )}
      </Button>
      <Sheet id={id} label="Running imports" width={360} {...popup} onClose={close}>
        <Box component="ul" sx={{ m: 0, p: 0.75, listStyle: 'none' }}>
          {shown.map((summary) => (
            <TrayItem key={summary.id} summary={summary} onOpen={close} />
          ))}
        </Box>
      </Sheet>
    </>
  );
}

/** Only for users who may import. */
export function ImportTray() {
  const claims = useClaims();
  return claims?.authorities.includes('user.create') === true ? <Tray key={claims.userId} /> : null;
}
