import { t } from '@lingui/core/macro';
import { Typography } from '@mui/material';
import { useLocation } from 'react-router';

import { FormError } from '~/forms/Form';
import { translated } from '~/lib/sentences';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';

import { authApi } from '../api';
import { LinkPage, problemOf } from '../components/LinkPage';

export function StopAnnouncementsPage() {
  const code = useLocation().hash.slice(1);
  const [stop, { data, error, isLoading }] = authApi.useStopAnnouncementMailsMutation();
  return (
    <LinkPage title={data === undefined ? t`No more announcements by mail?` : t`No more of these mails`} subtitle={t`Announcements stay on your dashboard. Other mails, such as codes, still come.`}>
      <div role="status">{data !== undefined && <Typography sx={{ fontWeight: 600 }}>{translated(data.message)}</Typography>}</div>
      {data === undefined && (
        <>
          <FormError message={problemOf(code, error, t`This could not be saved. Please try again.`)} />
          <ProgressButton size="large" disabled={code === ''} busy={isLoading} busyLabel={t`Stopping…`} onClick={() => void stop({ code })}>
            {t`Stop These Mails`}
          </ProgressButton>
        </>
      )}
      <Note>{t`To turn them on again, log in, open Announcements and switch on “Also by mail”.`}</Note>
    </LinkPage>
  );
}
