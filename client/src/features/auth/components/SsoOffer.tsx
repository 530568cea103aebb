import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type Control, useWatch } from 'react-hook-form';

import { useSettled } from '~/lib/useSettled';

import { useShowProviderQuery } from '../api';
import type { LoginValues } from '../schema';
import { keepReturnPath } from '../ssoReturnPath';

interface SsoOfferProps {
  readonly control: Control<LoginValues>;
  /** The page to open after the sign-in; null for the dashboard. */
  readonly from: string | null;
}

const WHOLE_EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/u;

/** The provider of the company that has the typed email's domain; nothing where there is none. */
export function SsoOffer({ control, from }: SsoOfferProps) {
  const email = useSettled(useWatch({ control, name: 'email' }).trim());
  const { currentData: found } = useShowProviderQuery({ email }, { skip: !WHOLE_EMAIL.test(email) });
  const leave = () => {
    keepReturnPath(from);
  };
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {found?.available === true && found.url !== null && (
        <Button component="a" href={found.url} onClick={leave} variant="outlined" size="large" fullWidth>
          Continue with {found.name}
        </Button>
      )}
    </Box>
  );
}
