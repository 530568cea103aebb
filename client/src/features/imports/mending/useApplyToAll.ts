import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import type { Field } from '../api';
import { useMapImportValueMutation } from '../mendingApi';
import { SHARED_FIELDS } from './fields';
import type { SavedCell } from './useCellSaves';

interface Offer {
  readonly field: Field;
  readonly from: string;
  readonly to: string;
  /** Rows that still have the value. */
  readonly rows: number;
}

/** After a change of one cell: the same change for all other rows with the value that it had. */
export function useApplyToAll(importId: string) {
  const [send, { isLoading: applying }] = useMapImportValueMutation();
  const [offer, setOffer] = useState<Offer | null>(null);
  const toasts = useToasts();

  const look = async ({ before, after, field }: SavedCell) => {
    setOffer(null);
    const [from, to] = [before.values[field], after.values[field]];
    const isMended = after.errors.every((problem) => problem.field !== field);
    if (!SHARED_FIELDS.includes(field) || !isMended || from === to) return;
    const { data } = await send({ importId, mapValueRequest: { field, from, to, dryRun: true } });
    if (data !== undefined && data.rows > 0) setOffer({ field, from, to, rows: data.rows });
  };

  const apply = async ({ field, from, to }: Offer) => {
    const { data, error } = await send({ importId, mapValueRequest: { field, from, to } });
    if (data === undefined) {
      toasts.error(messageOf(error, 'The value could not be changed.'));
      return;
    }
    setOffer(null);
  };

  return {
    offer,
    applying,
    look: (saved: SavedCell) => void look(saved),
    apply: () => {
      if (offer !== null && !applying) void apply(offer);
    },
    dismiss: () => {
      setOffer(null);
    },
  };
}

export type ApplyToAll = ReturnType<typeof useApplyToAll>;
