import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router';

import { messageOf } from '~/api/problem';
import { leaveTo } from '~/lib/leaveTo';

import { useBeginStepUpMutation, useShowFactorsQuery } from '../factorsApi';

interface SsoProofProps {
  readonly onFailed: (sentence: string) => void;
}

/** The proof at the company's provider: the browser goes there, and comes back to this page. */
export function SsoProof({ onFailed }: SsoProofProps) {
  const { pathname, search } = useLocation();
  const { data } = useShowFactorsQuery();
  const [begin, { isLoading, isSuccess }] = useBeginStepUpMutation();
  const name = data?.ssoLinks.at(0)?.name ?? 'your company’s sign-in';
  const leave = async () => {
    const { data: started, error } = await begin({ startStepUpRequest: { returnTo: pathname + search } });
    if (started === undefined) onFailed(messageOf(error, 'That could not be checked. Please try again.'));
    else leaveTo(started.url);
  };
  return (
    <>
      <Button variant="contained" size="large" disabled={isLoading || isSuccess} onClick={() => void leave()}>
        Confirm with {name}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        You log in there once more and come back to this page. Then repeat the change: what you have typed here is not kept.
      </Typography>
    </>
  );
}
