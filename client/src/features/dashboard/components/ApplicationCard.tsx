import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import type { OwnProfile } from '~/api/profile';
import { dayOfMoment, formatDay } from '~/lib/format';
import { Panel } from '~/ui/Panel';

import type { Section } from '../api';
import { Step, steps } from './Step';

/** What has become of an application, step by step. The reason is the company's text, shown as it is. */
export function ApplicationCard({ profile, application }: { readonly profile: OwnProfile; readonly application: Section<'application'> }) {
  const { companyName, email } = profile;
  const { state, reason, appliedAt } = application;
  const isDeclined = state === 'declined';
  const day = formatDay(dayOfMoment(new Date(appliedAt)));
  return (
    <Panel title={t`Your application`}>
      <Box component="ol" sx={steps}>
        <Step state="done" title={t`Your account is ready`}>
          {t`Your contact details are verified. ${companyName} reaches you at ${{ email: email ?? '' }}.`}
        </Step>
        <Step state={isDeclined ? 'done' : 'now'} title={t`With ${companyName}`}>
          {isDeclined
            ? t`Your application was looked at.`
            : t`Your application of ${day} is being looked at. There is nothing you need to do. If you have a question, ask the person who gave you the link.`}
        </Step>
        {isDeclined ? (
          <>
            <Step state="done" title={t`Declined`}>
              {t`${companyName} has declined your application. The reason: ${{ reason: reason ?? '' }}`}
            </Step>
            <Step state="now" title={t`What you can do`}>
              {t`If something in it is not right, or you want to be considered again, ask the person at ${companyName} who gave you the link. Another institute has a link of its own.`}
            </Step>
          </>
        ) : (
          <Step state="next" title={t`Your place`}>
            {t`When you are accepted, you get a mail, and your dashboard opens here by itself.`}
          </Step>
        )}
      </Box>
    </Panel>
  );
}
