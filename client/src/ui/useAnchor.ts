import { type MouseEvent, useState } from 'react';

/** The page within its frame: what opens over it stays in its landmark. */
export function pageContent(): HTMLElement {
  return document.getElementById('content') ?? document.body;
}

/** Below its button, along the right edge. */
export const belowRight = {
  anchorOrigin: { vertical: 'bottom', horizontal: 'right' },
  transformOrigin: { vertical: 'top', horizontal: 'right' },
} as const;

/** A button and the menu or dialog that it opens: the props of both. */
export function useAnchor(popup: 'menu' | 'dialog') {
  const [anchorEl, setAnchor] = useState<HTMLElement | null>(null);
  const open = anchorEl !== null;
  const close = () => setAnchor(null);
  const onClick = (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget);
  return { button: { 'aria-haspopup': popup, 'aria-expanded': open, onClick }, popup: { anchorEl, open, onClose: close }, close } as const;
}
