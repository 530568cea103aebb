import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';

import { askProof } from '~/api/proof';
import { useClaims } from '~/api/session/slice';
import { LockIcon } from '~/ui/icons';

import { type FactorItem, type FactorList, useShowFactorsQuery } from '../factorsApi';

const KINDS = { totp: 'an authenticator app', passkey: 'a passkey' } as const;

/** Whether there is one that the company asks for. */
function hasOne(own: FactorList | undefined): boolean {
  return own?.factors.some(({ kind, blocked }: FactorItem) => own.required.includes(kind) && !blocked) === true;
}

function sentenceOf(own: FactorList | undefined): string {
  if (hasOne(own)) {
    return 'Your company asks you for a second step. Confirm with the one that you have.';
  }
  const kinds = (own?.required ?? []).map((kind) => KINDS[kind]).join(' or ');
  return `Your company asks you for a second step. Add ${kinds === '' ? 'one' : kinds} below, and you can continue.`;
}

/** Above the second factors of a user whose company demands one that the session has not proved. */
export function DemandedFactor() {
  const { data: own } = useShowFactorsQuery();
  const landing = useClaims()?.redirectTo ?? '/dashboard';
  const proves = hasOne(own);

  const confirm = async () => {
    const methods = own === undefined ? [] : [...own.factors.map(({ kind }) => kind), ...(own.recoveryCodesLeft > 0 ? ['recovery'] : [])];
    // The page is loaded anew: everything that was refused is asked for again.
    if (await askProof(methods)) window.location.assign(landing);
  };

  return (
    <Alert severity="warning" icon={<LockIcon fontSize="small" />}>
      {sentenceOf(own)}
      <Box sx={{ mt: 1, ml: -1.5 }}>
        {proves ? (
          <Button color="inherit" onClick={() => void confirm()}>
            Confirm it is you
          </Button>
        ) : (
          <Button color="inherit" href={landing}>
            Continue
          </Button>
        )}
      </Box>
    </Alert>
  );
}
