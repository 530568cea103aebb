import Box from '@mui/material/Box';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

import { NARROWEST, WIDEST } from './columns';

interface ResizeHandleProps {
  /** The column's. */
  readonly label: string;
  readonly width: number;
  /** While it is dragged, and at its end; null for the column's own width. */
  readonly onResize: (width: number | null, isFinal: boolean) => void;
}

const STEP = 16;
const handle = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  right: -12,
  zIndex: 1,
  width: 24,
  cursor: 'col-resize',
  touchAction: 'none',
  '&::after': { content: '""', position: 'absolute', insetBlock: 8, left: 11, width: 2, bgcolor: 'transparent' },
  'th:hover > &::after, &:hover::after': { bgcolor: 'surface.controlLine' },
  '&:focus-visible': { boxShadow: 'none' },
  '&:focus-visible::after': { bgcolor: 'primary.main', insetBlock: 4, width: 4, left: 10 },
} as const;

const within = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

/** Drags the right edge of a column; by keyboard the arrows move it, and Home gives it back its own width. */
export function ResizeHandle({ label, width, onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const drag = (event: PointerEvent, isFinal: boolean) => {
    if (start.current === null) return;
    onResize(within(start.current.width + event.clientX - start.current.x), isFinal);
    if (isFinal) start.current = null;
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined && event.key !== 'Home') return;
    event.preventDefault();
    event.stopPropagation();
    onResize(step === undefined ? null : within(width + step), true);
  };
  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onKeyDown={press}
      onPointerDown={(event) => {
        const head = event.currentTarget.parentElement;
        start.current = { x: event.clientX, width: head?.offsetWidth ?? width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        drag(event, false);
      }}
      onPointerUp={(event) => {
        drag(event, true);
      }}
      onPointerCancel={(event) => {
        drag(event, true);
      }}
      onDoubleClick={() => {
        onResize(null, true);
      }}
      sx={handle}
    />
  );
}
