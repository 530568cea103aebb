import { t } from '@lingui/core/macro';
import { Box, Button, Link } from '@mui/material';
import { useState } from 'react';

import { formatCount } from '~/lib/format';
import { CANDIDACIES } from '~/lib/placement';
import { joined } from '~/lib/texts';
import { ActsMenu } from '~/ui/ActsMenu';
import { EmptyState } from '~/ui/EmptyState';
import { FilteredRows } from '~/ui/FilteredRows';
import { UsersIcon } from '~/ui/icons';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { SelectBox } from '~/ui/SelectBox';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';

import { type OpeningCandidate, type CandidacyState, FRESH, type Opening, placementApi, type StaffState } from '../api';
import { CallButton } from '../CallButton';
import { EmployerFileDialog, EmployerResults } from '../employers/EmployerFiles';
import { MakeOffersDialog } from '../offers/MakeOffersDialog';
import { useChosen } from '../useChosen';
import { CANDIDACY_CHIPS, offerChip } from '../words';
import { CandidateDialog, STAFF_STATES } from './CandidateDialog';
import { MoveDialog } from './MoveDialog';
import { RankDialog } from './RankDialog';

const PAGE_SIZE = 20;
const STATES = Object.keys(CANDIDACIES) as CandidacyState[];
const isDifferent = ({ facts }: OpeningCandidate) => facts.some(({ then, now }) => then !== now);

type Asked = { readonly what: 'rank' | 'file' | 'offers' } | { readonly what: 'move'; readonly state: StaffState } | { readonly what: 'candidate'; readonly candidate: OpeningCandidate };

interface CandidatesProps {
  readonly opening: Opening;
  readonly list: {
    readonly view: { readonly page: number; readonly status: CandidacyState | null };
    readonly change: (changed: { readonly status: CandidacyState | null }) => void;
    readonly setPage: (page: number) => void;
    readonly correctPage: (page: number) => void;
  };
}

/** The candidates of an opening by state: they are moved, ranked, sent to the employer and offered the job from here. */
export function Candidates({ opening, list }: CandidatesProps) {
  const { id: openingId, mayManage, candidates } = opening;
  const chosen = useChosen();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const all = STATES.reduce((sum, state) => sum + (candidates[state] ?? 0), 0);
  const outcomes = [
    { filter: null, label: t`All candidates`, count: all, shown: true },
    ...STATES.map((state) => ({ filter: state, label: CANDIDACIES[state], count: candidates[state] ?? 0, shown: (candidates[state] ?? 0) > 0 || list.view.status === state })),
  ];
  return (
    <>
      {mayManage && <EmployerResults openingId={openingId} />}
      <FilteredRows
        label={t`Candidates`}
        filterLabel={t`Which candidates are shown`}
        outcomes={outcomes}
        list={list}
        aside={() =>
          mayManage && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
              {chosen.count === 0 ? (
                all > 0 && (
                  <>
                    <Button size="small" variant="text" onClick={() => setAsked({ what: 'rank' })}>{t`Rank`}</Button>
                    <Button size="small" variant="outlined" onClick={() => setAsked({ what: 'file' })}>{t`File for the Employer`}</Button>
                  </>
                )
              ) : (
                <>
                  <Caption role="status">{t`${{ count: formatCount(chosen.count) }} selected`}</Caption>
                  <Button size="small" variant="text" color="inherit" onClick={chosen.clear}>{t`Clear`}</Button>
                  <ActsMenu label={t`Move the selected people`} acts={STAFF_STATES.map((state) => ({ label: CANDIDACIES[state], destructive: state === 'rejected', run: () => setAsked({ what: 'move', state }) }))}>
                    {(button) => (
                      <Button size="small" variant="outlined" {...button}>
                        {t`Move to…`}
                      </Button>
                    )}
                  </ActsMenu>
                  <Button size="small" variant="contained" onClick={() => setAsked({ what: 'offers' })}>{t`Make Offers`}</Button>
                </>
              )}
            </Box>
          )
        }
      >
        {(state) => <CandidateRows opening={opening} list={list} state={state} chosen={chosen} onOpen={(candidate) => setAsked({ what: 'candidate', candidate })} />}
      </FilteredRows>
      {asked?.what === 'rank' && <RankDialog opening={opening} onClose={close} />}
      {asked?.what === 'file' && <EmployerFileDialog opening={opening} onClose={close} />}
      {asked?.what === 'offers' && <MakeOffersDialog opening={opening} ids={chosen.ids} onClose={close} onMade={chosen.clear} />}
      {asked?.what === 'candidate' && <CandidateDialog openingId={openingId} userId={asked.candidate.id} fullName={asked.candidate.fullName} mayManage={mayManage} onClose={close} />}
      {asked?.what === 'move' && (
        <MoveDialog
          openingId={openingId}
          select={{ ids: chosen.ids }}
          state={asked.state}
          onClose={close}
          onMoved={() => {
            close();
            chosen.clear();
          }}
        />
      )}
    </>
  );
}

