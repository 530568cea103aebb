import { Alert, Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

import { AlertIcon } from '~/ui/icons';

/** The error of a form as a whole. Its live region is rendered empty first, so that screen readers announce it. */
export function FormError({ message }: { readonly message: string | null }) {
  return (
    <Box role="alert" sx={{ '&:empty': { position: 'absolute' } }}>
      {message !== null && (
        <Alert severity="error" role="presentation" icon={<AlertIcon fontSize="small" />}>
          {message}
        </Alert>
      )}
    </Box>
  );
}

interface FormProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly label: string;
  /** Above the fields; without it the form shows its error elsewhere. */
  readonly error?: string | null;
  readonly onSubmit: (values: Values) => Promise<void>;
  readonly onInvalid?: () => void;
  readonly gap?: number;
  readonly padding?: { readonly xs: number; readonly sm: number };
  readonly children: ReactNode;
}

/** A form that its schema checks, with its error as a whole. */
export function Form<Values extends FieldValues>({ form, label, error, onSubmit, onInvalid, gap = 2.5, padding, children }: FormProps<Values>) {
  return (
    <Box component="form" noValidate aria-label={label} onSubmit={(event) => void form.handleSubmit(onSubmit, onInvalid)(event)} sx={{ display: 'grid', gap, p: padding }}>
      {error !== undefined && <FormError message={error} />}
      {children}
    </Box>
  );
}
