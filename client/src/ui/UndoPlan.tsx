import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';

import { ErrorState } from './ErrorState';

interface UndoPlanProps<Plan> {
  /** Undefined while it is counted. */
  readonly plan: Plan | undefined;
  /** Why it could not be counted. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  readonly children: (plan: Plan) => ReactNode;
}

/** What undoing would do: before it is known, and when it cannot be, as well. */
export function UndoPlan<Plan>({ plan, failure, onRetry, children }: UndoPlanProps<Plan>) {
  if (plan !== undefined) return children(plan);
  if (failure !== null) return <ErrorState message={failure} onRetry={onRetry} />;
  return (
    <Box role="status" aria-label="Counting what can be undone">
      <Skeleton width="70%" />
      <Skeleton width="50%" />
    </Box>
  );
}
