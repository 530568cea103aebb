import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';

import type { BulkDialogProps } from '~/api/bulk';
import { messageOf } from '~/api/problem';
import { formatCount } from '~/lib/format';
import { joined, optionsOf } from '~/lib/texts';
import { DownloadButton } from '~/ui/DownloadButton';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { LabelledSelect } from '~/ui/Labelled';
import { Entries, Entry, padding, Panel, What } from '~/ui/Panel';
import { type Column, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { SelectBox, selectedOf } from '~/ui/SelectBox';
import { Caption, Note } from '~/ui/Text';

import { fileOfRound, interviewsApi, type PanelScore, type ResultItem, type ResultPage, type RoundDetail } from '../api';
import { labelOfTicket, sayMean, STATES, VERDICTS } from '../words';
import { CANDIDATE_CHOICES, type RoundParams } from './Candidates';

const PAGE_SIZE = 50;
const MOST_COLUMNS = 4;

export type RenderMove = (dialog: Omit<BulkDialogProps, 'action'>) => ReactNode;

const nameOf = ({ person }: ResultItem) => person?.fullName ?? t`A deleted person`;

/** "3 yes · 1 no". */
const verdictsOf = ({ yes, maybe, no }: ResultItem) =>
  joined(' · ', [
    yes > 0 && plural(yes, { one: '# yes', other: '# yes' }),
    maybe > 0 && plural(maybe, { one: '# maybe', other: '# maybe' }),
    no > 0 && plural(no, { one: '# no', other: '# no' }),
  ]) || '—';

const missingOf = ({ missing }: ResultItem) => (missing === 0 ? '—' : plural(missing, { one: '# missing', other: '# missing' }));

/** More would leave no room for names: the means of each are among the scores. */
const columnsOf = (criteria: ResultPage['criteria']) => (criteria.length <= MOST_COLUMNS ? criteria : []);

function ScoresDialog({ item, onClose }: { readonly item: ResultItem; readonly onClose: () => void }) {
  const { data, error, refetch } = interviewsApi.useReadScoresQuery({ interviewId: item.interviewId }, { refetchOnMountOrArgChange: true });
  const sayMarks = ({ marks }: PanelScore) => data?.criteria.map(({ key, label }) => `${label}: ${marks[key] ?? '—'}`).join(' · ') ?? '';
  return (
    <FormDialog title={nameOf(item)} submitLabel={t`Close`} onSubmit={onClose} onClose={onClose}>
      {error !== undefined && <ErrorState message={messageOf(error, t`The scores could not be loaded.`)} onRetry={() => void refetch()} />}
      {data !== undefined && Object.keys(item.means).length > 0 && <Note>{data.criteria.map(({ key, label }) => `${label}: ${sayMean(item.means[key])}`).join(' · ')}</Note>}
      {data !== undefined && (
        <Entries label={t`Scores`} nothing={t`No score is there yet.`}>
          {data.scores.map((score) => (
            <Entry key={`${score.panelist ?? ''}${score.sentAt}`}>
              <What>{`${score.panelist ?? t`A deleted account`}: ${VERDICTS[score.verdict]}`}</What>
              <Caption sx={{ overflowWrap: 'anywhere' }}>{sayMarks(score)}</Caption>
              {score.note !== null && score.note !== '' && <Note sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{score.note}</Note>}
            </Entry>
          ))}
        </Entries>
      )}
      {data !== undefined && data.missing > 0 && <Note>{plural(data.missing, { one: '# panelist has not sent a score.', other: '# panelists have not sent a score.' })}</Note>}
    </FormDialog>
  );
}

interface RowsProps {
  readonly items: readonly ResultItem[];
  readonly criteria: ResultPage['criteria'];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onOpen: (item: ResultItem) => void;
}

function Rows({ items, criteria, chosen, onChoose, onOpen }: RowsProps) {
  const idsOf = (rows: readonly ResultItem[]) => rows.flatMap(({ person }) => (person === null ? [] : [person.id]));
  const ofPage = idsOf(items);
  const toggle = (ids: readonly string[], isIn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) if (isIn) next.add(id); else next.delete(id);
    onChoose(next);
  };
  const state = selectedOf(ofPage.filter((id) => chosen.has(id)).length, ofPage.length);
  const box = (item: ResultItem) =>
    item.person !== null && <SelectBox label={t`Select ${{ fullName: nameOf(item) }}`} state={chosen.has(item.person.id) ? 'all' : 'none'} onToggle={() => toggle(idsOf([item]), !chosen.has(item.person?.id ?? ''))} sx={{ my: -0.5, ml: -1 }} />;
  const person = (item: ResultItem) => <PersonLink name={nameOf(item)} id={item.person?.id ?? null} />;
  const scores = (item: ResultItem) => (
    <Button size="small" variant="text" aria-label={t`Scores of ${{ name: nameOf(item) }}`} onClick={() => onOpen(item)} sx={{ my: -0.5, px: 0.75, minWidth: 0 }}>
      {t`Scores`}
    </Button>
  );
  const columns: readonly Column<ResultItem>[] = [
    { head: <SelectBox label={t`Select all on this page`} state={state} onToggle={() => toggle(ofPage, state !== 'all')} sx={{ my: -0.5, ml: -1 }} />, width: 48, cell: box },
    {
      head: t`Name`,
      cell: (item) => (
        <>
          {person(item)}
          <Caption component="span" sx={{ display: 'block' }}>{labelOfTicket(item.person?.code, item.ticket)}</Caption>
        </>
      ),
      sx: { overflowWrap: 'anywhere' },
    },
    { head: t`Panel`, width: 100, cell: ({ panelName }) => panelName ?? '—', sx: { overflowWrap: 'anywhere' } },
    { head: t`Mean`, isNumber: true, width: 70, cell: ({ mean }) => sayMean(mean) },
    { head: t`Spread`, isNumber: true, width: 76, cell: ({ spread }) => sayMean(spread) },
    ...columnsOf(criteria).map(({ key, label }) => ({ head: label, isNumber: true, width: 88, cell: ({ means }: ResultItem) => sayMean(means[key]) })),
    { head: t`Verdicts`, width: 110, cell: verdictsOf },
    { head: t`Missing scores`, width: 90, cell: missingOf },
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 84, cell: scores },
  ];
  const card = (item: ResultItem) => (
    <RowCard
      title={<Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>{box(item)}{person(item)}</Box>}
      aside={scores(item)}
      lines={[
        joined(' · ', [labelOfTicket(item.person?.code, item.ticket), item.panelName ?? false, STATES[item.state]]),
        joined(' · ', [t`Mean ${{ mean: sayMean(item.mean) }}`, t`spread ${{ spread: sayMean(item.spread) }}`, verdictsOf(item), item.missing > 0 && missingOf(item)]),
      ]}
    />
  );
  return <RowList label={t`Results`} rows={items} keyOf={({ interviewId }) => interviewId} columns={columns} minWidth={680 + 88 * columnsOf(criteria).length} wraps card={card} />;
}

