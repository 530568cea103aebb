import { Popover, type PopoverActions, type PopoverProps } from '@mui/material';
import { type ReactNode, useCallback, useRef } from 'react';

import { radius, shadow } from '~/theme/tokens';

import { belowRight } from './useAnchor';

interface SheetProps extends Pick<PopoverProps, 'anchorEl' | 'open' | 'onClose'> {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly maxHeight?: string;
  readonly children: ReactNode;
}

const paper = { mt: 1, border: 1, borderColor: 'surface.line', borderRadius: radius.menu, bgcolor: 'surface.raised', boxShadow: shadow.middle } as const;

/** Places the sheet again when it grows: what it loads would otherwise lie below the window, where nothing scrolls. */
function usePlacedAgain() {
  const action = useRef<PopoverActions>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => action.current?.updatePosition());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { action, ref };
}

export function Sheet({ label, width, maxHeight, ...popover }: SheetProps) {
  const { action, ref } = usePlacedAgain();
  const sx = { ...paper, width: `min(${width}px, calc(100vw - 32px))`, maxHeight };
  return <Popover {...popover} {...belowRight} action={action} slotProps={{ paper: { ref, role: 'dialog', 'aria-label': label, sx } }} />;
}
