import { t } from '@lingui/core/macro';
import { Button } from '@mui/material';
import { useState } from 'react';

import { lazyChunk } from '~/ui/lazyChunk';
import { Note } from '~/ui/Text';

// Most learners have a link: what searches is loaded when it is asked for.
const InstituteSearch = lazyChunk(() => import('./InstituteSearch'), (module) => module.InstituteSearch);

/** Tells a learner who has come without a link where to apply. */
export function InstituteHint({ sx }: { readonly sx?: object }) {
  const [searches, setSearches] = useState(false);
  return (
    <Note component="div" sx={{ display: 'grid', justifyItems: 'start', gap: 1, ...sx }}>
      <span>{t`Are you a learner? Use the link that your institute gave you: it leads to its own page.`}</span>
      {searches ? (
        <InstituteSearch />
      ) : (
        <Button variant="text" size="small" sx={{ ml: -1.5 }} onClick={() => setSearches(true)}>
          {t`Find your institute by its name`}
        </Button>
      )}
    </Note>
  );
}