interface CandidateRowsProps extends CandidatesProps {
  readonly state: CandidacyState | null;
  readonly chosen: ReturnType<typeof useChosen>;
  readonly onOpen: (candidate: OpeningCandidate) => void;
}

function CandidateRows({ opening: { id: openingId, mayManage }, list, state, chosen, onOpen }: CandidateRowsProps) {
  const answer = placementApi.useListOpeningCandidatesQuery({ openingId, state, page: list.view.page, pageSize: PAGE_SIZE }, FRESH);
  const rows = answer.data?.data ?? [];
  const edge = { my: -0.5, ml: -1 } as const;
  const box = ({ id, fullName }: OpeningCandidate) => <SelectBox label={t`Select ${fullName}`} state={chosen.isChosen(id) ? 'all' : 'none'} onToggle={() => chosen.toggle(id)} sx={edge} />;
  const name = (candidate: OpeningCandidate) => (
    <Link component="button" type="button" onClick={() => onOpen(candidate)} sx={{ textAlign: 'left', fontWeight: 500, overflowWrap: 'anywhere' }}>
      {candidate.fullName}
    </Link>
  );
  const more = (candidate: OpeningCandidate) =>
    joined(' · ', [candidate.rank !== null && t`Rank ${{ rank: formatCount(candidate.rank) }}`, candidate.isOwn && t`has applied`, isDifferent(candidate) && t`details have changed since the shortlist`]);
  const stateOf = (candidate: OpeningCandidate) => (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      <StateChip {...CANDIDACY_CHIPS[candidate.state]} />
      {candidate.offer !== null && <Caption sx={{ alignSelf: 'center' }}>{t`Offer: ${{ state: t(offerChip(candidate.offer).label) }}`}</Caption>}
    </Box>
  );
  const call = ({ fullName, phone }: OpeningCandidate) => <CallButton name={fullName} phone={phone} />;
  const pageBox = <SelectBox label={t`Select all on this page`} state={chosen.ofPage(rows)} onToggle={() => chosen.togglePage(rows)} sx={edge} />;
  const columns: readonly Column<OpeningCandidate>[] = [
    ...(mayManage ? [{ head: pageBox, width: 44, cell: box }] : []),
    { head: t`Name`, cell: name },
    { head: t`Code`, width: 120, cell: ({ code }) => code ?? '—' },
    { head: t`Batches`, cell: ({ batches }) => batches.join(', ') || '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`State`, cell: stateOf },
    { head: t`More`, cell: (candidate) => more(candidate) || '—' },
    { head: <span className="visually-hidden">{t`Call`}</span>, width: 96, cell: call },
  ];
  const card = (candidate: OpeningCandidate) => (
    <>
      <RowCard
        title={<Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center' }}>{mayManage && box(candidate)}{name(candidate)}</Box>}
        aside={stateOf(candidate)}
        lines={[joined(' · ', [candidate.code ?? false, ...candidate.batches]), more(candidate)]}
      />
      {candidate.phone !== null && <div>{call(candidate)}</div>}
    </>
  );
  return (
    <PagedList
      answer={answer}
      failure={t`The candidates could not be loaded.`}
      label={t`Candidates`}
      pageSize={PAGE_SIZE}
      list={list}
      skeletons={6}
      empty={<EmptyState title={t`No candidates`} icon={<UsersIcon fontSize="small" />}>{t`Shortlist people who fit. Those who apply are shown here as well.`}</EmptyState>}
    >
      {(people) => <RowList label={t`Candidates`} rows={people} keyOf={({ id }) => id} columns={columns} minWidth={900} card={card} />}
    </PagedList>
  );
}
