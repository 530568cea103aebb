import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { messageOf } from '~/api/problem';
import { Email } from '~/ui/Email';
import { InfoIcon } from '~/ui/icons';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import type { UserRecord } from '../api';
import { nameOf } from '../format';
import { useCancelPendingEmailMutation } from './personApi';

interface PendingEmailProps {
  readonly user: UserRecord;
  readonly mayCancel: boolean;
}

/** An email that waits for its confirmation, and how it is withdrawn. Rendered empty first, so that it is announced. */
export function PendingEmail({ user, mayCancel }: PendingEmailProps) {
  const toasts = useToasts();
  const [cancel, { isLoading }] = useCancelPendingEmailMutation();
  const { id, pendingEmail } = user;
  const withdraw = async () => {
    const { error } = await cancel({ userId: id });
    if (error === undefined) toasts.success('The new email was withdrawn');
    else toasts.error(messageOf(error, 'The new email could not be withdrawn.'));
  };
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {pendingEmail !== null && (
        <Alert severity="info" role="presentation" icon={<InfoIcon fontSize="small" />}>
          <Box sx={{ overflowWrap: 'anywhere' }}>
            New email:{' '}
            <strong>
              <Email>{pendingEmail}</Email>
            </strong>
            . It counts once it is confirmed by the link in the mail to it, which is valid for 72 hours. Until then:{' '}
            <Email>{nameOf(user)}</Email>
          </Box>
          {mayCancel && (
            <ProgressButton variant="outlined" color="inherit" size="small" busy={isLoading} onClick={() => void withdraw()} sx={{ mt: 1 }}>
              Cancel the change
            </ProgressButton>
          )}
        </Alert>
      )}
    </Box>
  );
}
