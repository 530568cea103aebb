import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useSelector } from 'react-redux';

import { messageOf } from '~/api/problem';
import { selectLacksFactor, useClaims } from '~/api/session/slice';
import { countOf } from '~/lib/format';
import { supportsPasskeys } from '~/lib/supportsPasskeys';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type FactorItem, type RegisteredTotp, useAddTotpMutation, useMakeRecoveryCodesMutation, useShowFactorsQuery } from '../factorsApi';
import { AddAppDialog, CodesDialog } from './AddAppDialog';
import { AddPasskeyDialog } from './AddPasskeyDialog';
import { FactorRow } from './FactorRow';
import { RemoveFactorDialog } from './RemoveFactorDialog';
import { SsoLinks } from './SsoLinks';

const padding = { px: { xs: 2, sm: 2.5 }, py: 2 } as const;

interface Codes {
  readonly title: string;
  readonly codes: readonly string[];
}

/** The second factors of the own account and its recovery codes. */
export function SignInSecurity() {
  const { data, error, refetch } = useShowFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const toasts = useToasts();
  const [add, adding] = useAddTotpMutation();
  const [renew, renewing] = useMakeRecoveryCodesMutation();
  const [app, setApp] = useState<RegisteredTotp | null>(null);
  const [naming, setNaming] = useState(false);
  const [codes, setCodes] = useState<Codes | null>(null);
  const [removing, setRemoving] = useState<FactorItem | null>(null);
  const factors = data?.factors ?? [];
  const isDemanded = useSelector(selectLacksFactor);
  const landing = useClaims()?.redirectTo ?? '/dashboard';
  const links = data?.ssoLinks ?? [];

  const beginToAdd = async () => {
    const { data: registered, error: refusal } = await add({ registerTotpRequest: {} });
    if (registered === undefined) toasts.error(messageOf(refusal, 'The app could not be added.'));
    else setApp(registered);
  };
  const added = (first: readonly string[]) => {
    setApp(null);
    if (first.length > 0) setCodes({ title: 'Step 3 of 3: keep your recovery codes', codes: first });
    else toasts.success('The app has been added');
  };
  const addedPasskey = (name: string, first: readonly string[]) => {
    setNaming(false);
    toasts.success(`${name} has been added`);
    if (first.length > 0) setCodes({ title: 'Keep your recovery codes', codes: first });
  };
  const getNewCodes = async () => {
    const { data: renewed, error: refusal } = await renew();
    if (renewed === undefined) toasts.error(messageOf(refusal, 'New codes could not be made.'));
    else setCodes({ title: 'Your new recovery codes', codes: renewed.recoveryCodes });
  };

  return (
    <Panel title="Sign-in and security">
      {data === undefined && error === undefined && <Skeleton role="status" aria-label="Loading" variant="rounded" height={64} sx={{ m: 2 }} />}
      {data === undefined && error !== undefined && (
        <Box sx={{ p: 2 }}>
          <ErrorState message={messageOf(error, 'Your sign-in settings could not be loaded.')} onRetry={() => void refetch()} />
        </Box>
      )}
      {data !== undefined && factors.length > 0 && (
        <Box component="ul" aria-label="Second factors" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              onRemove={() => {
                setRemoving(factor);
              }}
            />
          ))}
        </Box>
      )}
      {data !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, ...padding, borderTop: factors.length > 0 ? 1 : 0, borderColor: 'divider' }}>
          <Typography variant="body2" sx={{ flex: '1 1 240px', color: 'text.secondary' }}>
            {factors.length === 0
              ? 'Protect your account with a second step: after your password, a code from an app on your phone.'
              : `${countOf(data.recoveryCodesLeft, 'recovery code', 'recovery codes')} left. With one of them you log in without your phone.`}
          </Typography>
          {factors.length > 0 && (
            <ProgressButton variant="outlined" busy={renewing.isLoading} busyLabel="Making new codes…" onClick={() => void getNewCodes()}>
              Get new codes
            </ProgressButton>
          )}
          <ProgressButton variant={factors.length === 0 ? 'contained' : 'outlined'} busy={adding.isLoading} busyLabel="Preparing…" onClick={() => void beginToAdd()}>
            Add authenticator app
          </ProgressButton>
          {supportsPasskeys() && (
            <Button
              variant="outlined"
              onClick={() => {
                setNaming(true);
              }}
            >
              Add a passkey
            </Button>
          )}
        </Box>
      )}
      {links.length > 0 && <SsoLinks links={links} />}
      {app !== null && (
        <AddAppDialog
          app={app}
          onAdded={added}
          onClose={() => {
            setApp(null);
          }}
        />
      )}
      {naming && (
        <AddPasskeyDialog
          onAdded={addedPasskey}
          onClose={() => {
            setNaming(false);
          }}
        />
      )}
      {codes !== null && (
        <CodesDialog
          {...codes}
          onKept={() => {
            setCodes(null);
            // What was refused until now is asked for again.
            if (isDemanded) window.location.assign(landing);
          }}
        />
      )}
      {removing !== null && (
        <RemoveFactorDialog
          factor={removing}
          isLast={factors.length === 1}
          hasPassword={data?.hasPassword ?? true}
          onClose={() => {
            setRemoving(null);
          }}
        />
      )}
    </Panel>
  );
}
