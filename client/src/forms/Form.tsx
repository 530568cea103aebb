import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldErrors, FieldValues, UseFormReturn } from 'react-hook-form';

import { Notice } from '~/ui/Notice';
import { ProgressButton } from '~/ui/ProgressButton';

/** The error of a form as a whole. Its live region is rendered empty first, so that screen readers announce it. */
export function FormError({ message }: { readonly message: string | null | undefined }) {
  return (
    <Box role="alert" sx={{ '&:empty': { position: 'absolute' } }}>
      {typeof message === 'string' && (
        <Notice severity="error" role="presentation">
          {message}
        </Notice>
      )}
    </Box>
  );
}

interface FormProps<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly label: string;
  /** False where the page itself shows the error of the form as a whole. */
  readonly showsError?: boolean;
  readonly onSubmit: (values: Values) => Promise<void>;
  readonly gap?: number;
  readonly padded?: boolean;
  readonly children: ReactNode;
}

/** A form that its schema checks, with its root error above the fields. A field that is MISSING is explained there. */
export function Form<Values extends FieldValues>({ form, label, showsError = true, onSubmit, gap = 2.5, padded = false, children }: FormProps<Values>) {
  const onInvalid = (errors: FieldErrors<Values>) => {
    const isMissing = Object.values(errors).some((error) => error?.message === '');
    if (isMissing) form.setError('root', { message: t`Please fill in all required fields` });
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => void form.handleSubmit(onSubmit, onInvalid)(event)}
      sx={{ display: 'grid', gap, p: padded ? { xs: 2, sm: 2.5 } : 0 }}
    >
      {showsError && <FormError message={form.formState.errors.root?.message} />}
      {children}
    </Box>
  );
}

interface FormActionsProps {
  readonly busy: boolean;
  readonly cancelLabel?: string;
  readonly mayCancel?: boolean;
  readonly submitLabel?: string;
  readonly busyLabel?: string;
  readonly onCancel: () => void;
}

export function FormActions({ busy, cancelLabel = t`Cancel`, mayCancel = !busy, submitLabel = t`Save`, busyLabel = t`Saving…`, onCancel }: FormActionsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5 }}>
      <Button variant="outlined" disabled={!mayCancel} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <ProgressButton type="submit" busy={busy} busyLabel={busyLabel}>
        {submitLabel}
      </ProgressButton>
    </Box>
  );
}
