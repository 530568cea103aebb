import Popover, { type PopoverProps } from '@mui/material/Popover';
import type { ReactNode } from 'react';

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

/** A dialog below a button of the top bar. */
export function Sheet({ label, width, maxHeight, ...popover }: SheetProps) {
  const sx = { ...paper, width: `min(${width}px, calc(100vw - 32px))`, maxHeight };
  return <Popover {...popover} {...belowRight} slotProps={{ paper: { role: 'dialog', 'aria-label': label, sx } }} />;
}
