import { type RefObject, useEffect, useRef } from 'react';

import { nextTask } from '~/lib/inPieces';

/**
 * Focuses the field once the page is drawn, where a page consists of one form: it is where the person wants to be. In a
 * task of its own: by React's `autoFocus` the browser lays out the page, and the field is drawn anew, within the task that
 * draws the page. A field that has been chosen meanwhile keeps the focus.
 */
export function useInitialFocus(wanted: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(wanted);
  useEffect(() => {
    if (!first.current) return undefined;
    let here = true;
    void nextTask().then(() => {
      if (here && document.activeElement?.matches('input, textarea, select') !== true) input.current?.focus();
    });
    return () => {
      here = false;
    };
  }, []);
  return input;
}
