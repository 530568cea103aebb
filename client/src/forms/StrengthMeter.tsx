import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

import { passwordCriteria, passwordScore, passwordStrength, type Strength } from '~/lib/passwordStrength';

const HIGHEST = 6;

const colours: Readonly<Record<Strength, string>> = {
  Weak: 'error.main',
  Medium: 'warning.main',
  Strong: 'success.main',
};

/** How strong a password is while it is typed, and what it still lacks. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const strength = passwordStrength(password);
  const score = passwordScore(password);
  const missing = passwordCriteria(password).filter((criterion) => !criterion.met);
  const shown = password !== '';
  return (
    <Box sx={{ mt: -1 }}>
      <Box aria-hidden sx={{ display: 'flex', gap: 0.5 }}>
        {Array.from({ length: HIGHEST }, (_, index) => (
          <Box
            key={index}
            sx={{
              flex: 1,
              height: 4,
              borderRadius: 2,
              bgcolor: shown && index < score ? colours[strength] : 'surface.line',
              transition: 'background-color 180ms',
            }}
          />
        ))}
      </Box>
      <Typography variant="caption" component="p" role="status" sx={{ mt: 0.75, minHeight: '1.45em', color: 'text.secondary' }}>
        {shown ? `Password strength: ${strength}` : 'Use at least 3 of: 8 characters, lowercase, uppercase, digit, special character.'}
      </Typography>
      {shown && missing.length > 0 && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          Could add: {missing.map((criterion) => criterion.label.toLowerCase()).join(', ')}
        </Typography>
      )}
    </Box>
  );
}
