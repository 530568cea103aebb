import Alert from '@mui/material/Alert';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { InfoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, useInviteImportPeopleMutation } from '../api';
import { countOf } from '../format';
import { createdOf } from '../modes';
import { ASK_FROM } from '../states';

/** Invites everyone created by an import whose invitations wait for a button or for their time. */
export function InviteNow({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, state, invite, inviteAt, invited } = snapshot;
  // Of invitations that were withheld halfway, some have been sent.
  const created = createdOf(snapshot) - invited;
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [send, { isLoading }] = useInviteImportPeopleMutation();
  if (invite || created <= 0 || state === 'undone') return null;

  const close = () => {
    setAsking(false);
  };
  const confirm = async () => {
    const { error } = await send({ importId: id });
    close();
    if (error !== undefined) toasts.error(messageOf(error, 'The invitations could not be sent.'));
  };
  return (
    <Alert
      severity="info"
      role="note"
      icon={<InfoIcon fontSize="small" />}
      action={
        <ProgressButton
          size="small"
          busy={isLoading}
          onClick={() => {
            if (created >= ASK_FROM) setAsking(true);
            else void confirm();
          }}
        >
          Invite Now
        </ProgressButton>
      }
    >
      {inviteAt === null
        ? `${countOf(created, 'person has', 'people have')} not been invited yet.`
        : `${countOf(created, 'person is', 'people are')} invited on ${formatMoment(inviteAt)}.`}
      <ConfirmDialog
        open={asking}
        title={`Email ${countOf(created, 'person', 'people')} an invitation now?`}
        confirmLabel="Invite Now"
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        The accounts of <strong>{snapshot.fileName}</strong> are invited. Invitations cannot be called back.
      </ConfirmDialog>
    </Alert>
  );
}
