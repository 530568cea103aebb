import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

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
