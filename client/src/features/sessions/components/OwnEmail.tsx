import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import * as z from 'zod/mini';

import type { OwnEmailChange } from '~/api/generated/serverApi';
import { Form, FormActions } from '~/forms/Form';
import { email } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { emptyValues, useSubmit, useZodForm } from '~/forms/useZodForm';
import { Email } from '~/ui/Email';
import { Notice } from '~/ui/Notice';
import { Fact } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useAct } from '~/ui/toasts/useAct';
import { useFocusOnChange } from '~/ui/useFocusOnChange';

import { sessionsApi } from '../api';

const schema = z.object({ email });

const linkSent = ({ sentTo }: OwnEmailChange) => t`We sent a link to ${{ address: sentTo ?? '' }}`;

function EmailForm({ present, onDone }: { readonly present: string | null; readonly onDone: () => void }) {
  const form = useZodForm(schema, emptyValues(schema));
  const { send, busy } = useSubmit(form, sessionsApi.useChangeOwnEmailAddressMutation(), t`Your email could not be changed.`, linkSent);
  const save = async (values: z.infer<typeof schema>) => {
    if ((await send({ ownEmailRequest: values })) !== undefined) onDone();
  };
  return (
    <Form form={form} label={t`Change your email`} onSubmit={save}>
      <TextField
        control={form.control}
        name="email"
        label={t`New email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="done"
        initialFocus
        hint={
          present === null
            ? t`We send a link to the new address. Your email changes when you open it.`
            : t`We send a link to your present address, and after that one to the new address. If you cannot open the present one, ask your administrator.`
        }
      />
      <FormActions busy={busy} submitLabel={t`Send link`} busyLabel={t`Sending…`} onCancel={onDone} />
    </Form>
  );
}

/** A new email that waits for a link to be opened, how to get the link again, and how to withdraw it. */
function Waiting({ change }: { readonly change: OwnEmailChange | undefined }) {
  const again = useAct(sessionsApi.useChangeOwnEmailAddressMutation(), t`The link could not be sent again.`, linkSent);
  const cancel = useAct(sessionsApi.useCancelOwnEmailChangeMutation(), t`The new email could not be withdrawn.`, t`The new email was withdrawn`);
  const { email: next = null, sentTo = null } = change ?? {};
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {next !== null && sentTo !== null && (
        <Notice role="presentation">
          <Box sx={{ overflowWrap: 'anywhere' }}>
            <Trans>
              Waiting for you to open the link sent to{' '}
              <strong>
                <Email>{sentTo}</Email>
              </strong>
              . It is valid for 72 hours.
            </Trans>{' '}
            {sentTo === next ? (
              t`After that you log in with this address, and you are logged out on all devices.`
            ) : (
              <Trans>
                After that we send one to your new address, <Email>{next}</Email>.
              </Trans>
            )}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 1.5 }}>
            <ProgressButton variant="outlined" color="inherit" size="small" busy={again.busy} onClick={() => void again.act({ ownEmailRequest: { email: next } })}>
              {t`Send again`}
            </ProgressButton>
            <ProgressButton variant="outlined" color="inherit" size="small" busy={cancel.busy} onClick={() => void cancel.act()}>
              {t`Cancel the change`}
            </ProgressButton>
          </Box>
        </Notice>
      )}
    </Box>
  );
}

/** The caller's email, and its change: both addresses confirm it by links, which other tabs or devices open. */
export function OwnEmail({ present }: { readonly present: string | null }) {
  const { data: change } = sessionsApi.useReadOwnEmailChangeQuery(undefined, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const [changing, setChanging] = useState(false);
  const button = useFocusOnChange<HTMLButtonElement>(`${changing} ${change?.email ?? ''}`);
  return (
    <Box sx={{ display: 'grid', gap: 2, p: { xs: 2, sm: 2.5 }, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Box component="dl" sx={{ m: 0, minWidth: 0 }}>
          <Fact term={t`Email`}>{present ?? '—'}</Fact>
        </Box>
        {!changing && (
          <Button ref={button} size="small" sx={{ mr: -1 }} aria-label={t`Change your email`} onClick={() => setChanging(true)}>
            {t`Change`}
          </Button>
        )}
      </Box>
      {changing ? <EmailForm present={present} onDone={() => setChanging(false)} /> : <Waiting change={change} />}
    </Box>
  );
}
