import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';

import { isUnsent, type Sheet, useOwnSheets } from '~/api/sheets/slice';
import type { RosterPerson } from '~/api/training';
import { formatCount, formatHour } from '~/lib/format';
import { useOnline } from '~/lib/useOnline';
import { Announcer } from '~/ui/ProgressPanel';
import { Caption } from '~/ui/Text';

import { isThere } from './marks';

type Standing = 'sent' | 'sending' | 'unsent' | 'none';

function useStanding(sheets: readonly Sheet[], marked: number): Standing {
  const online = useOnline();
  const { sending, isWaiting } = useOwnSheets();
  const unsent = sheets.filter(isUnsent);
  if (unsent.length === 0) return marked === 0 ? 'none' : 'sent';
  if (unsent.some(({ id }) => id === sending)) return 'sending';
  return !online || isWaiting || unsent.some(({ refusal }) => refusal !== null) ? 'unsent' : 'sending';
}

interface MarkBarProps {
  /** With the marks that are not sent yet. */
  readonly people: readonly RosterPerson[];
  readonly sheets: readonly Sheet[];
  readonly onRest: (() => void) | undefined;
}

/** Under the thumb: the first act, how many are there, and whether the server knows it. */
export function MarkBar({ people, sheets, onRest }: MarkBarProps) {
  const there = people.filter(({ mark }) => isThere(mark)).length;
  const rest = people.filter(({ mark }) => mark === null).length;
  const { isKept } = useOwnSheets();
  const standing = useStanding(sheets, people.length - rest);
  const sentAt = people.reduce((last, { receivedAt }) => (receivedAt !== null && receivedAt > last ? receivedAt : last), '');
  const said = {
    none: t`Not marked yet`,
    sending: t`Sending…`,
    unsent: t`On this phone · not sent`,
    sent: sentAt === '' ? t`sent` : t`sent ${{ time: formatHour(sentAt) }}`,
  }[standing];
  const announced = { none: '', sending: '', unsent: said, sent: t`The marks were sent` }[standing];
  return (
    <Box
      component="section"
      aria-label={t`State of the marks`}
      sx={{ position: 'sticky', bottom: 'var(--wm-offline-bar, 0px)', zIndex: 'appBar', display: 'grid', justifyItems: 'center', gap: 1, mt: 'auto', mx: { xs: -2, sm: 0 }, px: 2, pt: 1, pb: 'max(8px, env(safe-area-inset-bottom))', borderTop: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
    >
      {onRest !== undefined && rest > 0 && (
        <Button variant="contained" size="large" fullWidth sx={{ height: 56, maxWidth: 480 }} onClick={onRest}>
          {rest === people.length ? t`All present` : t`The other ${{ rest: formatCount(rest) }} present`}
        </Button>
      )}
      <Typography variant="body2" sx={{ textAlign: 'center', fontWeight: 500, fontVariantNumeric: 'tabular-nums', color: standing === 'unsent' ? 'warning.main' : 'text.primary' }}>
        {t`${{ there: formatCount(there) }} of ${{ people: formatCount(people.length) }}`} · {said}
      </Typography>
      {standing === 'unsent' && !isKept && <Caption sx={{ mt: -1, textAlign: 'center' }}>{t`Lost when this page is closed.`}</Caption>}
      <Announcer>{announced}</Announcer>
    </Box>
  );
}
