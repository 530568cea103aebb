import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Skeleton, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import * as z from 'zod/mini';

import { messageOf } from '~/api/problem';
import { selectLacksFactor, useClaims } from '~/api/session/slice';
import { Form } from '~/forms/Form';
import { TextField } from '~/forms/TextField';
import { showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { countOf, formatMoment } from '~/lib/format';
import { createPasskey, supportsPasskeys } from '~/lib/passkeys';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { ErrorState } from '~/ui/ErrorState';
import { Panel } from '~/ui/Panel';
import { useToasts } from '~/ui/toasts/slice';

import { type FactorItem, type RegisteredTotp, type SsoLinkItem, useAddNewPasskeyMutation, useAddTotpMutation, useMakeRecoveryCodesMutation, useReadNewPasskeyOptionsMutation, useRemoveFactorMutation, useRemoveSsoLinkMutation, useShowFactorsQuery } from '../api';
import { AddAppDialog, CodesDialog } from './AddAppDialog';
import { FactorRow } from './FactorRow';

interface RemoveFactorDialogProps {
  readonly factor: FactorItem;
  readonly isLast: boolean;
  readonly hasPassword: boolean;
  readonly onClose: () => void;
}

/** Asks before a second factor is removed. */
export function RemoveFactorDialog({ factor, isLast, hasPassword, onClose }: RemoveFactorDialogProps) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useRemoveFactorMutation();
  const confirm = async () => {
    const { data, error } = await remove({ factorId: factor.id });
    onClose();
    if (data === undefined) toasts.error(messageOf(error, 'It could not be removed.'));
    else toasts.success(data.message);
  };
  return (
    <ConfirmDialog open destructive busy={isLoading} title={`Remove ${factor.name}?`} confirmLabel="Remove" onConfirm={() => void confirm()} onClose={onClose}>
      <strong>{factor.name}</strong> no longer confirms your logins.
      {isLast && hasPassword && ' It is your last second step: your recovery codes end with it, and your password alone is enough again.'}
      {isLast && !hasPassword && ' It is your last second step, and you have no password: your recovery codes end with it. Choose a password first, or add another passkey.'}
    </ConfirmDialog>
  );
}

/** The own account at the company's provider, and the end of its link to this one. */
export function SsoLinks({ links }: { readonly links: readonly SsoLinkItem[] }) {
  const toasts = useToasts();
  const [remove, { isLoading }] = useRemoveSsoLinkMutation();
  const [asking, setAsking] = useState(false);
  const names = links.map(({ name }) => name).join(', ');
  const close = () => setAsking(false);
  const confirm = async () => {
    const { data, error } = await remove();
    close();
    if (data === undefined) toasts.error(messageOf(error, 'The link could not be removed.'));
    else toasts.success(data.message);
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, px: { xs: 2, sm: 2.5 }, py: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ flex: '1 1 240px' }}>
        {links.map(({ name, createdAt }) => (
          <Typography key={createdAt} variant="body2">
            Sign-in by {name}: linked since {formatMoment(createdAt)}
          </Typography>
        ))}
      </Box>
      <Button variant="outlined" onClick={() => setAsking(true)}>
        Remove link
      </Button>
      <ConfirmDialog open={asking} destructive busy={isLoading} title={`Remove the link to ${names}?`} confirmLabel="Remove link" onConfirm={() => void confirm()} onClose={close}>
        Your account here is no longer connected with your account at <strong>{names}</strong>, and your other devices that logged in there are logged out. If you log in there again, both are
        linked again.
      </ConfirmDialog>
    </Box>
  );
}

interface AddPasskeyDialogProps {
  readonly onClose: () => void;
  /** With the recovery codes of a first factor; none where the account has some. */
  readonly onAdded: (name: string, codes: readonly string[]) => void;
}

/** Names a new passkey, which the device then makes. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const id = useId();
  const form = useZodForm<PasskeyValues>(passkeySchema, { name: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const [readOptions] = useReadNewPasskeyOptionsMutation();
  const [add] = useAddNewPasskeyMutation();
  const { isSubmitting } = form.formState;

  const showProblem = (problem: unknown) => {
    if (!showFieldErrors(form, problem)) setFailure(messageOf(problem, 'The passkey could not be added.'));
  };
  const save = async ({ name }: PasskeyValues) => {
    setFailure(null);
    const { data: options, error: unavailable } = await readOptions();
    if (options === undefined) {
      showProblem(unavailable);
      return;
    }
    const outcome = await createPasskey(options);
    if ('failure' in outcome) {
      setFailure(outcome.failure);
      return;
    }
    const { data, error } = await add({ addPasskeyRequest: { name, credential: outcome.credential } });
    if (data === undefined) showProblem(error);
    else onAdded(name, data.recoveryCodes);
  };

  return (
    <Dialog open onClose={isSubmitting ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Add a passkey</DialogTitle>
      <Form form={form} label="Add a passkey" error={failure} onSubmit={save} gap={0}>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField control={form.control} name="name" label="Name" autoComplete="off" enterKeyHint="done" initialFocus hint="A name to recognise it by, such as My phone" />
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Your device asks for your fingerprint, face or PIN next.
          </Typography>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <ProgressButton type="submit" busy={isSubmitting} busyLabel="Waiting for your device…">
            Continue
          </ProgressButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const LONGEST_NAME = 60;

export const passkeySchema = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'Please give the passkey a name'),
    z.maxLength(LONGEST_NAME, `Please use at most ${LONGEST_NAME} characters`),
  ),
});

export type PasskeyValues = z.infer<typeof passkeySchema>;

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
            <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
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
            <Button variant="outlined" onClick={() => setNaming(true)}>
              Add a passkey
            </Button>
          )}
        </Box>
      )}
      {links.length > 0 && <SsoLinks links={links} />}
      {app !== null && (
        <AddAppDialog app={app} onAdded={added} onClose={() => setApp(null)} />
      )}
      {naming && (
        <AddPasskeyDialog onAdded={addedPasskey} onClose={() => setNaming(false)} />
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
          onClose={() => setRemoving(null)}
        />
      )}
    </Panel>
  );
}
