import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { AccessDenied } from '~/ui/AccessDenied';
import { BackLink } from '~/ui/BackLink';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { FileIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';


interface ImportProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of an import that is unknown, forbidden or cannot be loaded. */
export function ImportProblem({ error, onRetry }: ImportProblemProps) {
  const status = isProblem(error) ? error.status : 0;
  if (status === 403) return <AccessDenied required="Required permission: user.create" />;
  return (
    <PageShell>
      <BackLink to="/dashboard/users" />
      <PageHeader title="Import" />
      {status === 404 || status === 422 ? (
        <Paper variant="outlined">
          <EmptyState
            title="There is no such import"
            icon={<FileIcon fontSize="small" />}
            action={
              <Button component={Link} to="/dashboard/users" variant="outlined">
                See all imports
              </Button>
            }
          >
            {messageOf(error, 'The requested resource was not found.')}
          </EmptyState>
        </Paper>
      ) : (
        <ErrorState message={messageOf(error, 'The import could not be loaded.')} onRetry={onRetry} />
      )}
    </PageShell>
  );
}
