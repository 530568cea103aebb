import { t } from '@lingui/core/macro';
import { Box, Paper } from '@mui/material';

import { type RiskItem, useListAtRiskQuery } from '~/api/training';
import { trainingOf } from '~/lib/batchLinks';
import { formatCount } from '~/lib/format';
import { sayNeeds } from '~/lib/training';
import { EmptyState } from '~/ui/EmptyState';
import { TrainingIcon } from '~/ui/icons';
import { padding } from '~/ui/Panel';
import { type Column, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { Note, TextLink } from '~/ui/Text';

import { percentOf, sayRule } from './words';

const PAGE_SIZE = 20;

interface AtRiskProps {
  /** The per cent below which people are listed; null: what the company asks for. */
  readonly below: string | null;
  readonly list: { readonly view: { readonly page: number }; readonly setPage: (page: number) => void; readonly correctPage: (page: number) => void };
  /** Whether the names lead to their accounts. */
  readonly manages: boolean;
}

/** People whose attendance is below what the company asks for, the lowest first. */
export function AtRisk({ below, list, manages }: AtRiskProps) {
  const answer = useListAtRiskQuery({ ...(below !== null && { below: Number(below) }), page: list.view.page, pageSize: PAGE_SIZE }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const threshold = answer.data?.threshold ?? 0;
  const name = ({ person }: RiskItem) => (manages ? <PersonLink id={person.id} name={person.fullName} /> : person.fullName);
  const batch = ({ batchId, batchName }: RiskItem) => (
    <TextLink to={trainingOf(batchId)} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
      {batchName}
    </TextLink>
  );
  const columns: readonly Column<RiskItem>[] = [
    { head: t`Name`, cell: name, sx: { fontWeight: 500, overflowWrap: 'anywhere' } },
    { head: t`Code`, cell: ({ person }) => person.code ?? '—' },
    { head: t`Batch`, cell: batch },
    { head: t`Attendance`, cell: (item) => `${percentOf(item)} · ${sayHeld(item)}` },
    { head: t`Still to attend`, cell: (item) => sayNeeds(item, threshold) },
  ];
  const card = (item: RiskItem) => <RowCard title={name(item)} aside={percentOf(item)} lines={[[item.person.code, sayHeld(item)].filter(Boolean).join(' · '), batch(item), sayNeeds(item, threshold)]} />;
  return (
    <Paper variant="outlined" component="section" aria-label={t`At risk`} sx={{ overflow: 'hidden' }}>
      {answer.data !== undefined && (
        <Box sx={{ ...padding, borderBottom: 1, borderColor: 'divider' }}>
          <Note>
            {sayRule(threshold, answer.data.days)} {below !== null && t`Those below ${below} % are listed.`}
          </Note>
        </Box>
      )}
      <PagedList
        answer={answer}
        failure={t`The people at risk could not be loaded.`}
        label={t`At risk`}
        pageSize={PAGE_SIZE}
        list={list}
        rowHeight={56}
        skeletons={5}
        empty={<EmptyState title={t`No one is at risk`} icon={<TrainingIcon fontSize="small" />}>{t`People appear here once sessions are marked and their attendance is too low.`}</EmptyState>}
      >
        {(people) => <RowList label={t`At risk`} rows={people} keyOf={({ person, batchId }) => `${person.id} ${batchId}`} columns={columns} minWidth={760} card={card} />}
      </PagedList>
    </Paper>
  );
}

const sayHeld = ({ attended, held }: RiskItem) => t`${{ attended: formatCount(attended) }} of ${{ held: formatCount(held) }} sessions`;
