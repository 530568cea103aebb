import { t } from '@lingui/core/macro';
import { Box, LinearProgress, Paper, Typography } from '@mui/material';
import { type ReactNode, useRef } from 'react';

import { type Figure, Figures } from './Figures';
import { Notice } from './Notice';
import { Note } from './Text';

interface ProgressPanelProps {
  /** 0 to 1. */
  readonly share: number;
  readonly label: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly figures: readonly Figure[];
}

export function ProgressPanel({ share, label, children, actions, figures }: ProgressPanelProps) {
  return (
    <Paper variant="outlined" component="section" aria-label={t`Progress`} sx={{ overflow: 'hidden' }}>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2.5, pb: 2.5 }}>
        <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, alignItems: 'baseline', gap: 1.5, mb: 1.5, fontVariantNumeric: 'tabular-nums' }}>
          <Typography variant="h2" component="p" sx={{ minWidth: '3.2ch' }}>
            {Math.floor(share * 100)}%
          </Typography>
          <Note sx={{ flex: 1, order: { xs: 1, sm: 0 }, minWidth: { xs: '100%', sm: 0 } }}>{children}</Note>
          {actions !== undefined && <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>{actions}</Box>}
        </Box>
        <LinearProgress variant="determinate" value={share * 100} aria-label={label} sx={{ height: 8 }} />
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        <Figures figures={figures} />
      </Box>
    </Paper>
  );
}

interface WorkerNoticeProps {
  /** Whether the work waits because no worker runs. */
  readonly isAway: boolean | undefined;
  /** What is announced where one runs. */
  readonly otherwise: string;
}

/** Says that work waits because no worker runs, as long as that is so. */
export function WorkerNotice({ isAway = false, otherwise }: WorkerNoticeProps) {
  const sentence = t`Waiting: the service that processes this is not running right now. It continues by itself, and nothing is lost.`;
  return (
    <>
      <Announcer>{isAway ? sentence : otherwise}</Announcer>
      {isAway && (
        <Notice severity="warning" sx={{ mb: 2 }}>
          {sentence}
        </Notice>
      )}
    </>
  );
}

/** Announces a sentence to screen readers whenever it is another one; not the first. */
export function Announcer({ children: now }: { readonly children: string }) {
  const first = useRef(now);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {/* oxlint-disable-next-line react/refs -- a value of the first render that never changes */}
      {now === first.current ? '' : now}
    </p>
  );
}
