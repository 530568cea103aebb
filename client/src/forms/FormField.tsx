import { Box, FormHelperText, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/**
 * What is wrong with a field, if anything is; `id` is for its `aria-describedby`. Its live region is rendered empty first,
 * so that screen readers announce it.
 */
export function FieldError({ id, children }: { readonly id: string; readonly children: string | undefined }) {
  return (
    <FormHelperText error id={id} role="alert">
      {children}
    </FormHelperText>
  );
}

interface FieldIds {
  readonly inputId: string;
  /** For aria-describedby: the hint and the error, if shown. */
  readonly describedBy: string | undefined;
}

export interface FormFieldProps {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  readonly children: (ids: FieldIds) => ReactNode;
}

export function FormField({ label, hideLabel = false, hint, error, aside, children }: FormFieldProps) {
  const id = useId();
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <Box>
      <Box className={hideLabel ? 'visually-hidden' : undefined} sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 0.75 }}>
        <Typography component="label" variant="subtitle2" htmlFor={id}>
          {label}
        </Typography>
        {aside}
      </Box>
      {children({ inputId: id, describedBy })}
      {hint !== undefined && <FormHelperText id={`${id}-hint`}>{hint}</FormHelperText>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </Box>
  );
}
