import { msg, t } from '@lingui/core/macro';
import { Box, Button, LinearProgress } from '@mui/material';

import { useGetSingleBatchQuery } from '~/api/batches';
import { type FunnelStep, serverApi } from '~/api/generated/serverApi';
import { isProblem, messageOf } from '~/api/problem';
import { DayFilter } from '~/forms/DayInput';
import { serverNow } from '~/lib/clock';
import { dayAfter, dayOf } from '~/lib/days';
import { dayOfMoment, formatCount, formatMoment } from '~/lib/format';
import { optionsOf, texts } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { useChanges } from '~/realtime/extra';
import { BatchChoice } from '~/ui/ChooseOne';
import { CountLink, CountRow } from '~/ui/CountLink';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';
import { type Column, RowCard, RowList } from '~/ui/RowList';
import { Select } from '~/ui/Select';
import { Sheet } from '~/ui/Sheet';
import { Caption } from '~/ui/Text';
import { useAnchor } from '~/ui/useAnchor';

import { FunnelRows } from './FunnelSkeleton';

const PERIODS = texts({ '30': msg`Last 30 days`, '90': msg`Last 90 days`, '365': msg`Last 365 days`, between: msg`Between two days` });
const DAYS = '90';
const isDay = (text: string) => dayOf(text) !== undefined;
const CHOICES = { funnel: ['30', DAYS, '365', 'between'], from: isDay, to: isDay, batch: (text: string) => /^[0-9a-f-]{36}$/iu.test(text) } as const;
/** Counting a long history takes a moment. */
const PAUSE = 10_000;
const NOTHING = '—';

function BatchButton({ batchId, onChoose }: { readonly batchId: string | null; readonly onChoose: (batchId: string | null) => void }) {
  const { button, popup } = useAnchor('dialog');
  const { data } = useGetSingleBatchQuery({ batchId: batchId ?? '' }, { skip: batchId === null });
  return (
    <>
      <Button variant="outlined" size="small" {...button} sx={{ minHeight: 36, maxWidth: 260, overflowWrap: 'anywhere' }}>
        {batchId === null ? t`All batches` : t`Batch: ${{ name: data?.name ?? '…' }}`}
      </Button>
      <Sheet id="funnel-batch" label={t`Batch`} width={300} {...popup}>
        <Box sx={{ p: 2 }}>
          <BatchChoice value={batchId} onChoose={onChoose} />
        </Box>
      </Sheet>
    </>
  );
}

const dayLook = { minHeight: 36, height: 36, width: 164, px: 1, fontSize: '0.8125rem' } as const;
const daysOf = (days: number | null) => (days === null ? NOTHING : formatCount(days));

