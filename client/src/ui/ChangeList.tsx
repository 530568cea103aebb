import { Box } from '@mui/material';

import type { Change } from '~/lib/changes';

function Value({ change: { before, after } }: { readonly change: Change }) {
  return (
    <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
      {before !== null && (
        <Box component="del" sx={{ color: 'text.secondary', textDecorationColor: 'currentcolor' }}>
          <span className="visually-hidden">before: </span>
          {before}
        </Box>
      )}
      {before !== null && after !== null && (
        <Box component="span" aria-hidden sx={{ mx: 0.75, color: 'text.secondary' }}>
          →
        </Box>
      )}
      {after !== null && (
        <Box component="ins" sx={{ fontWeight: 500, textDecoration: 'none' }}>
          {before !== null && <span className="visually-hidden">after: </span>}
          {after}
        </Box>
      )}
    </Box>
  );
}

export function ChangeList({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'fit-content(45%) minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.25, m: 0, typography: 'caption' }}>
      {changes.map((change) => (
        <Box key={change.name} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {change.name}
          </Box>
          <Value change={change} />
        </Box>
      ))}
    </Box>
  );
}
