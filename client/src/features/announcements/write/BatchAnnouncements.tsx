import { t } from '@lingui/core/macro';
import { Button } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';

import { lazyChunk } from '~/ui/lazyChunk';

import { SENT } from '../api';

const WriteDialog = lazyChunk(() => import('./WriteDialog'), (module) => module.WriteDialog);

/** Writes to a batch, and leads to what was written to it. */
export function BatchAnnouncements({ id, name }: { readonly id: string; readonly name: string }) {
  const [writing, setWriting] = useState(false);
  const close = () => setWriting(false);
  return (
    <>
      <Button variant="outlined" component={Link} to={`${SENT}?batch=${id}`}>
        {t`Announcements`}
      </Button>
      <Button variant="contained" onClick={() => setWriting(true)}>
        {t`Write Announcement`}
      </Button>
      {writing && <WriteDialog to={{ batchId: id }} audience={t`To everyone in the batch ${name}.`} onClose={close} onSent={close} />}
    </>
  );
}
