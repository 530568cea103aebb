import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { OWN_OPENINGS } from '~/lib/placement';
import { Panel } from '~/ui/Panel';
import { TextLink } from '~/ui/Text';

import type { OwnOffer } from '../api';
import { OwnOfferEntries } from './OwnOffers';

/** Offers that wait for an answer, on the dashboard; nothing once all are answered. */
export function OwnOffersPanel({ offers }: { readonly offers: readonly OwnOffer[] }) {
  return (
    <Box sx={{ mb: 3, '&:empty': { display: 'none' } }}>
      {offers.length > 0 && (
        <Panel title={t`Your offers`} aside={<TextLink to={OWN_OPENINGS} variant="body2">{t`All openings`}</TextLink>}>
          <OwnOfferEntries offers={offers} />
        </Panel>
      )}
    </Box>
  );
}
