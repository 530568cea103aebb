import { Fragment } from 'react';

/** An address that breaks, where it must, before its @ or a dot. */
export function Email({ children }: { readonly children: string }) {
  return children.split(/(?=[@.])/u).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
