import { msg, t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';

import { messageOf } from '~/api/problem';
import { safeReturnPath } from '~/lib/redirects';
import { PageSpinner } from '~/ui/PageShell';

import { authApi } from '../api';
import { FlowOver } from '../components/Delivery';
import { type FlowState, readFlowState, readReturnPath, useOnward } from '../flowState';

const FAILED = msg`The login could not be completed. Please try again.`;

/** The flow that the provider's answer has opened, as the address names it. */
function flowOf(hash: string): FlowState | null {
  const userId = new URLSearchParams(hash.slice(1)).get('userId');
  if (userId === null) return null;
  const from = safeReturnPath(readReturnPath());
  return { userId, context: 'LOGIN', temporaryPassword: false, ...(from === null ? {} : { from }) };
}

/** Continues a flow at its next step, once. */
function ContinuedFlow({ flow }: { readonly flow: FlowState }) {
  const [read] = authApi.useLazyReadStateQuery();
  const { follow } = useOnward();
  const [failure, setFailure] = useState<string | null>(null);
  const begun = useRef(false);

  const goOn = async (): Promise<string | null> => {
    const { data, error } = await read({ userId: flow.userId });
    return data === undefined ? messageOf(error, t(FAILED)) : follow(flow, data.nextStep);
  };

  const begin = useEffectEvent(() => void goOn().then(setFailure));
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    begin();
  }, []);

  return failure === null ? <PageSpinner /> : <FlowOver message={failure} />;
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
  return flow === null ? <FlowOver message={t(FAILED)} /> : <ContinuedFlow flow={flow} />;
}
