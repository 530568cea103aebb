import { Box } from '@mui/material';

import { phoneGroups } from '~/lib/contacts';

/** A phone in groups, +91 98000 00001. They are set apart without spaces: a copy is the number as it is stored. */
export function Phone({ children }: { readonly children: string }) {
  const groups = phoneGroups(children);
  if (groups.length === 1) return children;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {groups.map((group, index) => (
        <Box key={index} component="span" sx={{ ml: index === 0 ? 0 : '0.3em' }}>
          {group}
        </Box>
      ))}
    </Box>
  );
}
