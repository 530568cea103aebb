import Link from '@mui/material/Link';
import type { Control } from 'react-hook-form';

import { CheckboxField } from '~/forms/CheckboxField';

import type { SignupValues } from '../signupSchema';

// Opened in a new tab: the form keeps its text.
const elsewhere = { target: '_blank', rel: 'noopener' } as const;

export function TermsField({ control }: { readonly control: Control<SignupValues> }) {
  return (
    <CheckboxField
      control={control}
      name="terms"
      label={
        <>
          I accept the{' '}
          <Link href="/terms" {...elsewhere}>
            Terms &amp; Conditions
          </Link>{' '}
          and the{' '}
          <Link href="/privacy" {...elsewhere}>
            Privacy Policy
          </Link>
        </>
      }
    />
  );
}
