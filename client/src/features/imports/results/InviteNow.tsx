import Alert from '@mui/material/Alert';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { InfoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ImportSnapshot, useInviteImportPeopleMutation } from '../api';
import { countOf } from '../format';
import { ASK_FROM } from '../states';

/** Invites everyone created by an import that was started without invitations. */
export function InviteNow({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, invite, successCount } = snapshot;
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  const [send, { isLoading }] = useInviteImportPeopleMutation();
  if (invite || successCount === 0) return null;

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
            if (successCount >= ASK_FROM) setAsking(true);
            else void confirm();
          }}
        >
          Invite Now
        </ProgressButton>
      }
    >
      {countOf(successCount, 'person has', 'people have')} not been invited yet.
      <ConfirmDialog
        open={asking}
        title={`Email ${countOf(successCount, 'person', 'people')} an invitation now?`}
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
