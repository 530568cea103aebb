import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useSelector } from 'react-redux';

import { selectLacksFactor, useClaims } from '~/api/session/slice';
import { LockIcon } from '~/ui/icons';

/** Above the profile of a user whose company demands a second factor that the session has not proved. */
export function DemandedFactor() {
  const lacksFactor = useSelector(selectLacksFactor);
  const landing = useClaims()?.redirectTo ?? '/dashboard';
  if (!lacksFactor) return null;
  return (
    <Alert
      severity="warning"
      icon={<LockIcon fontSize="small" />}
      // The page is loaded anew: everything that was refused is asked for again.
      action={
        <Button size="small" color="inherit" href={landing}>
          Continue
        </Button>
      }
    >
      Your company asks you for a second factor. Add one on this page, or confirm the one that you have, then continue.
    </Alert>
  );
}
