import { type FocusEvent, type PointerEvent, useState } from 'react';

/** Whether the pointer or the keyboard's focus is in the rows; `handlers` go on the element around them. */
export function useBusyRows() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  return {
    busy: pointed || focused,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        setPointed(pointerType === 'mouse');
      },
      onPointerLeave: () => {
        setPointed(false);
      },
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        setFocused(target.matches(':focus-visible'));
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      },
    },
  };
}