interface ResultsProps {
  readonly round: RoundDetail;
  readonly list: RoundParams;
  readonly renderMove: RenderMove;
}

/** What panels say of the people of a round; selected people are moved to a stage. */
export function Results({ round, list, renderMove }: ResultsProps) {
  const { page, verdict, missing, sort } = list.view;
  const answer = interviewsApi.useReadResultsQuery({ roundId: round.id, page, pageSize: PAGE_SIZE, verdict, missing: missing !== null, sort: sort ?? 'mean' }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const { data } = answer;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState(false);
  const [opened, setOpened] = useState<ResultItem | null>(null);
  const stopMoving = () => setMoving(false);
  const sorts = { spread: t`Spread`, missing: t`Missing scores`, name: t`Name` };
  const isFiltered = verdict !== null || missing !== null;
  return (
    <Panel
      title={t`Results`}
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
          {data !== undefined && data.missingScores > 0 && <Note sx={{ color: 'warning.main' }}>{plural(data.missingScores, { one: '# score is missing', other: '# scores are missing' })}</Note>}
          <DownloadButton file={{ url: fileOfRound(round.id, 'results.csv'), name: 'results.csv' }} failure={t`The results could not be downloaded.`} aria-label={t`CSV of the results`}>
            CSV
          </DownloadButton>
        </Box>
      }
    >
      <Box sx={{ ...padding, display: 'grid', gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5, '& > :first-of-type': { gridColumn: { xs: 'span 2', sm: 'auto' } }, borderBottom: 1, borderColor: 'divider' }}>
        <LabelledSelect label={t`Sorted by`} size="small" none={t`Mean`} value={sort ?? ''} options={optionsOf(sorts, CANDIDATE_CHOICES.sort)} onChoose={(value) => list.change({ sort: value === '' ? null : value })} />
        <LabelledSelect label={t`Verdict`} size="small" none={t`All`} value={verdict ?? ''} options={optionsOf(VERDICTS, CANDIDATE_CHOICES.verdict)} onChoose={(value) => list.change({ verdict: value === '' ? null : value })} />
        <LabelledSelect label={t`Scores`} size="small" none={t`All`} value={missing ?? ''} options={[['yes', t`Some are missing`]]} onChoose={(value) => list.change({ missing: value === '' ? null : value })} />
      </Box>
      {chosen.size > 0 && (
        <Box role="region" aria-label={t`Selected people`} sx={{ ...padding, py: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, bgcolor: 'soft.accent' }}>
          <Note component="span" sx={{ mr: 'auto', color: 'text.primary', fontWeight: 500 }}>{t`${{ count: formatCount(chosen.size) }} selected`}</Note>
          <Button size="small" variant="text" color="inherit" onClick={() => setChosen(new Set())}>
            {t`Clear`}
          </Button>
          <Button size="small" variant="contained" onClick={() => setMoving(true)}>
            {plural(chosen.size, { one: 'Move # Person to a Stage', other: 'Move # People to a Stage' })}
          </Button>
        </Box>
      )}
      <PagedList
        answer={answer}
        failure={t`The results could not be loaded.`}
        label={t`Results`}
        pageSize={PAGE_SIZE}
        list={list}
        skeletons={6}
        empty={
          isFiltered ? <EmptyState title={t`No one to show`} way={{ label: t`Show All`, to: list.clear }}>{t`No result matches.`}</EmptyState> : <EmptyState title={t`No results yet`}>{t`They are shown here once panels have met candidates.`}</EmptyState>
        }
      >
        {(items) => <Rows items={items} criteria={data?.criteria ?? []} chosen={chosen} onChoose={setChosen} onOpen={setOpened} />}
      </PagedList>
      {moving && renderMove({ select: { ids: [...chosen] }, count: chosen.size, countIsExact: true, stays: true, stageId: data?.passStageId ?? null, onClose: stopMoving, onStarted: () => { stopMoving(); setChosen(new Set()); } })}
      {opened !== null && <ScoresDialog item={opened} onClose={() => setOpened(null)} />}
    </Panel>
  );
}
