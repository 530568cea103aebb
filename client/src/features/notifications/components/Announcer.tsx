import { useState } from 'react';

import type { NotificationPage } from '../api';

/** Announces new notifications to screen readers. */
export function Announcer({ page }: { readonly page: NotificationPage | undefined }) {
  const newest = page?.data[0];
  const [known, setKnown] = useState<string | null | undefined>(undefined);
  const [said, setSaid] = useState('');
  const id = page === undefined ? undefined : (newest?.id ?? null);
  if (id !== known) {
    setKnown(id);
    if (known !== undefined && newest?.readAt === null) setSaid(`New notification: ${newest.title}`);
  }
  return (
    <span role="status" className="visually-hidden">
      {said}
    </span>
  );
}
