import type { ShownRow } from '../modes';

/** A placeholder: the password does not exist before the invitation is sent, and an update keeps the account's. */
export function MaskedPassword({ row: { verdict } }: { readonly row: Pick<ShownRow, 'row' | 'verdict'> }) {
  const isKept = verdict === 'changed' || verdict === 'unchanged';
  return (
    <>
      <span aria-hidden style={{ letterSpacing: isKept ? undefined : '0.1em' }}>
        {isKept ? '—' : '••••••••'}
      </span>
      <span className="visually-hidden">{isKept ? 'stays as it is' : 'made later'}</span>
    </>
  );
}
