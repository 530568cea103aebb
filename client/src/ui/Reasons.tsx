import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

interface Reason {
  readonly reason: string;
  readonly count: number;
}

interface ReasonsProps {
  /** What is listed, such as "Will stay as they are". */
  readonly title: string;
  readonly reasons: readonly Reason[];
  /** "1 person", "214 people". */
  readonly countOf: (count: number) => string;
}

/** Why something will not happen, and to how many; nothing where there are no reasons. */
export function Reasons({ title, reasons, countOf }: ReasonsProps) {
  if (reasons.length === 0) return null;
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ color: 'text.primary' }}>
        {title}
      </Typography>
      <Box
        component="ul"
        sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 168, overflowY: 'auto', typography: 'body2', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
      >
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {countOf(count)}: {reason}
          </li>
        ))}
      </Box>
    </Box>
  );
}
