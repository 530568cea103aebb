import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import type { UserRecord } from '../api';
import { type SsoLinkItem, useRemovePersonSsoLinkMutation } from './personApi';
import { padding } from './PersonPart';

interface PersonSsoLinksProps {
  readonly user: UserRecord;
  readonly links: readonly SsoLinkItem[];
  readonly mayRemove: boolean;
}

/** A person's account at the company's provider. */
export function PersonSsoLinks({ user, links, mayRemove }: PersonSsoLinksProps) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useRemovePersonSsoLinkMutation();
  const [asking, setAsking] = useState(false);
  const names = links.map(({ name }) => name).join(', ');
  const close = () => {
    setAsking(false);
  };
  const confirm = async () => {
    const { data, error } = await remove({ userId: user.id });
    close();
    if (data === undefined) toasts.error(messageOf(error, 'The link could not be removed.'));
    else toasts.success(data.message);
  };
  return (
    <Box sx={{ ...padding, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 200px' }}>
        {links.map(({ name, createdAt }) => (
          <Typography key={createdAt} variant="body2">
            Sign-in by {name}: linked since {formatMoment(createdAt)}
          </Typography>
        ))}
      </Box>
      {mayRemove && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => {
            setAsking(true);
          }}
        >
          Remove link
        </Button>
      )}
      <ConfirmDialog open={asking} destructive busy={isLoading} title={`Remove the link of ${user.fullName}?`} confirmLabel="Remove link" onConfirm={() => void confirm()} onClose={close}>
        <strong>{user.fullName}</strong> is no longer connected with the account at {names}, and is logged out where they logged in there. When they log in there again, both are linked again by the
        email.
      </ConfirmDialog>
    </Box>
  );
}
