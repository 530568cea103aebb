import { Box } from '@mui/material';
import { type PointerEvent, useState } from 'react';

import { ChevronUpDownIcon } from './icons';

export const movedTo = <Key extends string>(keys: readonly Key[], key: Key, place: number): readonly Key[] => keys.filter((each) => each !== key).toSpliced(place, 0, key);

const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;

/**
 * A list whose entries are dragged by their handles. `order` is the one on screen, which `onMoved` takes up at the end. The
 * list holds the pointer: the entry itself moves in the document.
 */
export function useReorder<Key extends string>(keys: readonly Key[], onMoved: (key: Key, place: number) => void) {
  const [drag, setDrag] = useState<{ readonly key: Key; readonly place: number } | null>(null);
  return {
    order: drag === null ? keys : movedTo(keys, drag.key, drag.place),
    dragged: drag?.key,
    list: {
      onPointerDown: ({ target, currentTarget, pointerId }: PointerEvent) => {
        const handle = target instanceof Element ? target.closest<HTMLElement>('[data-handle]') : null;
        const key = keys.find((each) => each === handle?.dataset['handle']);
        if (key === undefined) return;
        currentTarget.setPointerCapture(pointerId);
        setDrag({ key, place: keys.indexOf(key) });
      },
      onPointerMove: ({ currentTarget, clientY }: PointerEvent) => {
        if (drag === null) return;
        const others = [...currentTarget.querySelectorAll<HTMLElement>('[data-handle]')].filter(({ dataset }) => dataset['handle'] !== drag.key);
        setDrag({ ...drag, place: others.filter((handle) => middle(handle.getBoundingClientRect()) < clientY).length });
      },
      onPointerUp: () => {
        if (drag !== null && drag.place !== keys.indexOf(drag.key)) onMoved(drag.key, drag.place);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}

/** Beside it there is another way to move the entry: a drag is not for everybody. */
export function DragHandle({ of }: { readonly of: string }) {
  return (
    <Box aria-hidden data-handle={of} sx={{ display: 'grid', placeItems: 'center', width: 24, height: 36, color: 'text.secondary', touchAction: 'none', cursor: 'grab' }}>
      <ChevronUpDownIcon sx={{ fontSize: 16 }} />
    </Box>
  );
}
