import { t } from '@lingui/core/macro';
import { Box, Paper, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';

import { isProblem, messageOf } from '~/api/problem';

import { AccessDenied } from './AccessDenied';
import { EmptyState } from './EmptyState';
import { ErrorState } from './ErrorState';
import { BackLink, PageHeader, PageShell } from './PageShell';

interface PageProblemProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly title: string;
  readonly list: { readonly to: string; readonly label: string; readonly back?: string };
  readonly icon: ReactNode;
  /** What it takes to see the page, such as "user.edit". */
  readonly permission: string;
}

export function PageProblem({ error, onRetry, title, list, icon, permission }: PageProblemProps) {
  const status = isProblem(error) ? error.status : 0;
  if (status === 403) return <AccessDenied required={t`Required permission: ${permission}`} />;
  const name = title.toLowerCase();
  return (
    <PageShell>
      <BackLink to={list.to}>{list.back}</BackLink>
      <PageHeader title={title} />
      {status === 404 || status === 422 ? (
        <Paper variant="outlined">
          <EmptyState title={t`There is no such ${{ thing: name }}`} icon={icon} way={list}>
            {messageOf(error, t`The requested resource was not found.`)}
          </EmptyState>
        </Paper>
      ) : (
        <ErrorState message={messageOf(error, t`The ${{ thing: name }} could not be loaded.`)} onRetry={onRetry} />
      )}
    </PageShell>
  );
}

export function PageSkeleton({ title }: { readonly title: string }) {
  return (
    <PageShell>
      <Box role="status" aria-label={t`Loading the ${{ thing: title.toLowerCase() }}`}>
        <h1 className="visually-hidden">{title}</h1>
        <Skeleton width={104} height={32} sx={{ mb: 1 }} />
        <Skeleton width={260} height={40} />
        <Skeleton width={340} height={24} sx={{ maxWidth: '100%', mb: 4 }} />
        <Paper variant="outlined" sx={{ p: 3 }}>
          <Skeleton height={72} />
          <Skeleton height={180} variant="rounded" sx={{ mt: 2 }} />
        </Paper>
      </Box>
    </PageShell>
  );
}
