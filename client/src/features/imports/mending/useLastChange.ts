import { useEffect, useEffectEvent, useRef } from 'react';

import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { useToasts } from '~/ui/toasts/slice';

import type { LastChange } from '../api';
import { presentChange, useUndoImportChangeMutation } from '../mendingApi';
import { changeOf } from './fields';

/** The last change of the rows, with what takes it back. An own new one is announced. */
export function useLastChange(importId: string, last: LastChange | null, onUndone: () => void) {
  const [send, { isLoading: undoing }] = useUndoImportChangeMutation();
  const own = useClaims()?.userId;
  const toasts = useToasts();
  const closeToast = useRef<(() => void) | null>(null);
  const isMuted = useRef(false);
  const number = last?.number ?? 0;
  const newest = useRef(number);

  const undo = async () => {
    if (last === null) return;
    const { error } = await send({ importId, undoChangeRequest: { number: last.number } });
    if (error !== undefined) {
      const present = presentChange(error);
      toasts.error(
        present === undefined
          ? messageOf(error, 'The last change could not be undone.')
          : `Nothing was undone. The last change now is ${present.by?.id === own ? 'your ' : ''}${whatOf(present, own)}.`,
      );
      return;
    }
    onUndone();
    toasts.success('The last change was undone.');
  };

  const announce = useEffectEvent(() => {
    // One at a time: of several changes the last one alone can be undone.
    closeToast.current?.();
    closeToast.current = null;
    const isNew = number > newest.current;
    newest.current = Math.max(number, newest.current);
    if (!isNew || last === null || last.by?.id !== own) return;
    if (!isMuted.current) closeToast.current = toasts.offer(`${changeOf(last).done}.`, { label: 'Undo', run: () => void undo() });
    isMuted.current = false;
  });
  useEffect(() => {
    announce();
  }, [number]);

  return {
    /** What its undoing takes back: "change of phone in row 3". */
    what: last === null ? null : whatOf(last, own),
    undoing,
    undo: () => {
      if (!undoing) void undo();
    },
    /** Whether the next own change is left to another announcement. */
    mute: (muted: boolean) => {
      isMuted.current = muted;
    },
  };
}

/** With the name of the person whose change it is, unless it is one's own. */
function whatOf(last: LastChange, own: string | undefined): string {
  const { what } = changeOf(last);
  return last.by !== null && last.by.id === own ? what : `${last.by?.fullName ?? 'another administrator'}’s ${what}`;
}
