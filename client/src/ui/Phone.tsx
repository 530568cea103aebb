import { Box } from '@mui/material';

/** How numbers are grouped in the countries that the product knows well. */
const GROUPED = [/^(\+91)(\d{5})(\d{5})$/u, /^(\+1)(\d{3})(\d{3})(\d{4})$/u];

/** A phone in groups, +91 98000 00001. They are set apart without spaces: a copy is the number as it is stored. */
export function Phone({ children }: { readonly children: string }) {
  const groups = GROUPED.flatMap((grouped) => grouped.exec(children)?.slice(1) ?? []);
  if (groups.length === 0) return children;
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
