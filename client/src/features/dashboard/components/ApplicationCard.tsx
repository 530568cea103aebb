import { Box, Typography } from '@mui/material';

import type { OwnProfile } from '~/api/profile';
import { radius } from '~/theme/tokens';
import { CheckIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';

const said = { done: 'Done', now: 'Now', next: 'Next' } as const;

function Step({ state, title, children }: { readonly state: 'done' | 'now' | 'next'; readonly title: string; readonly children: string }) {
  return (
    <Box component="li" aria-current={state === 'now' ? 'step' : undefined} sx={{ display: 'flex', gap: 2, '& + &': { mt: 2.5 } }}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: 28,
          height: 28,
          borderRadius: radius.round,
          border: 2,
          borderColor: state === 'next' ? 'surface.line' : 'primary.main',
          bgcolor: state === 'done' ? 'primary.main' : 'transparent',
          color: 'primary.contrastText',
        }}
      >
        {state === 'done' && <CheckIcon sx={{ fontSize: 16 }} />}
        {state === 'now' && <Box sx={{ width: 10, height: 10, borderRadius: radius.round, bgcolor: 'primary.main' }} />}
      </Box>
      <Box>
        <Typography variant="subtitle2" component="h3" sx={{ pt: 0.375 }}>
          <span className="visually-hidden">{said[state]}: </span>
          {title}
        </Typography>
        <Typography variant="body2" sx={{ mt: 0.25, color: 'text.secondary' }}>
          {children}
        </Typography>
      </Box>
    </Box>
  );
}

/** The state of an application and its next step. */
export function ApplicationCard({ profile }: { readonly profile: OwnProfile }) {
  const { companyName, email } = profile;
  return (
    <Panel title="Your application">
      <Box component="ol" sx={{ m: 0, p: { xs: 2, sm: 2.5 }, listStyle: 'none' }}>
        <Step state="done" title="Your account is ready">
          {`Your contact details are verified. ${companyName} reaches you at ${email}.`}
        </Step>
        <Step state="now" title={`With ${companyName}`}>
          Your application is being looked at. There is nothing you need to do.
        </Step>
        <Step state="next" title="Your place">
          When you are given a profile, your dashboard opens here by itself.
        </Step>
      </Box>
    </Panel>
  );
}
