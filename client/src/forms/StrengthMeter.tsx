import { msg, t } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { HIGHEST_WEAK, judgePassword, passwordCriteria, type Person, type Strength } from '~/lib/passwordRules';
import { texts } from '~/lib/texts';
import { radius } from '~/theme/tokens';
import { Caption } from '~/ui/Text';

const HIGHEST = 6;

const colours: Readonly<Record<Strength, string>> = {
  Weak: 'error.main',
  Medium: 'warning.main',
  Strong: 'success.main',
};

const STRENGTHS: Readonly<Record<Strength, string>> = texts({ Weak: msg`Weak`, Medium: msg`Medium`, Strong: msg`Strong` });

interface StrengthMeterProps {
  readonly password: string;
  /** The owner's name and email, as far as the page knows them. */
  readonly person: Person;
  /** The field's error: it is not repeated here. */
  readonly fieldError: string | undefined;
}

const hasText = (text: string | undefined) => text !== undefined && text !== '';

export function StrengthMeter({ password, person, fieldError }: StrengthMeterProps) {
  const shown = password !== '';
  const judged = judgePassword(password, person);
  const { refusal } = judged;
  // What the server has refused is not strong, whatever it is made of.
  const { strength, score } = hasText(fieldError) ? { strength: 'Weak' as const, score: Math.min(judged.score, HIGHEST_WEAK) } : judged;
  const remark = refusal === fieldError ? null : refusal;
  const missing = passwordCriteria(password).filter((criterion) => !criterion.met);
  return (
    <Box sx={{ mt: -1 }}>
      <Box aria-hidden sx={{ display: 'flex', gap: 0.5 }}>
        {Array.from({ length: HIGHEST }, (_, index) => (
          <Box
            key={index}
            sx={{
              flex: 1,
              height: 4,
              borderRadius: radius.round,
              bgcolor: shown && index < score ? colours[strength] : 'surface.line',
              transition: 'background-color 180ms',
            }}
          />
        ))}
      </Box>
      <Caption component="p" role="status" sx={{ mt: 0.75, minHeight: '1.45em' }}>
        {shown ? [t`Password strength: ${{ strength: STRENGTHS[strength] }}`, remark].filter((part) => part !== null).join('. ') : t`At least 8 characters, with three of: capital letters, small letters, digits, symbols.`}
      </Caption>
      {shown && missing.length > 0 && (
        <Caption component="p">{t`Could add: ${{ criteria: missing.map((criterion) => criterion.label.toLowerCase()).join(', ') }}`}</Caption>
      )}
    </Box>
  );
}
