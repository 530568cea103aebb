import { msg, t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

import { radius } from '~/theme/tokens';
import { CheckIcon } from '~/ui/icons';
import { roundMark } from '~/ui/roundMark';
import { Note } from '~/ui/Text';

const said = { done: msg`Done`, now: msg`Now`, next: msg`Next` } as const;

interface StepProps {
  readonly state: keyof typeof said;
  readonly title: string;
  readonly children: ReactNode;
}

/** A step of a way: the present one is marked by a word and a sign. */
export function Step({ state, title, children }: StepProps) {
  return (
    <Box component="li" aria-current={state === 'now' ? 'step' : undefined} sx={{ display: 'flex', gap: 2, '& + &': { mt: 2 } }}>
      <Box
        aria-hidden
        sx={{
          ...roundMark,
          width: 28,
          height: 28,
          border: 2,
          borderColor: state === 'next' ? 'surface.line' : 'primary.main',
          bgcolor: state === 'done' ? 'primary.main' : 'transparent',
          color: 'primary.contrastText',
        }}
      >
        {state === 'done' && <CheckIcon sx={{ fontSize: 16 }} />}
        {state === 'now' && <Box sx={{ width: 10, height: 10, borderRadius: radius.round, bgcolor: 'primary.main' }} />}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" sx={{ pt: 0.375, overflowWrap: 'anywhere' }}>
          <Box component="span" className={state === 'now' ? undefined : 'visually-hidden'} sx={{ color: 'primary.main' }}>
            {t(said[state])}:{' '}
          </Box>
          {title}
        </Typography>
        <Note component="div" sx={{ mt: 0.25, overflowWrap: 'anywhere' }}>{children}</Note>
      </Box>
    </Box>
  );
}

export const steps = { m: 0, p: { xs: 2, sm: 2.5 }, listStyle: 'none' } as const;
