import { useRef } from 'react';

/** Announces a sentence to screen readers whenever it is another one; not the first. */
export function Announcer({ children: now }: { readonly children: string }) {
  const first = useRef(now);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {/* eslint-disable-next-line react-hooks/refs -- a value of the first render that never changes */}
      {now === first.current ? '' : now}
    </p>
  );
}
