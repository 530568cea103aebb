import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';

import { isProblem, messageOf } from '~/api/problem';
import { AccessDenied } from '~/ui/AccessDenied';
import { BackLink } from '~/ui/BackLink';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { UsersIcon } from '~/ui/icons';
import { PageHeader } from '~/ui/PageHeader';
import { PageShell } from '~/ui/PageShell';

import type { BulkSnapshot } from '../api';
import { JobAnnouncer } from '../components/JobAnnouncer';
import { StateChip } from '../components/StateChip';
import { headingOf } from '../headings';
import { EndedJob } from '../job/EndedJob';
import { RunningJob } from '../job/RunningJob';
import { isRunning } from '../states';
import { useJob } from '../useJob';

const JOBS = '/dashboard/users/jobs';

/** When the job ends its buttons are removed: focus moves to the top. */
function useFocusOnNextState(state: string) {
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, [state]);
  return top;
}

function JobView({ job }: { readonly job: BulkSnapshot }) {
  const top = useFocusOnNextState(job.state);
  return (
    <PageShell>
      <BackLink to={JOBS}>All changes</BackLink>
      <Box ref={top} tabIndex={-1} sx={{ '&:focus-visible': { boxShadow: 'none' } }}>
        <PageHeader {...headingOf(job)} actions={<StateChip state={job.state} />} />
      </Box>
      <JobAnnouncer job={job} />
      {isRunning(job) ? <RunningJob job={job} /> : <EndedJob job={job} />}
    </PageShell>
  );
}

function JobProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const status = isProblem(error) ? error.status : 0;
  if (status === 403) return <AccessDenied required="Required permission: user.edit" />;
  return (
    <PageShell>
      <BackLink to={JOBS}>All changes</BackLink>
      <PageHeader title="Change" />
      {status === 404 || status === 422 ? (
        <Paper variant="outlined">
          <EmptyState
            title="There is no such change"
            icon={<UsersIcon fontSize="small" />}
            action={
              <Button component={Link} to={JOBS} variant="outlined">
                See all changes
              </Button>
            }
          >
            {messageOf(error, 'The requested resource was not found.')}
          </EmptyState>
        </Paper>
      ) : (
        <ErrorState message={messageOf(error, 'The change could not be loaded.')} onRetry={onRetry} />
      )}
    </PageShell>
  );
}

function JobSkeleton() {
  return (
    <PageShell>
      <Box role="status" aria-label="Loading the change">
        <h1 className="visually-hidden">Change</h1>
        <Skeleton width={104} height={32} sx={{ mb: 1 }} />
        <Skeleton width={260} height={40} />
        <Skeleton width={340} height={24} sx={{ maxWidth: '100%', mb: 4 }} />
        <Paper variant="outlined" sx={{ p: 3 }}>
          <Skeleton height={72} />
          <Skeleton height={72} variant="rounded" sx={{ mt: 2 }} />
        </Paper>
      </Box>
    </PageShell>
  );
}

/** One job on many people, from its start to its results and its undo. */
export function JobPage() {
  const { jobId = '' } = useParams();
  const { job, error, retry } = useJob(jobId);
  if (job?.id === jobId) return <JobView key={jobId} job={job} />;
  if (error !== undefined) return <JobProblem error={error} onRetry={retry} />;
  return <JobSkeleton />;
}
