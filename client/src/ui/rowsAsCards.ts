import { useMediaQuery } from '@mui/material';
import { useLayoutEffect, useState } from 'react';

import { layout } from '~/theme/tokens';

/** Whether the window is as narrow as a phone's: the sidebar is a drawer, and rows are cards. */
export function useIsMobile(): boolean {
  return useMediaQuery(`(max-width: ${layout.mobile - 0.05}px)`, { noSsr: true });
}

/** Whether rows are cards: on a phone, and where the element that takes `ref` is narrower than the columns need. */
export function useRowsAsCards(columnsWidth: number) {
  const isMobile = useIsMobile();
  const [element, ref] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    if (element === null) return undefined;
    const measure = () => {
      // 0: not laid out.
      setWidth(element.clientWidth || Infinity);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ref, asCards: isMobile || width < columnsWidth };
}
