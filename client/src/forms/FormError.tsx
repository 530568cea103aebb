import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

import { AlertIcon } from '~/ui/icons';

/** What is wrong with a form as a whole. The live region stands before it speaks. */
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
