import Button from '@mui/material/Button';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { MailIcon } from '~/ui/icons';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, useInviteImportPeopleMutation } from '../api';
import { createdOf } from '../modes';

/** Invites those again who have never signed in, once no first invitation is on its way. */
export function InviteAgain({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, invite, invitationsLeft } = snapshot;
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [send, { isLoading }] = useInviteImportPeopleMutation();
  if (!invite || invitationsLeft > 0 || createdOf(snapshot) === 0 || state === 'undone') return null;

  const close = () => {
    setAsking(false);
  };
  const confirm = async () => {
    const { error } = await send({ importId: id });
    close();
    if (error === undefined) toasts.success('New invitations are on their way.');
    else toasts.error(messageOf(error, 'The invitations could not be sent.'));
  };
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        startIcon={<MailIcon sx={{ fontSize: 18 }} />}
        onClick={() => {
          setAsking(true);
        }}
      >
        Invite Again
      </Button>
      <ConfirmDialog
        open={asking}
        title="Invite those again who never logged in?"
        confirmLabel="Invite Again"
        busy={isLoading}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        Each person of <strong>{fileName}</strong> who has never logged in is emailed a new temporary password. The one of the first
        invitation then no longer works.
      </ConfirmDialog>
    </>
  );
}
