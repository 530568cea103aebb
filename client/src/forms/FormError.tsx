import Alert from '@mui/material/Alert';

import { AlertIcon } from '~/ui/icons';

/** What is wrong with a form as a whole. The live region stands before it speaks. */
export function FormError({ message }: { readonly message: string | null }) {
  return (
    <div role="alert">
      {message !== null && (
        <Alert severity="error" role="presentation" icon={<AlertIcon fontSize="small" />}>
          {message}
        </Alert>
      )}
    </div>
  );
}
