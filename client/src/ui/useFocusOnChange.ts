import { useRef } from 'react';

import { useOnChange } from '~/lib/useOnChange';

/** When `state` changes, and the button that had the focus went with it, the element that takes the ref gets it. */
export function useFocusOnChange(state: string) {
  const element = useRef<HTMLDivElement>(null);
  useOnChange(state, () => {
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  });
  return element;
}
