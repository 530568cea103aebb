import { useCallback, useEffect, useRef } from 'react';
import type { RefCallBack } from 'react-hook-form';

import { nextTask } from '~/lib/inPieces';
import { whenUncovered } from '~/lib/outline';

/**
 * Focuses the field once the page is drawn, where a page consists of one form: it is where the person wants to be. In a
 * task of its own: by React's `autoFocus` the browser lays out the page, and the field is drawn anew, within the task
 * that draws the page. A field that has been chosen meanwhile keeps the focus. Returns the field's ref, which passes the
 * element on to `passOn`.
 */
export function useInitialFocus(wanted: boolean, passOn: RefCallBack): RefCallBack {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef(wanted);
  useEffect(() => {
    if (!first.current) return undefined;
    let here = true;
    void whenUncovered().then(nextTask).then(() => {
      if (here && document.activeElement?.matches('input, textarea, select') !== true) input.current?.focus();
    });
    return () => {
      here = false;
    };
  }, []);
  return useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      passOn(element);
    },
    [passOn],
  );
}
