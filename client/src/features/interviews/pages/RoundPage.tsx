import { t } from '@lingui/core/macro';
import { Box, Tab, Tabs } from '@mui/material';
import { Link, useParams } from 'react-router';

import { useAppDispatch } from '~/lib/dispatch';
import { formatNamedDay } from '~/lib/format';
import { joined } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { useChanges, usePolledQuery } from '~/realtime/extra';
import { CalendarIcon } from '~/ui/icons';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';

import { interviewsApi, PATH, roundChanged, type RoundDetail, roundPath } from '../api';
import { Board } from '../round/Board';
import { CANDIDATE_CHOICES, Candidates } from '../round/Candidates';
import { type RenderMove, Results } from '../round/Results';
import { RoundActs } from '../round/RoundActs';
import { SetUp } from '../round/SetUp';
import { ROUND_LOOKS, sayLength } from '../words';

const POLL = 60_000;
const PAUSE = 2_000;

/** What is done with a round now. */
const firstTab = ({ state }: RoundDetail) => (state === 'draft' ? 'setup' : state === 'closed' ? 'results' : 'board');

function RoundView({ round, renderMove }: { readonly round: RoundDetail; readonly renderMove: RenderMove }) {
  const list = useListParams(CANDIDATE_CHOICES);
  const tab = list.view.tab ?? firstTab(round);
  const labels = { setup: t`Set-up`, candidates: t`Candidates`, board: t`Board`, results: t`Results` };
  return (
    <PageShell>
      <BackLink to={PATH}>{t`Interviews`}</BackLink>
      <PageHeader
        title={round.name}
        subtitle={joined(' · ', [t(ROUND_LOOKS[round.state].label), formatNamedDay(round.day), round.location ?? false, sayLength(round)])}
        actions={<RoundActs round={round} />}
      />
      <Tabs value={tab} aria-label={round.name} variant="scrollable" scrollButtons={false} sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}>
        {CANDIDATE_CHOICES.tab.map((each) => (
          <Tab key={each} id={`tab-${each}`} aria-controls={`panel-${each}`} value={each} label={labels[each]} component={Link} to={roundPath(round.id, each)} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'setup' && <SetUp round={round} />}
        {tab === 'candidates' && <Candidates round={round} list={list} />}
        {tab === 'board' && <Board round={round} />}
        {tab === 'results' && <Results round={round} list={list} renderMove={renderMove} />}
      </Box>
    </PageShell>
  );
}

/** A round of interviews, from its set-up to its results. */
export function RoundPage({ renderMove }: { readonly renderMove: RenderMove }) {
  const { roundId = '' } = useParams();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = usePolledQuery(interviewsApi.useGetRoundQuery, { roundId }, { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useChanges({ events: ['round:board'], concerns: ({ roundId: of }) => of === roundId, pause: PAUSE, refetch: () => void dispatch(roundChanged(roundId)) });
  if (data?.id === roundId) return <RoundView key={roundId} round={data} renderMove={renderMove} />;
  const title = t`Round`;
  if (error === undefined) return <PageSkeleton title={title} />;
  return <PageProblem error={error} onRetry={() => void refetch()} title={title} list={{ to: PATH, label: t`See all rounds`, back: t`Interviews` }} icon={<CalendarIcon fontSize="small" />} permission="round.manage" />;
}
