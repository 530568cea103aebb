import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

import { messageOf } from '~/api/problem';
import { AUDITORS, type Profile } from '~/lib/profiles';
import { unlessLive, usePolledQuery } from '~/realtime/usePolledQuery';
import { ErrorState } from '~/ui/ErrorState';

import { useSummarizePeopleQuery } from '../api';
import { twoColumns } from '../layout';
import { AccountsByDay } from './AccountsByDay';
import { Batches } from './Batches';
import { NextStepCard } from './NextStepCard';
import { PeopleByProfile } from './PeopleByProfile';
import { RecentActivity } from './RecentActivity';
import { SummaryFigures } from './SummaryFigures';
import { SummarySkeleton } from './SummarySkeleton';

const POLL = 30_000;

interface CompanyNowProps {
  readonly profile: Profile;
  /** What the imports show here. */
  readonly runningImports: ReactNode;
}

/** The company's figures, live, for users who may view its people. */
export function CompanyNow({ profile, runningImports }: CompanyNowProps) {
  const { data, error, refetch } = usePolledQuery(useSummarizePeopleQuery, undefined, { intervalOf: unlessLive(POLL), refetchOnMountOrArgChange: true });
  if (data === undefined && error === undefined) return <SummarySkeleton />;
  const audited = data !== undefined && AUDITORS.includes(profile);
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {data === undefined && (
        <ErrorState message={messageOf(error, 'The figures could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          {data.total <= 1 && <NextStepCard />}
          <SummaryFigures summary={data} />
          <Box sx={twoColumns}>
            <PeopleByProfile byProfile={data.byProfile} />
            <AccountsByDay createdByDay={data.createdByDay} />
          </Box>
          <Batches batches={data.batches} />
        </>
      )}
      <Box sx={audited ? { ...twoColumns, alignItems: 'start' } : undefined}>
        {runningImports}
        {audited && <RecentActivity recent={data.recent} />}
      </Box>
    </Box>
  );
}
