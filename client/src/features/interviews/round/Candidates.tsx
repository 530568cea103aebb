import { t } from '@lingui/core/macro';
import { Box, Button, Paper } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';

import { formatCount, formatHour } from '~/lib/format';
import { joined } from '~/lib/texts';
import { optionsOf } from '~/lib/texts';
import { type ListParams } from '~/lib/useListParams';
import { usePolledQuery } from '~/realtime/extra';
import { ActsMenu } from '~/ui/ActsMenu';
import { EmptyState } from '~/ui/EmptyState';
import { Figures } from '~/ui/Figures';
import { LabelledSearch, LabelledSelect } from '~/ui/Labelled';
import { padding, Panel } from '~/ui/Panel';
import { type Column, Outcome, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { useAct } from '~/ui/toasts/useAct';

import { type Candidate, type DeskRequest, interviewsApi, type RoundDetail, roundPath } from '../api';
import { AddImport, AddStage } from '../choose/AddGroup';
import { AddShortlist } from '../choose/AddShortlist';
import { labelOfTicket, sayTime, STATE_TONES, STATES } from '../words';
import { FillDialog } from './FillDialog';
import { MoveDialog } from './MoveDialog';

const PAGE_SIZE = 20;
const POLL = 60_000;
export const PEOPLE = '/dashboard/users?tab=manage';
const SHOWN_STATES = ['waiting', 'confirmed', 'declined', 'called', 'in_room', 'done', 'absent', 'withdrawn'] as const;

export const CANDIDATE_CHOICES = { tab: ['setup', 'candidates', 'board', 'results'], state: SHOWN_STATES, panel: (value: string) => value.length === 36, unplaced: ['yes'], verdict: ['yes', 'maybe', 'no'], missing: ['yes'], sort: ['spread', 'missing', 'name'] } as const;
export type RoundParams = ListParams<typeof CANDIDATE_CHOICES>;

const nameOf = ({ person }: Candidate) => person?.fullName ?? t`A deleted person`;
const labelOf = ({ person, ticket }: Candidate) => labelOfTicket(person?.code, ticket);

function useRows(round: RoundDetail, onMove: (candidate: Candidate) => void) {
  const { act } = useAct(interviewsApi.useActAtDeskMutation(), t`This could not be saved.`);
  const panels = new Map(round.panelList.map(({ id, name }) => [id, name]));
  const at = ({ id, version }: Candidate, desk: DeskRequest['act']) => void act({ interviewId: id, deskRequest: { act: desk, version } });
  const panelOf = ({ panelId }: Candidate) => (panelId === null ? '—' : (panels.get(panelId) ?? '—'));
  const person = (candidate: Candidate) => <PersonLink name={nameOf(candidate)} id={candidate.person?.id ?? null} />;
  const state = ({ state: of }: Candidate) => <Outcome tone={STATE_TONES[of]}>{STATES[of]}</Outcome>;
  const hereOf = ({ hereAt }: Candidate) => (hereAt === null ? '—' : formatHour(hereAt));
  const acts = (candidate: Candidate) => {
    const { state: of, hereAt } = candidate;
    const waits = of === 'waiting' || of === 'confirmed';
    return (
      round.state !== 'closed' &&
      candidate.person !== null && (
        <ActsMenu
          label={t`Actions on ${{ name: nameOf(candidate) }}`}
          acts={[
            waits && { label: t`Move…`, run: () => onMove(candidate) },
            waits && hereAt === null && round.state !== 'draft' && { label: t`Is Here`, run: () => at(candidate, 'here') },
            (of === 'absent' || of === 'declined') && { label: t`Bring Back`, run: () => at(candidate, 'back') },
            (waits || of === 'absent') && { label: t`Take Off`, destructive: true, begins: true, run: () => at(candidate, 'withdraw') },
          ]}
        />
      )
    );
  };
  const columns: readonly Column<Candidate>[] = [
    { head: t`Name`, cell: person, sx: { overflowWrap: 'anywhere' } },
    { head: t`Code`, width: 120, cell: labelOf, sx: { overflowWrap: 'anywhere' } },
    { head: t`Panel`, width: 150, cell: panelOf, sx: { overflowWrap: 'anywhere' } },
    { head: t`Time`, width: 110, cell: ({ plannedAt }) => sayTime(plannedAt) },
    { head: t`State`, width: 140, cell: state },
    { head: t`Here since`, width: 110, cell: hereOf },
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 60, cell: acts },
  ];
  const card = (candidate: Candidate) => (
    <RowCard
      title={person(candidate)}
      aside={<Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>{state(candidate)}{acts(candidate)}</Box>}
      lines={[joined(' · ', [labelOf(candidate), panelOf(candidate), sayTime(candidate.plannedAt)]), candidate.hereAt === null ? '' : t`Here since ${{ time: hereOf(candidate) }}`]}
    />
  );
  return { columns, card };
}

