import { t } from '@lingui/core/macro';
import { Box, OutlinedInput, Paper } from '@mui/material';

import { formatCount } from '~/lib/format';
import { openingPage, sayDaysLeft, sayPay } from '~/lib/placement';
import { joined, optionsOf } from '~/lib/texts';
import { EmptyState } from '~/ui/EmptyState';
import { CountLink } from '~/ui/CountLink';
import { FilterSelect } from '~/ui/FilterSelect';
import { PlacementIcon } from '~/ui/icons';
import { panelBar } from '~/ui/Panel';
import { type Column, PagedList, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { Caption, TextLink } from '~/ui/Text';

import { FRESH, type Opening, placementApi } from '../api';
import { OPENING_CHIPS, OPENING_STATES, saySeats, shortlisted } from '../words';

export const PAGE_SIZE = 10;

/** How many fit is counted for each opening by itself: the list does not wait for it. */
function Fits({ opening: { id, title }, asText = false }: { readonly opening: Opening; readonly asText?: boolean }) {
  const { data, isError } = placementApi.useListWhoFitsQuery({ openingId: id, page: 1, pageSize: 1 }, { refetchOnMountOrArgChange: true });
  if (data === undefined) return isError ? '—' : '…';
  if (asText) return `${formatCount(data.total)}${data.totalIsExact ? '' : '+'}`;
  return (
    <>
      <CountLink count={data.total} to={openingPage(id)} name={t`${title}: who fits`} />
      {!data.totalIsExact && '+'}
    </>
  );
}

function Title({ opening: { id, title, employerName, place } }: { readonly opening: Opening }) {
  return (
    <>
      <TextLink to={openingPage(id)} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {title}
      </TextLink>
      <Caption component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {joined(' · ', [employerName, place ?? false])}
      </Caption>
    </>
  );
}

const waitingOf = ({ id, title, waiting }: Opening) => <CountLink count={waiting} to={`${openingPage(id)}?tab=offers`} name={t`${title}: offers that wait`} />;

const shortlistOf = (opening: Opening) => <CountLink count={shortlisted(opening)} to={`${openingPage(opening.id)}?tab=shortlist`} name={t`${{ title: opening.title }}: shortlist`} />;

const daysOf = ({ state, closesAt }: Opening) => (state === 'open' ? (sayDaysLeft(closesAt) ?? t`No last day`) : '—');

function card(opening: Opening) {
  const { seats, taken, waiting, payFrom, payTo, state } = opening;
  return (
    <RowCard
      title={<Title opening={opening} />}
      aside={<StateChip {...OPENING_CHIPS[state]} />}
      lines={[
        joined(' · ', [sayPay(payFrom, payTo) ?? false, state === 'open' && daysOf(opening)]),
        t`Seats: ${{ seats: saySeats({ seats, taken }) }}`,
        <>{joined(' · ', [t`Shortlist: ${{ count: formatCount(shortlisted(opening)) }}`, waiting > 0 && t`Offers that wait: ${{ waiting: formatCount(waiting) }}`])} · {t`Fit:`} <Fits opening={opening} asText /></>,
      ]}
    />
  );
}

const columns = (): readonly Column<Opening>[] => [
  { head: t`Opening`, cell: (opening) => <Title opening={opening} /> },
  { head: t`State`, width: 96, cell: ({ state }) => <StateChip {...OPENING_CHIPS[state]} /> },
  { head: t`Seats`, width: 130, cell: saySeats },
  { head: t`Fit`, width: 80, isNumber: true, cell: (opening) => <Fits opening={opening} /> },
  { head: t`Shortlist`, width: 96, isNumber: true, cell: shortlistOf },
  { head: t`Offers that wait`, width: 130, isNumber: true, cell: waitingOf },
  { head: t`Last day`, width: 130, cell: daysOf },
];

interface OpeningListProps {
  readonly list: {
    readonly view: { readonly page: number; readonly search: string; readonly state: 'draft' | 'open' | 'closed' | null; readonly employer: string | null };
    readonly change: (changed: { readonly state?: 'draft' | 'open' | 'closed' | null; readonly employer?: string | null }) => void;
    readonly searchText: string;
    readonly setSearchText: (text: string) => void;
    readonly isFiltered: boolean;
    readonly clear: () => void;
    readonly setPage: (page: number) => void;
    readonly correctPage: (page: number) => void;
  };
  readonly manages: boolean;
}

export function OpeningList({ list, manages }: OpeningListProps) {
  const { state, employer, page, search } = list.view;
  const answer = placementApi.useListOpeningsQuery({ state, employer, search, page, pageSize: PAGE_SIZE }, FRESH);
  const employers = placementApi.useListEmployersQuery({ pageSize: 100 }, { refetchOnMountOrArgChange: true });
  return (
    <Paper variant="outlined" component="section" aria-label={t`Openings`} sx={{ overflow: 'hidden' }}>
      <Box sx={{ ...panelBar, justifyContent: 'flex-start', p: 1.5, '& > *': { flex: { xs: '1 1 100%', sm: '0 1 220px' } } }}>
        <OutlinedInput
          type="search"
          size="small"
          value={list.searchText}
          placeholder={t`Title or employer`}
          onChange={(event) => list.setSearchText(event.target.value)}
          slotProps={{ input: { 'aria-label': t`Search openings`, enterKeyHint: 'search', autoComplete: 'off', maxLength: 100 } }}
          sx={{ minHeight: 36, height: 36 }}
        />
        <FilterSelect label={t`Filter by state`} none={t`All states`} value={state ?? ''} options={optionsOf(OPENING_STATES)} onChoose={(chosen) => list.change({ state: chosen })} />
        <FilterSelect label={t`Filter by employer`} none={t`All employers`} value={employer ?? ''} options={(employers.data?.data ?? []).map(({ id, name }) => [id, name] as const)} onChoose={(chosen) => list.change({ employer: chosen })} />
      </Box>
      <PagedList
        answer={answer}
        failure={t`The openings could not be loaded.`}
        label={t`Openings`}
        pageSize={PAGE_SIZE}
        list={list}
        rowHeight={60}
        skeletons={5}
        empty={
          <EmptyState title={t`No openings`} icon={<PlacementIcon fontSize="small" />} way={list.isFiltered && { label: t`Show All`, to: list.clear }}>
            {list.isFiltered ? t`No opening matches.` : manages ? t`Add an employer and an opening, then choose who fits.` : t`Openings are shown here once placement staff have added them.`}
          </EmptyState>
        }
      >
        {(openings) => <RowList label={t`Openings`} rows={openings} keyOf={({ id }) => id} columns={columns()} minWidth={860} card={card} />}
      </PagedList>
    </Paper>
  );
}
