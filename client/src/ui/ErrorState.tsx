import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

import { AlertIcon } from './icons';

interface ErrorStateProps {
  readonly message: string;
  readonly onRetry?: () => void;
}

/** What happened, and the way on. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  return (
    <Alert
      severity="error"
      icon={<AlertIcon fontSize="small" />}
      action={
        onRetry && (
          <Button color="inherit" size="small" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {message}
    </Alert>
  );
}