function People({ round, list }: { readonly round: RoundDetail; readonly list: RoundParams }) {
  const { page, state, panel, unplaced, search } = list.view;
  const answer = usePolledQuery(
    interviewsApi.useListCandidatesQuery,
    { roundId: round.id, page, pageSize: PAGE_SIZE, state, panel, search, unplaced: unplaced !== null },
    { intervalOf: () => POLL, refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const [moved, setMoved] = useState<Candidate | null>(null);
  const rows = useRows(round, setMoved);
  const isFiltered = state !== null || panel !== null || unplaced !== null || search !== '';
  const empty = isFiltered ? (
    <EmptyState title={t`No one to show`} way={{ label: t`Show All`, to: list.clear }}>{t`No candidate matches.`}</EmptyState>
  ) : (
    <EmptyState title={t`No candidates yet`}>{t`Add a stage or an import, or select people in the list of people and choose “Add to interviews”.`}</EmptyState>
  );
  return (
    <>
      <Box sx={{ ...padding, display: 'grid', gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5, '& > :first-of-type': { gridColumn: { xs: 'span 2', sm: 'auto' } }, borderBottom: 1, borderColor: 'divider' }}>
        <LabelledSearch label={t`Search`} size="small" placeholder={t`Name, code or ticket`} text={list.searchText} onText={list.setSearchText} />
        <LabelledSelect label={t`State`} size="small" none={t`All`} value={state ?? ''} options={optionsOf(STATES, SHOWN_STATES)} onChoose={(value) => list.change({ state: value === '' ? null : value })} />
        <LabelledSelect label={t`Panel`} size="small" none={t`All`} value={panel ?? ''} options={round.panelList.map(({ id, name }) => [id, name] as const)} onChoose={(value) => list.change({ panel: value === '' ? null : value })} />
      </Box>
      <PagedList answer={answer} failure={t`The candidates could not be loaded.`} label={t`Candidates`} pageSize={PAGE_SIZE} list={list} skeletons={6} empty={empty}>
        {(candidates) => <RowList label={t`Candidates`} rows={candidates} keyOf={({ id }) => id} minWidth={820} wraps {...rows} />}
      </PagedList>
      {moved !== null && <MoveDialog round={round} name={nameOf(moved)} interview={moved} onClose={() => setMoved(null)} />}
    </>
  );
}

function figuresOf({ id, candidates, placed, confirmed, declined }: RoundDetail) {
  const to = (more: string) => roundPath(id, `candidates${more}`);
  return [
    { term: t`Candidates`, value: formatCount(candidates), to: to('') },
    { term: t`With a time`, value: formatCount(placed), tone: 'success' as const },
    { term: t`Without a time`, value: formatCount(candidates - placed), tone: 'error' as const, to: to('&unplaced=yes') },
    { term: t`Confirmed`, value: formatCount(confirmed), to: to('&state=confirmed') },
    { term: t`Declined`, value: formatCount(declined), to: to('&state=declined') },
  ];
}

/** The people of a round: they are added, get their times, and are moved by hand; on the day it is the desk. */
export function Candidates({ round, list }: { readonly round: RoundDetail; readonly list: RoundParams }) {
  const [asked, setAsked] = useState<'shortlist' | 'stage' | 'import' | 'fill' | null>(null);
  const close = () => setAsked(null);
  const isOpen = round.state !== 'closed';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Paper variant="outlined" component="section" aria-label={t`Totals`} sx={{ overflow: 'hidden' }}>
        <Figures figures={figuresOf(round)} />
      </Paper>
      <Panel
        title={t`Candidates`}
        aside={
          isOpen && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {round.openingId === null ? (
                <>
                  <Button size="small" variant="outlined" component={Link} to={PEOPLE}>
                    {t`Choose in the List`}
                  </Button>
                  <Button size="small" variant="outlined" onClick={() => setAsked('stage')}>
                    {t`Add a Stage`}
                  </Button>
                  <Button size="small" variant="outlined" onClick={() => setAsked('import')}>
                    {t`Add an Import`}
                  </Button>
                </>
              ) : (
                <Button size="small" variant="outlined" onClick={() => setAsked('shortlist')}>
                  {t`Add the Shortlist`}
                </Button>
              )}
              <Button size="small" variant="contained" disabled={round.candidates === round.placed || round.panelList.length === 0} onClick={() => setAsked('fill')}>
                {t`Give Times`}
              </Button>
            </Box>
          )
        }
      >
        <People round={round} list={list} />
      </Panel>
      {asked === 'shortlist' && <AddShortlist round={round} onClose={close} />}
      {asked === 'stage' && <AddStage roundId={round.id} onClose={close} />}
      {asked === 'import' && <AddImport roundId={round.id} onClose={close} />}
      {asked === 'fill' && <FillDialog roundId={round.id} onClose={close} />}
    </Box>
  );
}
