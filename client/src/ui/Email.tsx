import { Box } from '@mui/material';
import { Fragment } from 'react';

const breakable = (text: string) =>
  text.split(/(?=\.)/u).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** An address that breaks, where it must, behind its @; within the domain only where that is wider than the line. */
export function Email({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@') + 1;
  if (at === 0) return breakable(children);
  return (
    <>
      {breakable(children.slice(0, at))}
      <wbr />
      <Box component="span" sx={{ display: 'inline-block', maxWidth: '100%' }}>
        {breakable(children.slice(at))}
      </Box>
    </>
  );
}
