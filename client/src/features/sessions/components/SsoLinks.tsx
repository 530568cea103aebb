import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { useToasts } from '~/ui/toasts/slice';

import { type SsoLinkItem, useRemoveSsoLinkMutation } from '../factorsApi';

/** The own account at the company's provider, and the end of its link to this one. */
export function SsoLinks({ links }: { readonly links: readonly SsoLinkItem[] }) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useRemoveSsoLinkMutation();
  const [asking, setAsking] = useState(false);
  const names = links.map(({ name }) => name).join(', ');
  const close = () => {
    setAsking(false);
  };
  const confirm = async () => {
    const { data, error } = await remove();
    close();
    if (data === undefined) toasts.error(messageOf(error, 'The link could not be removed.'));
    else toasts.success(data.message);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, px: { xs: 2, sm: 2.5 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 240px' }}>
        {links.map(({ name, createdAt }) => (
          <Typography key={createdAt} variant="body2">
            Sign-in by {name}: linked since {formatMoment(createdAt)}
          </Typography>
        ))}
      </Box>
      <Button
        variant="outlined"
        onClick={() => {
          setAsking(true);
        }}
      >
        Remove link
      </Button>
      <ConfirmDialog open={asking} destructive busy={isLoading} title={`Remove the link to ${names}?`} confirmLabel="Remove link" onConfirm={() => void confirm()} onClose={close}>
        Your account here is no longer connected with your account at <strong>{names}</strong>, and your other devices that logged in there are logged out. If you log in there again, both are
        linked again.
      </ConfirmDialog>
    </Box>
  );
}
