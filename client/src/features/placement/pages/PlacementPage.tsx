import { t } from '@lingui/core/macro';
import { Box, Button, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';

import { useHasProfile } from '~/api/session/slice';
import { dayOf } from '~/lib/days';
import { useAppDispatch } from '~/lib/dispatch';
import { OFFER_FILTERS, PLACEMENT } from '~/lib/placement';
import { PLACEMENT_MANAGERS, USER_MANAGERS } from '~/lib/profiles';
import { useListParams } from '~/lib/useListParams';
import { useChanges } from '~/realtime/extra';
import { AddIcon } from '~/ui/icons';
import { PageHeader, PageShell } from '~/ui/PageShell';

import { openingsChanged, PAUSE } from '../api';
import { Employers } from '../employers/Employers';
import { PlacementFigures } from '../figures/PlacementFigures';
import { OfferList } from '../offers/OfferList';
import { OpeningDialog } from '../openings/OpeningDialog';
import { OpeningList } from '../openings/OpeningList';

const TABS = ['openings', 'offers', 'employers', 'figures'] as const;
const isDay = (value: string) => dayOf(value) !== undefined;
const CHOICES = {
  tab: TABS,
  state: ['draft', 'open', 'closed'],
  employer: (value: string) => /^[\da-f-]{36}$/iu.test(value),
  offer: Object.keys(OFFER_FILTERS) as (keyof typeof OFFER_FILTERS)[],
  by: ['employer', 'batch', 'month'],
  from: isDay,
  to: isDay,
} as const;

/** Openings, offers and employers within the reader's reach, and what came of them. */
export function PlacementPage() {
  const list = useListParams(CHOICES);
  const tab = list.view.tab ?? 'openings';
  const manages = useHasProfile(PLACEMENT_MANAGERS);
  const seesPeople = useHasProfile(USER_MANAGERS);
  const [adding, setAdding] = useState(false);
  const dispatch = useAppDispatch();
  useChanges({ events: ['opening:changed'], pause: PAUSE, refetch: () => void dispatch(openingsChanged()) });
  const labels = { openings: t`Openings`, offers: t`Offers`, employers: t`Employers`, figures: t`Figures` };
  return (
    <PageShell>
      <PageHeader
        title={t`Placement`}
        subtitle={t`From an opening to a joining that is confirmed.`}
        actions={
          manages && (
            <Button variant="contained" startIcon={<AddIcon sx={{ fontSize: 18 }} />} onClick={() => setAdding(true)}>
              {t`Add Opening`}
            </Button>
          )
        }
      />
      <Tabs value={tab} aria-label={t`Placement`} variant="scrollable" scrollButtons={false} sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}>
        {TABS.map((each) => (
          <Tab key={each} id={`tab-${each}`} aria-controls={`panel-${each}`} value={each} label={labels[each]} component={Link} to={each === 'openings' ? PLACEMENT : `${PLACEMENT}?tab=${each}`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'openings' && <OpeningList list={list} manages={manages} />}
        {tab === 'offers' && <OfferList filter={list.view.offer} onFilter={(offer) => list.change({ offer })} list={list} opening={null} />}
        {tab === 'employers' && <Employers manages={manages} list={list} />}
        {tab === 'figures' && <PlacementFigures by={list.view.by ?? 'employer'} from={list.view.from} to={list.view.to} onChange={list.change} seesPeople={seesPeople} />}
      </Box>
      {adding && <OpeningDialog opening={null} onClose={() => setAdding(false)} />}
    </PageShell>
  );
}
