import { t } from '@lingui/core/macro';
import { Box, Button, Paper, Tab, Tabs } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';

import { useHasProfile } from '~/api/session/slice';
import { useAppDispatch } from '~/lib/dispatch';
import { formatCount } from '~/lib/format';
import { CANDIDACIES, OFFER_FILTERS, openingPage, PLACEMENT } from '~/lib/placement';
import { USER_MANAGERS } from '~/lib/profiles';
import { joined } from '~/lib/texts';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { useChanges } from '~/realtime/extra';
import { ActsMenu } from '~/ui/ActsMenu';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Figures } from '~/ui/Figures';
import { PlacementIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';
import { PageProblem, PageSkeleton } from '~/ui/PageProblem';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type CandidacyState, FRESH, type OfferFilter, type Opening, openingsChanged, PAUSE, placementApi } from '../api';
import { Candidates } from '../candidates/Candidates';
import { Fits } from '../candidates/Fits';
import { OfferList } from '../offers/OfferList';
import { OpeningDialog } from '../openings/OpeningDialog';
import { StaffDialog } from '../openings/StaffDialog';
import { OPENING_CHIPS, sayOpening, sayTier, shortlisted } from '../words';

const TABS = ['fits', 'shortlist', 'rounds', 'offers'] as const;
const CHOICES = { tab: TABS, status: Object.keys(CANDIDACIES) as CandidacyState[], offer: Object.keys(OFFER_FILTERS) as OfferFilter[] } as const;

function figuresOf(opening: Opening) {
  const { id, waiting, accepted, joined: hired, taken, seats } = opening;
  const to = (query: string) => `${openingPage(id)}?${query}`;
  return [
    { term: t`Seats taken`, value: t`${{ taken: formatCount(taken) }} of ${{ seats: formatCount(seats) }}`, to: to('tab=offers&offer=placed') },
    { term: t`Applied`, value: formatCount(opening.candidates['applied'] ?? 0), to: to('tab=shortlist&status=applied') },
    { term: t`Shortlist`, value: formatCount(shortlisted(opening)), to: to('tab=shortlist') },
    { term: t`Offers that wait`, value: formatCount(waiting), to: to('tab=offers&offer=offered') },
    { term: OFFER_FILTERS.accepted, value: formatCount(accepted), to: to('tab=offers&offer=accepted') },
    { term: OFFER_FILTERS.joined, value: formatCount(hired), tone: 'success' as const, to: to('tab=offers&offer=joined') },
  ];
}

/** What staff do with an opening as a whole. The next step is the button in sight. */
function Actions({ opening }: { readonly opening: Opening }) {
  const { id: openingId, state, version, title } = opening;
  const [asked, setAsked] = useState<'edit' | 'staff' | 'close' | null>(null);
  const choosesStaff = useHasProfile(USER_MANAGERS);
  const failure = t`The opening could not be changed.`;
  const open = useAct(placementApi.useOpenOpeningMutation(), failure, t`The opening is open: trainees see it now.`);
  const shut = useAct(placementApi.useCloseOpeningMutation(), failure, t`The opening is closed.`);
  const close = () => setAsked(null);
  const request = { openingId, placementVersionRequest: { version } };
  return (
    <>
      {state !== 'open' && (
        <Button variant="contained" disabled={open.busy} onClick={() => void open.act(request)}>
          {state === 'draft' ? t`Open for Applications` : t`Open Again`}
        </Button>
      )}
      <ActsMenu
        label={t`Actions for ${title}`}
        acts={[
          { label: t`Edit`, run: () => setAsked('edit') },
          choosesStaff && { label: t`Choose staff`, run: () => setAsked('staff') },
          state === 'open' && { label: t`Close`, begins: true, run: () => setAsked('close') },
        ]}
      >
        {(button) => (
          <Button variant="outlined" {...button}>
            {t`Actions`}
          </Button>
        )}
      </ActsMenu>
      {asked === 'edit' && <OpeningDialog opening={opening} onClose={close} />}
      {asked === 'staff' && <StaffDialog opening={opening} onClose={close} />}
      <ConfirmDialog open={asked === 'close'} title={t`Close this opening?`} confirmLabel={t`Close Opening`} busy={shut.busy} onConfirm={() => void shut.act(request).then(close)} onClose={close}>
        {t`${title} takes no more applications, and waiting offers can no longer be accepted. You can open it again.`}
      </ConfirmDialog>
    </>
  );
}

interface OpeningPageProps {
  /** The rounds of an opening, of another feature. */
  readonly renderRounds: (opening: Opening, list: ListParams<typeof CHOICES>) => ReactNode;
}

function OpeningView({ opening, renderRounds }: { readonly opening: Opening } & OpeningPageProps) {
  const { id, title, state, staff, tier, mayManage } = opening;
  const list = useListParams(CHOICES);
  const tab = list.view.tab ?? 'fits';
  const labels = { fits: t`Who fits`, shortlist: t`Candidates`, rounds: t`Rounds`, offers: t`Offers` };
  return (
    <PageShell>
      <BackLink to={PLACEMENT}>{t`Placement`}</BackLink>
      <PageHeader title={title} subtitle={sayOpening(opening)} actions={mayManage && <Actions opening={opening} />} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: -2.5, mb: 2 }}>
        <StateChip {...OPENING_CHIPS[state]} />
        <Caption>{joined(' · ', [sayTier(tier), staff.length > 0 && staff.map(({ fullName }) => fullName).join(', ')])}</Caption>
      </Box>
      {state === 'draft' && mayManage && <Notice sx={{ mb: 2 }}>{t`This is a draft, which no trainee sees. Choose who fits, then open it.`}</Notice>}
      <Paper variant="outlined" component="section" aria-label={t`Totals`} sx={{ overflow: 'hidden', mb: 2 }}>
        <Figures figures={figuresOf(opening)} />
      </Paper>
      <Tabs value={tab} aria-label={title} sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}>
        {TABS.map((each) => (
          <Tab key={each} id={`tab-${each}`} aria-controls={`panel-${each}`} value={each} label={labels[each]} component={Link} to={each === 'fits' ? openingPage(id) : `${openingPage(id)}?tab=${each}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {tab === 'fits' && <Fits opening={opening} list={list} />}
        {tab === 'shortlist' && <Candidates opening={opening} list={list} />}
        {tab === 'rounds' && renderRounds(opening, list)}
        {tab === 'offers' && <OfferList opening={opening} filter={list.view.offer} onFilter={(offer) => list.change({ offer })} list={list} />}
      </Box>
    </PageShell>
  );
}

/** An opening: who fits, its candidates, its rounds, its offers. */
export function OpeningPage({ renderRounds }: OpeningPageProps) {
  const { openingId = '' } = useParams();
  const dispatch = useAppDispatch();
  const { data, error, refetch } = placementApi.useGetOpeningQuery({ openingId }, FRESH);
  useChanges({ events: ['opening:changed'], concerns: ({ id }) => id === openingId, pause: PAUSE, refetch: () => void dispatch(openingsChanged()) });
  if (data?.id === openingId) return <OpeningView key={openingId} opening={data} renderRounds={renderRounds} />;
  const title = t`Opening`;
  if (error === undefined) return <PageSkeleton title={title} />;
  return <PageProblem error={error} onRetry={() => void refetch()} title={title} list={{ to: PLACEMENT, label: t`See all openings`, back: t`Placement` }} icon={<PlacementIcon fontSize="small" />} permission="placement.view" />;
}
