import { useEffect, useRef } from 'react';

/** When `state` changes, and the button that had the focus went with it, the element that takes the ref gets it. */
export function useFocusOnChange<Focused extends HTMLElement = HTMLDivElement>(state: string) {
  const element = useRef<Focused>(null);
  const shown = useRef(state);
  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [state]);
  return element;
}
