import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import type { ImportRow } from '../api';
import { useDeleteImportRowsMutation } from '../mendingApi';
import type { Selection } from './useSelection';

/** Deletes the selected rows, after a question. */
export function useDeleteRows(importId: string, { selected, clear }: Selection, onDeleted: () => void) {
  const [send, { isLoading: deleting }] = useDeleteImportRowsMutation();
  const [asking, setAsking] = useState(false);
  // What is asked about does not change while the dialog closes.
  const [asked, setAsked] = useState<readonly ImportRow[]>([]);
  const toasts = useToasts();
  const close = () => {
    setAsking(false);
  };
  const remove = async () => {
    const { error } = await send({ importId, deleteRowsRequest: { rows: asked.map(({ row }) => row) } });
    close();
    if (error !== undefined) {
      toasts.error(messageOf(error, 'The rows could not be deleted.'));
      return;
    }
    clear();
    onDeleted();
  };
  return {
    asking,
    asked,
    deleting,
    ask: () => {
      setAsked(selected);
      setAsking(true);
    },
    close,
    confirm: () => void remove(),
  };
}
