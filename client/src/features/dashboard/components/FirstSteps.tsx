import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { CheckIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { roundMark } from '~/ui/roundMark';
import { Note, TextLink } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { dashboardApi, type UserSummary } from '../api';

type Steps = NonNullable<UserSummary['firstSteps']>;

interface FirstStep {
  readonly key: keyof Steps;
  readonly title: string;
  readonly hint: string;
  readonly to: string;
}

/** The welcome mail names the same five. */
const listSteps = (): readonly FirstStep[] => [
  { key: 'hasDetails', title: t`Look at your company’s details`, hint: t`Choose what suits you, and save it.`, to: '/dashboard/settings' },
  { key: 'hasColleagues', title: t`Bring in a colleague`, hint: t`Another administrator, so that you are not the only one.`, to: '/dashboard/users/new' },
  { key: 'hasFile', title: t`Upload your first file`, hint: t`Try it with a few people; what a file has done can be taken back.`, to: '/dashboard/users/imports/new' },
  { key: 'hasFactor', title: t`Set up your second factor`, hint: t`A passkey or an app guards your account better than a password.`, to: '/dashboard/profile' },
  { key: 'hasInvited', title: t`See what people get`, hint: t`Invite one of your own other addresses and follow the mail.`, to: '/dashboard/users/new' },
];

/** What a new Super Admin does first, ticked by what is true; gone once all is done, or for good when it is dismissed. */
export function FirstSteps({ steps }: { readonly steps: Steps }) {
  const { act: dismiss, busy } = useAct(dashboardApi.useDismissStepsMutation(), t`The first steps could not be dismissed.`);
  const listed = listSteps();
  const done = listed.filter(({ key }) => steps[key]).length;
  const all = listed.length;
  if (done === all) return null;

  return (
    <Panel
      title={t`First steps`}
      aside={
        <ProgressButton variant="text" size="small" busy={busy} onClick={() => void dismiss()}>
          {t`Dismiss`}
        </ProgressButton>
      }
    >
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pt: 2 }}>
        <Note>{t`${done} of ${all} done`}</Note>
      </Box>
      <Box component="ol" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.5, listStyle: 'none' }}>
        {listed.map(({ key, title, hint, to }) => (
          <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 2, py: 1 }}>
            <Box
              aria-hidden
              sx={{
                ...roundMark,
                border: 2,
                borderColor: steps[key] ? 'primary.main' : 'surface.line',
                bgcolor: steps[key] ? 'primary.main' : 'transparent',
                color: 'primary.contrastText',
              }}
            >
              {steps[key] && <CheckIcon sx={{ fontSize: 14 }} />}
            </Box>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              {steps[key] ? (
                <Note>
                  <span className="visually-hidden">{t`Done`}: </span>
                  {title}
                </Note>
              ) : (
                <>
                  <TextLink to={to} variant="subtitle2">
                    {title}
                  </TextLink>
                  <Note>{hint}</Note>
                </>
              )}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
