import { Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';

import { messageOf } from '~/api/problem';
import { safeReturnPath } from '~/lib/redirects';
import { ErrorState } from '~/ui/ErrorState';
import { PageSpinner } from '~/ui/PageShell';

import { useLazyReadStateQuery } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { type FlowState, onwardFrom, readFlowState, readReturnPath, UNCLEAR } from '../flowState';
import { useLoginCompletion } from '../useLoginCompletion';

const FAILED = 'The sign-in could not be completed. Please try again.';

/** The flow that the provider's answer has opened, as the address names it. */
function flowOf(hash: string): FlowState | null {
  const userId = new URLSearchParams(hash.slice(1)).get('userId');
  if (userId === null) return null;
  const from = safeReturnPath(readReturnPath());
  return { userId, context: 'LOGIN', temporaryPassword: false, ...(from === null ? {} : { from }) };
}

/** Continues a flow at its next step, once. */
function ContinuedFlow({ flow }: { readonly flow: FlowState }) {
  const navigate = useNavigate();
  const [read] = useLazyReadStateQuery();
  const { complete } = useLoginCompletion();
  const [failure, setFailure] = useState<string | null>(null);
  const begun = useRef(false);

  const goOn = async (): Promise<string | null> => {
    const { data, error } = await read({ userId: flow.userId });
    if (data === undefined) return messageOf(error, FAILED);
    const onward = onwardFrom(flow, data.nextStep);
    if (onward === null) return UNCLEAR;
    if (onward === 'complete') return complete(flow.userId);
    await navigate(onward.path, { replace: true, state: onward.state });
    return null;
  };

  const begin = useEffectEvent(() => void goOn().then(setFailure));
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);

  return failure === null ? <PageSpinner /> : <Failed sentence={failure} />;
}

function Failed({ sentence }: { readonly sentence: string }) {
  return (
    <AuthLayout title="Start again">
      <ErrorState message={sentence} />
      <Button component={Link} to="/login" variant="contained" size="large" fullWidth sx={{ mt: 3 }}>
        Back to login
      </Button>
    </AuthLayout>
  );
}

/**
 * Where the browser comes back from the company's provider. The flow moves from the address into the router's state, where
 * the guard of this page finds the path to return to.
 */
export function SsoPage() {
  const location = useLocation();
  const opened = flowOf(location.hash);
  if (opened !== null) return <Navigate to={location.pathname} replace state={opened} />;
  const flow = readFlowState(location.state);
  return flow === null ? <Failed sentence={FAILED} /> : <ContinuedFlow flow={flow} />;
}
