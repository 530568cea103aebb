import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

import { messageOf } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';

import { useGetCompanyPolicyQuery } from '../api';
import { PolicyForm } from './PolicyForm';

const FIELDS = 6;

/** What the company asks of the sign-in of its people; for Super Admins. */
export function SignInPolicy() {
  const { data: policy, error, refetch } = useGetCompanyPolicyQuery();
  return (
    <Panel title="Sign-in policy">
      {policy !== undefined && <PolicyForm policy={policy} onConflict={() => void refetch()} />}
      {policy === undefined && error === undefined && (
        <Box role="status" aria-label="Loading the sign-in policy" sx={{ display: 'grid', gap: 3, p: 2.5 }}>
          {Array.from({ length: FIELDS }, (_, index) => (
            <Box key={index}>
              <Skeleton width={180} height={20} />
              <Skeleton width="100%" height={56} />
            </Box>
          ))}
        </Box>
      )}
      {policy === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'The sign-in policy could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
    </Panel>
  );
}
