import Box from '@mui/material/Box';
import { type Control, useController, useWatch } from 'react-hook-form';

import { TextField } from '~/forms/TextField';
import { looksLikeEmail, looksLikePhone, normalizePhone } from '~/lib/contacts';

import { useLazyCheckEmailQuery, useLazyCheckPhoneQuery } from '../signupApi';
import type { SignupValues } from '../signupSchema';
import { useTaken } from '../useTaken';

interface ContactFieldProps {
  readonly control: Control<SignupValues>;
}

/** Rendered empty first, so that screen readers announce it; empty while the value is free or the field has an error. */
function TakenNote({ message }: { readonly message: string | null }) {
  return (
    <Box component="span" role="status" sx={{ color: 'error.main' }}>
      {message}
    </Box>
  );
}

function useHasError(control: Control<SignupValues>, name: 'email' | 'phone'): boolean {
  return useController({ control, name }).fieldState.error !== undefined;
}

export function EmailField({ control }: ContactFieldProps) {
  const [check] = useLazyCheckEmailQuery();
  const email = useWatch({ control, name: 'email' }).trim();
  const taken = useTaken(looksLikeEmail(email) ? email : null, (asked) => check({ email: asked }, true));
  const refused = useHasError(control, 'email');
  return (
    <TextField
      control={control}
      name="email"
      label="Email"
      type="email"
      autoComplete="email"
      inputMode="email"
      enterKeyHint="next"
      hint={<TakenNote message={taken && !refused ? 'Email already registered' : null} />}
    />
  );
}

export function PhoneField({ control }: ContactFieldProps) {
  const [check] = useLazyCheckPhoneQuery();
  const phone = normalizePhone(useWatch({ control, name: 'phone' }));
  const taken = useTaken(looksLikePhone(phone) ? phone : null, (asked) => check({ phone: asked }, true));
  const refused = useHasError(control, 'phone');
  return (
    <TextField
      control={control}
      name="phone"
      label="Phone"
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      enterKeyHint="next"
      tidy={normalizePhone}
      hint={<TakenNote message={taken && !refused ? 'Phone already registered' : null} />}
    />
  );
}