/** How many people came to each stage in some days, how long they stayed, and where they went. Each number leads to its people. */
export function FunnelPanel() {
  const { view, change } = useListParams(CHOICES);
  const { from, to, batch } = view;
  const period = view.funnel ?? DAYS;
  const today = dayOfMoment(new Date(serverNow()));
  const days = period === 'between' ? { ...(from !== null && { from }), ...(to !== null && { to }) } : { from: dayAfter(today, 1 - Number(period)) };
  const { data, currentData, error, refetch } = serverApi.endpoints.readFunnel.useQuery({ ...days, ...(batch !== null && { batch }) }, { refetchOnMountOrArgChange: true });
  useChanges({ events: ['stages:changed'], pause: PAUSE, refetch });

  const listOf = (filters: Readonly<Record<string, string>>) => `/dashboard/users?${new URLSearchParams({ tab: 'manage', ...filters, ...(batch !== null && { everInBatch: batch }) }).toString()}`;
  const most = Math.max(1, ...(data?.steps ?? []).map(({ reached }) => reached));
  const nameOf = (stageId: string) => data?.steps.find((step) => step.stageId === stageId)?.name ?? NOTHING;
  const reachedOf = ({ stageId, reached, name }: FunnelStep) => ({ term: t`Reached`, count: reached, to: listOf({ reached: stageId, reachedFrom: data?.from ?? '', reachedTo: data?.to ?? '' }), name: t`reached ${name}` });
  const nowOf = ({ stageId, now, name }: FunnelStep) => ({ term: t`There now`, count: now, to: listOf({ stage: stageId }), name: t`in ${name} now` });
  const leftTo = ({ leftTo: stages }: FunnelStep) => stages.map(({ stageId, people }) => `${nameOf(stageId)} ${formatCount(people)}`).join(', ') || NOTHING;
  // The list knows who is in a stage now, not who was on a day that is over.
  const endsToday = data?.to === today;
  const columns: readonly Column<FunnelStep>[] = [
    { head: t`Stage`, width: 150, cell: ({ name }) => name, sx: { fontWeight: 500 } },
    {
      head: t`Reached`,
      cell: (step) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
          <LinearProgress aria-hidden variant="determinate" value={(100 * step.reached) / most} sx={{ flex: 1, minWidth: 60, height: 8, bgcolor: 'surface.sunken' }} />
          <Box component="span" sx={{ minWidth: 48, textAlign: 'right' }}>
            <CountLink {...reachedOf(step)} />
          </Box>
        </Box>
      ),
    },
    { head: endsToday ? t`There now` : t`There at the end`, width: 132, isNumber: true, cell: (step) => (endsToday ? <CountLink {...nowOf(step)} /> : formatCount(step.now)) },
    { head: t`Days, median`, width: 124, isNumber: true, cell: ({ medianDays }) => daysOf(medianDays) },
    { head: t`Days, 90 %`, width: 100, isNumber: true, cell: ({ p90Days }) => daysOf(p90Days) },
    { head: t`Went on to`, width: 230, cell: leftTo, sx: { color: 'text.secondary', overflowWrap: 'anywhere' } },
  ];
  const card = (step: FunnelStep) => (
    <RowCard
      title={step.name}
      lines={[
        <CountRow key="counts" counts={[reachedOf(step), ...(endsToday ? [nowOf(step)] : [])]} />,
        endsToday ? '' : `${t`There at the end`}: ${formatCount(step.now)}`,
        step.medianDays === null ? '' : t`Days: median ${{ median: daysOf(step.medianDays) }}, 90 % at most ${{ most: daysOf(step.p90Days) }}`,
        step.leftTo.length === 0 ? '' : t`Went on to: ${{ stages: leftTo(step) }}`,
      ]}
    />
  );
  const hasFailed = error !== undefined && currentData === undefined;
  return (
    <Panel
      title={t`Way through the stages`}
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1 }}>
          {period === 'between' && <DayFilter sx={dayLook} label={t`From`} day={from} onDay={(day) => change({ from: day })} />}
          {period === 'between' && <DayFilter sx={dayLook} label={t`To`} day={to} onDay={(day) => change({ to: day })} />}
          <Select
            label={t`Days`}
            size="small"
            value={period}
            options={optionsOf(PERIODS)}
            onChoose={(chosen) => change({ funnel: chosen === DAYS || chosen === '' ? null : chosen, from: null, to: null })}
            sx={{ minHeight: 36, height: 36, fontSize: '0.875rem' }}
          />
          <BatchButton batchId={batch} onChoose={(chosen) => change({ batch: chosen })} />
        </Box>
      }
    >
      {hasFailed && <ErrorState inPanel message={(isProblem(error) ? error.errors?.['to'] : undefined) ?? messageOf(error, t`The numbers could not be loaded.`)} onRetry={() => void refetch()} />}
      {!hasFailed && data === undefined && (
        <Box role="status" aria-label={t`Loading figures`}>
          <FunnelRows />
        </Box>
      )}
      {!hasFailed && data !== undefined && (
        <Box aria-busy={currentData === undefined} sx={{ opacity: currentData === undefined ? 0.5 : 1, transition: 'opacity 120ms' }}>
          <RowList label={t`Way through the stages`} rows={data.steps} keyOf={({ stageId }) => stageId} columns={columns} minWidth={820} card={card} />
          <Caption component="p" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.5, borderTop: 1, borderColor: 'divider', textWrap: 'pretty' }}>
            {t`Days are those of people who came and left in this time. Moves that were taken back are not counted; people who were deleted since are, and are in no list. Counted on ${{ moment: formatMoment(data.at) }}.`}
          </Caption>
        </Box>
      )}
    </Panel>
  );
}
