import { t } from '@lingui/core/macro';
import { Box, Paper } from '@mui/material';

import { useHasProfile } from '~/api/session/slice';
import { formatDay } from '~/lib/format';
import { OFFER_FILTERS, openingPage, sayPay } from '~/lib/placement';
import { PLACEMENT_MANAGERS, USER_MANAGERS } from '~/lib/profiles';
import { joined, optionsOf } from '~/lib/texts';
import { EmptyState } from '~/ui/EmptyState';
import { FilterSelect } from '~/ui/FilterSelect';
import { PlacementIcon } from '~/ui/icons';
import { panelBar } from '~/ui/Panel';
import { type Column, PagedList, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { Caption, TextLink } from '~/ui/Text';

import { FRESH, type Offer, type OfferFilter, type Opening, placementApi } from '../api';
import { offerChip, sayAnswerBy } from '../words';
import { OfferActs } from './OfferActs';

const PAGE_SIZE = 20;

/** What is known of an offer beside its state, in a line. */
const detailsOf = (offer: Offer) =>
  joined(' · ', [
    offer.state === 'offered' && sayAnswerBy(offer),
    sayPay(offer.pay) ?? false,
    offer.joinsOn !== null && t`Joins on ${{ day: formatDay(offer.joinsOn) }}`,
    offer.leftOn !== null && t`Left on ${{ day: formatDay(offer.leftOn) }}`,
    offer.isFree && t`Free from the policy`,
  ]);

interface OfferListProps {
  /** Null: of all openings within the reader's reach. */
  readonly opening: Opening | null;
  readonly filter: OfferFilter | null;
  readonly onFilter: (filter: OfferFilter | null) => void;
  readonly list: { readonly view: { readonly page: number }; readonly setPage: (page: number) => void; readonly correctPage: (page: number) => void };
}

/** Offers, those that end next first. */
export function OfferList({ opening, filter, onFilter, list }: OfferListProps) {
  const answer = placementApi.useListOffersQuery({ opening: opening?.id ?? null, state: filter, page: list.view.page, pageSize: PAGE_SIZE }, FRESH);
  const seesPeople = useHasProfile(USER_MANAGERS);
  const manages = useHasProfile(PLACEMENT_MANAGERS);
  const name = ({ person }: Offer) => <PersonLink name={person.fullName} id={seesPeople ? person.id : null} />;
  const openingOf = ({ openingId, openingTitle, employerName }: Offer) => (
    <>
      <TextLink to={openingPage(openingId)} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
        {openingTitle}
      </TextLink>
      <Caption component="span" sx={{ display: 'block' }}>
        {employerName}
      </Caption>
    </>
  );
  const acts = (offer: Offer) => manages && <OfferActs offer={offer} />;
  const columns: readonly Column<Offer>[] = [
    { head: t`Name`, width: 180, cell: name, sx: { fontWeight: 500, overflowWrap: 'anywhere' } },
    ...(opening === null ? [{ head: t`Opening`, cell: openingOf }] : []),
    { head: t`State`, width: 170, cell: (offer) => <StateChip {...offerChip(offer)} /> },
    { head: t`Offer`, cell: detailsOf },
    { head: <span className="visually-hidden">{t`Actions`}</span>, width: 64, cell: acts },
  ];
  const card = (offer: Offer) => (
    <RowCard
      title={name(offer)}
      aside={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, my: { xs: -1, sm: 0 } }}>
          <StateChip {...offerChip(offer)} />
          {acts(offer)}
        </Box>
      }
      lines={[opening === null ? openingOf(offer) : null, detailsOf(offer)]}
    />
  );
  return (
    <Paper variant="outlined" component="section" aria-label={t`Offers`} sx={{ overflow: 'hidden' }}>
      <Box sx={{ ...panelBar, justifyContent: 'flex-start', p: 1.5, '& > *': { flex: { xs: '1 1 100%', sm: '0 1 220px' } } }}>
        <FilterSelect label={t`Filter by state`} none={t`All offers`} value={filter ?? ''} options={optionsOf(OFFER_FILTERS).filter(([key]) => key !== 'made')} onChoose={onFilter} />
      </Box>
      <PagedList
        answer={answer}
        failure={t`The offers could not be loaded.`}
        label={t`Offers`}
        pageSize={PAGE_SIZE}
        list={list}
        rowHeight={56}
        skeletons={5}
        empty={<EmptyState title={t`No offers`} icon={<PlacementIcon fontSize="small" />}>{filter === null ? t`Make offers to candidates of an opening, on its shortlist.` : t`No offer is in this state.`}</EmptyState>}
      >
        {(offers) => <RowList label={t`Offers`} rows={offers} keyOf={({ id }) => id} columns={columns} minWidth={opening === null ? 860 : 700} card={card} />}
      </PagedList>
    </Paper>
  );
}
