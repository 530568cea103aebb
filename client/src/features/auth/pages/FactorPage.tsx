import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { Link as RouterLink, Navigate, useLocation, useNavigate } from 'react-router';

import { isProblem } from '~/api/problem';
import { FormError } from '~/forms/FormError';
import { supportsPasskeys } from '~/lib/supportsPasskeys';
import { ErrorState } from '~/ui/ErrorState';

import type { FlowStateAnswer } from '../api';
import { AuthLayout } from '../components/AuthLayout';
import { CodeAccepted } from '../components/CodeAccepted';
import { FactorForm } from '../components/FactorForm';
import { FlowOver } from '../components/FlowOver';
import { PasskeyFactor } from '../components/PasskeyFactor';
import { type FlowState, readFlowState } from '../flowState';
import { onwardFrom, starts, UNCLEAR } from '../nextStepRoutes';
import { useCodeState } from '../useCodeState';
import { useLoginCompletion } from '../useLoginCompletion';

const TITLE = 'Confirm it is you';

interface FactorsProps {
  readonly flow: FlowState;
  readonly factors: FlowStateAnswer['factors'];
  readonly completing: boolean;
  readonly onVerified: (answer: Pick<FlowStateAnswer, 'nextStep'>) => void;
}

/** The passkey first, where the browser can; then what is typed. */
function Factors({ flow, factors, completing, onVerified }: FactorsProps) {
  const isTyped = factors.some((factor) => factor !== 'passkey');
  return (
    <>
      {factors.includes('passkey') && supportsPasskeys() && (
        <PasskeyFactor userId={flow.userId} completing={completing} onVerified={onVerified} />
      )}
      {factors.includes('passkey') && !supportsPasskeys() && !isTyped && (
        <FormError message="This browser cannot use your passkey. Please log in on another device." />
      )}
      {isTyped && factors.includes('passkey') && supportsPasskeys() && (
        <Divider sx={{ color: 'text.secondary', typography: 'body2' }}>or</Divider>
      )}
      {isTyped && <FactorForm flow={flow} factors={factors} completing={completing} onVerified={onVerified} />}
    </>
  );
}

function Steps({ flow, code }: { readonly flow: FlowState; readonly code: FlowStateAnswer }) {
  const navigate = useNavigate();
  const { complete, completing } = useLoginCompletion();
  const [failure, setFailure] = useState<string | null>(null);

  const goOn = async ({ nextStep }: Pick<FlowStateAnswer, 'nextStep'>) => {
    const onward = onwardFrom(flow, nextStep);
    if (onward === null) setFailure(UNCLEAR);
    else if (onward === 'complete') setFailure(await complete(flow.userId));
    else await navigate(onward.path, { replace: true, state: onward.state });
  };

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FormError message={failure} />
      {code.state === 'factor_required' ? (
        <Factors flow={flow} factors={code.factors} completing={completing} onVerified={(answer) => void goOn(answer)} />
      ) : (
        <CodeAccepted busy={completing} onContinue={() => void goOn(code)} />
      )}
    </Box>
  );
}

function FlowPage({ flow }: { readonly flow: FlowState }) {
  const { code, error, refetch } = useCodeState(flow.userId);
  if (isProblem(error) && error.status === 401) return <FlowOver message={error.message} context={flow.context} />;
  return (
    <AuthLayout
      title={TITLE}
      subtitle="Your account is protected by a second step."
      foot={
        <Link component={RouterLink} to={starts[flow.context].path} variant="body2">
          {starts[flow.context].label}
        </Link>
      }
    >
      {code !== undefined && <Steps flow={flow} code={code} />}
      {code === undefined && isProblem(error) && <ErrorState message={error.message} onRetry={refetch} />}
      {code === undefined && !isProblem(error) && <Skeleton role="status" aria-label="Loading" variant="rounded" height={180} />}
    </AuthLayout>
  );
}

/** The second factor of a login. */
export function FactorPage() {
  const flow = readFlowState(useLocation().state);
  return flow === null ? <Navigate to="/login" replace /> : <FlowPage flow={flow} />;
}
