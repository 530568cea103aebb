import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Navigate, useLocation } from 'react-router';

import { isProblem } from '~/api/problem';
import { ErrorState } from '~/ui/ErrorState';

import type { Channel } from '../api';
import { CODE_LENGTH } from '../code';
import { AuthLayout } from '../components/AuthLayout';
import { FlowOver } from '../components/FlowOver';
import { Verification } from '../components/Verification';
import { type FlowState, hasUnknownContext, readFlowState } from '../flowState';
import { UNKNOWN_CONTEXT } from '../nextStepRoutes';
import { useCodeState } from '../useCodeState';

const titles: Readonly<Record<Channel, string>> = { SMS: 'Verify your phone', EMAIL: 'Verify your email' };

/** The shape of the code and its button. */
function CodeFormSkeleton() {
  return (
    <Box role="status" aria-label="Loading" sx={{ display: 'grid', gap: 2.5, pt: 3.5 }}>
      <Box sx={{ display: 'flex', gap: { xs: 0.75, sm: 1 } }}>
        {Array.from({ length: CODE_LENGTH }, (_, slot) => (
          <Skeleton key={slot} variant="rounded" sx={{ flex: 1, height: { xs: 52, sm: 58 } }} />
        ))}
      </Box>
      <Skeleton variant="rounded" height={48} />
    </Box>
  );
}

function FlowPage({ flow, channel }: { readonly flow: FlowState; readonly channel: Channel }) {
  const { code, error, refetch } = useCodeState(flow.userId);
  if (isProblem(error) && error.status === 401) return <FlowOver message={error.message} context={flow.context} />;
  if (code === undefined) {
    return (
      <AuthLayout title={titles[channel]} subtitle={isProblem(error) ? undefined : <Skeleton width="80%" />}>
        {isProblem(error) ? <ErrorState message={error.message} onRetry={refetch} /> : <CodeFormSkeleton />}
      </AuthLayout>
    );
  }
  return <Verification title={titles[channel]} flow={flow} channel={channel} code={code} />;
}

function VerificationPage({ channel }: { readonly channel: Channel }) {
  const location = useLocation();
  const flow = readFlowState(location.state);
  if (hasUnknownContext(location.state)) return <FlowOver message={UNKNOWN_CONTEXT} />;
  return flow === null ? <Navigate to="/login" replace /> : <FlowPage key={channel} flow={flow} channel={channel} />;
}

export function SmsVerificationPage() {
  return <VerificationPage channel="SMS" />;
}

export function EmailVerificationPage() {
  return <VerificationPage channel="EMAIL" />;
}
