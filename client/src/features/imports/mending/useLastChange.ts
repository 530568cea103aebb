import { useRef, useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { useToasts } from '~/ui/toasts/slice';

import { useUndoImportChangeMutation } from '../mendingApi';

/** A change that can be taken back. */
export interface Change {
  /** "Phone of row 3 changed" */
  readonly done: string;
  /** What its undoing takes back: "change of phone in row 3". */
  readonly what: string;
}

/** The last change of the rows, with what takes it back. */
export function useLastChange(importId: string, onUndone: () => void) {
  const [send, { isLoading: undoing }] = useUndoImportChangeMutation();
  const [last, setLast] = useState<Change | null>(null);
  const closeToast = useRef<(() => void) | null>(null);
  const toasts = useToasts();

  const undo = async () => {
    closeToast.current?.();
    closeToast.current = null;
    const { error } = await send({ importId });
    if (error !== undefined) {
      if (isProblem(error) && error.code === 'nothing_to_undo') setLast(null);
      toasts.error(messageOf(error, 'The last change could not be undone.'));
      return;
    }
    setLast(null);
    onUndone();
    toasts.success('The last change was undone.');
  };

  return {
    last,
    undoing,
    undo: () => {
      if (!undoing) void undo();
    },
    /** Another administrator's change, which is the last one now. */
    overtaken: setLast,
    changed: (change: Change) => {
      setLast(change);
      // One at a time: of several changes the last one alone can be undone.
      closeToast.current?.();
      closeToast.current = toasts.offer(`${change.done}.`, { label: 'Undo', run: () => void undo() });
    },
  };
}
