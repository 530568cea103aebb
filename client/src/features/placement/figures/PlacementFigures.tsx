import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { DayFilter } from '~/forms/DayInput';
import { dayAfter, padded } from '~/lib/days';
import { formatCount, formatDay, formatMonth } from '~/lib/format';
import { CountLink, CountRow } from '~/ui/CountLink';
import { EmptyState } from '~/ui/EmptyState';
import { Figures } from '~/ui/Figures';
import { Labelled } from '~/ui/Labelled';
import { FilterSelect } from '~/ui/FilterSelect';
import { PlacementIcon } from '~/ui/icons';
import { Nothing, panelBar, QueryPanel } from '~/ui/Panel';
import { type Column, RowCard, RowList } from '~/ui/RowList';

import { type Figure, type FigureCounts, type PlacementFigures as Answer, FRESH, type FiguresBy, placementApi } from '../api';
import { figureLink, figureTerms, type FigureName } from '../figureLinks';

interface Period {
  readonly from: string;
  readonly to: string;
}

const lastDayOf = (month: string) => dayAfter(`${nextMonth(month)}-01`, -1);

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${padded(number + 1)}`;
}

/** The people of a row: those of an employer, of a batch, or of a month within the period. */
function peopleOf({ id, name }: Figure, by: FiguresBy, { from, to }: Period) {
  if (by !== 'month') return { from, to, ...(id !== null && { [by]: id }) };
  const [first, last] = [`${name}-01`, lastDayOf(name)];
  return { from: first > from ? first : from, to: last < to ? last : to };
}

interface FiguresProps {
  readonly by: FiguresBy;
  readonly from: string | null;
  readonly to: string | null;
  readonly onChange: (changed: { readonly by?: FiguresBy; readonly from?: string | null; readonly to?: string | null }) => void;
  /** Whether the numbers lead to the list of people. */
  readonly seesPeople: boolean;
}

/** Offers, acceptances and joins of a period; each number opens its people. */
export function PlacementFigures({ by, from, to, onChange, seesPeople }: FiguresProps) {
  const answer = placementApi.useReadPlacementFiguresQuery({ by, from, to }, FRESH);
  const period = answer.data === undefined ? '' : `${formatDay(answer.data.from)} – ${formatDay(answer.data.to)}`;
  return (
    <QueryPanel title={period === '' ? t`Figures` : t`Figures, ${period}`} loading={t`Loading figures`} answer={answer} failure={t`The figures could not be loaded.`} lines={6}>
      {(data) => (
        <>
          <Total data={data} seesPeople={seesPeople} />
          <Box sx={{ ...panelBar, justifyContent: 'flex-start', alignItems: 'flex-end', p: 1.5, borderTop: 1, borderTopColor: 'divider', '& > *': { flex: { xs: '1 1 140px', sm: '0 1 180px' } } }}>
            <Labelled label={t`By`}>
              {(id) => <FilterSelect id={id} value={by} options={[['employer', t`Employer`], ['batch', t`Batch`], ['month', t`Month`]] as const} onChoose={(chosen) => onChange({ by: chosen ?? 'employer' })} />}
            </Labelled>
            <DayFilter label={t`From`} day={from ?? data.from} onDay={(chosen) => onChange({ from: chosen })} sx={daySx} />
            <DayFilter label={t`To`} day={to ?? data.to} onDay={(chosen) => onChange({ to: chosen })} sx={daySx} />
          </Box>
          {answer.currentData === undefined ? <Nothing>{t`Counting…`}</Nothing> : <Rows data={answer.currentData} by={by} seesPeople={seesPeople} />}
        </>
      )}
    </QueryPanel>
  );
}

const daySx = { minHeight: 36, height: 36, minWidth: 0, px: 1, fontSize: '0.8125rem' } as const;

interface PartProps extends Pick<FiguresProps, 'by' | 'seesPeople'> {
  readonly data: Answer;
}

const NAMES = ['made', 'placed', 'reported', 'confirmed', 'didNotJoin'] as const satisfies readonly FigureName[];

function Total({ data, seesPeople }: Omit<PartProps, 'by'>) {
  const terms = figureTerms();
  return <Figures figures={NAMES.map((name) => ({ term: terms[name], value: formatCount(data.total[name]), ...(seesPeople && data.total[name] > 0 && { to: figureLink(name, { from: data.from, to: data.to }) }) }))} />;
}

function Rows({ data, by, seesPeople }: PartProps) {
  const terms = figureTerms();
  const nameOf = ({ name }: Figure) => (by === 'month' ? formatMonth(name) : name);
  const count = (name: keyof FigureCounts & FigureName, row: Figure) => (seesPeople ? <CountLink count={row[name]} to={figureLink(name, peopleOf(row, by, data))} name={`${terms[name]}, ${nameOf(row)}`} /> : formatCount(row[name]));
  const head = { employer: t`Employer`, batch: t`Batch`, month: t`Month` }[by];
  const columns: readonly Column<Figure>[] = [
    { head, cell: nameOf, sx: { fontWeight: 500, overflowWrap: 'anywhere' } },
    ...NAMES.map((name) => ({ head: terms[name], width: 120, isNumber: true, cell: (row: Figure) => count(name, row) })),
  ];
  const card = (row: Figure) => (
    <>
      <RowCard title={nameOf(row)} lines={seesPeople ? [] : [NAMES.map((name) => `${terms[name]}: ${formatCount(row[name])}`).join(' · ')]} />
      {seesPeople && <CountRow counts={NAMES.map((name) => ({ term: terms[name], count: row[name], to: figureLink(name, peopleOf(row, by, data)), name: `${terms[name]}, ${nameOf(row)}` }))} />}
    </>
  );
  if (data.rows.length === 0) return <EmptyState title={t`Nothing in this period`} icon={<PlacementIcon fontSize="small" />}>{t`Offers that were made in it, and what came of them, are counted here.`}</EmptyState>;
  return <RowList label={t`Figures`} rows={data.rows} keyOf={({ id, name }) => id ?? name} columns={columns} minWidth={820} card={card} />;
}
