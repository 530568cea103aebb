import { plural, t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router';

import { useAppDispatch } from '~/lib/dispatch';
import { sayDaysLeft, sayPay } from '~/lib/placement';
import { translated } from '~/lib/sentences';
import { joined } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { unlessLive, useChanges, usePolledQuery } from '~/realtime/extra';
import { ConfirmButton } from '~/ui/ConfirmDialog';
import { EmptyState } from '~/ui/EmptyState';
import { PlacementIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { Entries, Panel, QueryPanel, What } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { PagedList } from '~/ui/RowList';
import { StateChip } from '~/ui/StateChip';
import { Caption } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { FRESH, ownChanged, type OwnOpening, PAUSE, placementApi } from '../api';
import { OwnOfferEntries } from '../own/OwnOffers';
import { CANDIDACY_CHIPS, sayUnmet } from '../words';

const PAGE_SIZE = 10;
const POLL = 60_000;
const finger = { minHeight: 44 } as const;

const ACTIVE: ReadonlySet<string> = new Set(['eligible', 'applied', 'shortlisted', 'in_rounds', 'selected']);

/** "You fit", "Fill in 2 details", or each condition that is not fulfilled; or why the policy takes no application. */
function Fitting({ unmet, refused }: Pick<OwnOpening, 'unmet' | 'refused'>) {
  if (refused !== null) return <Caption component="p" sx={{ m: 0 }}>{translated(refused)}</Caption>;
  if (unmet.length === 0) return <Caption component="p" sx={{ m: 0, color: 'success.main', fontWeight: 600 }}>{t`You fit`}</Caption>;
  const missing = unmet.filter(({ isMissing, mayFillIn }) => isMissing && mayFillIn);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, justifyItems: 'start' }}>
      {unmet.filter((each) => !missing.includes(each)).map((each, index) => (
        <Caption key={each.field ?? index} component="p" sx={{ m: 0, overflowWrap: 'anywhere' }}>
          {sayUnmet(each, true)}
        </Caption>
      ))}
      {missing.length > 0 && (
        <Button component={Link} to="/dashboard/profile?edit" variant="outlined" size="small" sx={{ ...finger, whiteSpace: 'normal', textAlign: 'left' }}>
          {t`${plural(missing.length, { one: 'Fill in # detail', other: 'Fill in # details' })}: ${{ details: missing.map(({ label }) => label).join(', ') }}`}
        </Button>
      )}
    </Box>
  );
}

function OpeningEntry({ opening }: { readonly opening: OwnOpening }) {
  const { id: openingId, title, employerName, place, payFrom, payTo, closesAt, state, unmet, mayApply, refused } = opening;
  const { act, busy } = useAct(placementApi.useAnswerOpeningMutation(), t`Your answer could not be sent.`, ({ state: now }) => (now === 'applied' ? t`You have applied.` : t`You have withdrawn.`));
  const isCandidate = state !== null && ACTIVE.has(state);
  return (
    <Box component="li" sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <What>{t`${title} at ${employerName}`}</What>
        {state !== null && <StateChip {...CANDIDACY_CHIPS[state]} />}
      </Box>
      <Caption component="p" sx={{ m: 0 }}>
        {joined(' · ', [sayPay(payFrom, payTo) ?? false, place ?? false, sayDaysLeft(closesAt) ?? false])}
      </Caption>
      {(state === null || state === 'eligible' || refused !== null) && <Fitting unmet={unmet} refused={refused} />}
      <Box sx={{ display: 'flex', gap: 1, mt: 0.5, '&:empty': { display: 'none' } }}>
        {mayApply && (
          <ProgressButton busy={busy} sx={finger} onClick={() => void act({ openingId, applyRequest: { answer: 'apply' } })}>
            {t`Apply`}
          </ProgressButton>
        )}
        {isCandidate && state !== 'eligible' && (
          <ConfirmButton label={t`Withdraw`} title={t`Withdraw from this opening?`} dismissLabel={t`Not Now`} destructive busy={busy} button={{ size: 'medium', sx: finger }} onConfirm={() => act({ openingId, applyRequest: { answer: 'withdraw' } })}>
            {t`${employerName} does not consider you for ${title} any more.`}
          </ConfirmButton>
        )}
      </Box>
    </Box>
  );
}

function Offers() {
  const answer = usePolledQuery(placementApi.useListOwnOffersQuery, undefined, { intervalOf: unlessLive(POLL), ...FRESH });
  if (answer.data?.offers.length === 0) return null;
  return (
    <QueryPanel title={t`Your offers`} answer={answer} failure={t`Your offers could not be loaded.`} lines={3}>
      {({ offers }) => <OwnOfferEntries offers={offers} />}
    </QueryPanel>
  );
}

/** A trainee's own offers, then the openings that take applications. */
export function OwnOpeningsPage() {
  const list = useListParams({});
  const dispatch = useAppDispatch();
  const answer = placementApi.useListOwnOpeningsQuery({ page: list.view.page, pageSize: PAGE_SIZE }, FRESH);
  useChanges({ events: ['offer:mine'], pause: PAUSE, refetch: () => void dispatch(ownChanged()) });
  return (
    <PageShell>
      <PageHeader title={t`Openings`} subtitle={t`Work that you can apply for, and what was offered to you.`} />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
        <Offers />
        <Panel title={t`Openings`}>
          <PagedList
            answer={answer}
            failure={t`The openings could not be loaded.`}
            label={t`Openings`}
            pageSize={PAGE_SIZE}
            list={list}
            rowHeight={96}
            skeletons={4}
            empty={<EmptyState title={t`No openings now`} icon={<PlacementIcon fontSize="small" />}>{t`New ones are shown here. Fill in your details meanwhile: employers ask for them.`}</EmptyState>}
          >
            {(openings) => (
              <Entries label={t`Openings`}>
                {openings.map((opening) => (
                  <OpeningEntry key={opening.id} opening={opening} />
                ))}
              </Entries>
            )}
          </PagedList>
        </Panel>
      </Box>
    </PageShell>
  );
}
