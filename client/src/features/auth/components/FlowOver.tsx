import Button from '@mui/material/Button';
import { Link } from 'react-router';

import { ErrorState } from '~/ui/ErrorState';

import type { FlowState } from '../flowState';
import { starts } from '../nextStepRoutes';
import { AuthLayout } from './AuthLayout';

interface FlowOverProps {
  readonly message: string;
  readonly context?: FlowState['context'];
}

/** A flow that has ended, and where it begins again. */
export function FlowOver({ message, context = 'LOGIN' }: FlowOverProps) {
  return (
    <AuthLayout title="Start again">
      <ErrorState message={message} />
      <Button component={Link} to={starts[context].path} variant="contained" size="large" fullWidth sx={{ mt: 3 }}>
        {starts[context].label}
      </Button>
    </AuthLayout>
  );
}
