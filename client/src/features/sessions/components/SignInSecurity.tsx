import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Link, OutlinedInput, Typography } from '@mui/material';
import { useEffect, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useSelector } from 'react-redux';
import * as z from 'zod/mini';

import { createPasskey, runCeremony, supportsPasskeys } from '~/api/passkeys';
import { messageOf } from '~/api/problem';
import { selectLacksFactor, useClaims } from '~/api/session/slice';
import { FormError } from '~/forms/Form';
import { says } from '~/forms/schemas';
import { TextField } from '~/forms/TextField';
import { showFailure, showFieldErrors, useZodForm } from '~/forms/useZodForm';
import { formatMoment } from '~/lib/format';
import { orNewer } from '~/lib/orNewer';
import { NEWER } from '~/lib/texts';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { FormDialog } from '~/ui/FormDialog';
import { KeptCodes } from '~/ui/KeptCodes';
import { Entries, padding, QueryPanel, What } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { SsoLinks } from '~/ui/SsoLinks';
import { Caption, Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';
import { useAsked } from '~/ui/useAsked';

import { type FactorItem, type RegisteredTotp, sessionsApi, type SsoLinkItem } from '../api';

interface AddAppDialogProps {
  readonly app: RegisteredTotp;
  readonly onClose: () => void;
  /** With the recovery codes of a first factor; none where the account has some. */
  readonly onAdded: (codes: readonly string[]) => void;
}

/** "ABCD EFGH …", as people type it. */
const inFours = (secret: string) => secret.match(/.{1,4}/gu)?.join(' ') ?? secret;

function Scan({ app }: { readonly app: RegisteredTotp }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center' }}>
      <Typography variant="body2" sx={{ justifySelf: 'start' }}>
        {t`Open an authenticator app, such as Google Authenticator, Microsoft Authenticator or the one in your password manager, and scan this image.`}
      </Typography>
      <Box component="img" alt={t`QR code for the authenticator app`} src={`data:image/svg+xml;utf8,${encodeURIComponent(app.qr)}`} sx={{ width: 200, height: 200, bgcolor: 'common.white' }} />
      <Typography variant="body2" sx={{ justifySelf: 'start' }}>
        <Trans>On this phone? <Link href={app.uri}>Open it in the app</Link>, or type this key:</Trans>
      </Typography>
      <Box component="code" sx={{ justifySelf: 'stretch', p: 1.5, bgcolor: 'surface.sunken', overflowWrap: 'anywhere', fontSize: '1rem' }}>
        {inFours(app.secret)}
      </Box>
    </Box>
  );
}

const codeSchema = z.object({
  code: z.string().check(z.regex(/^\s*(?:\d\s*){6}$/u, says(msg`Enter the 6 digits that the app shows`))),
});

/** The first two steps: the app gets its key, and shows by a code that it has it. */
function AddAppDialog({ app, onClose, onAdded }: AddAppDialogProps) {
  const [isScan, setIsScan] = useState(true);
  const form = useZodForm(codeSchema, { code: '' }, { reValidateMode: 'onSubmit' });
  const { control, clearErrors } = form;
  const [confirm, { isLoading }] = sessionsApi.useConfirmTotpAppMutation();

  // What was wrong goes once the code is edited; a code that is half typed is not yet wrong.
  const typed = useWatch({ control, name: 'code' });
  useEffect(() => clearErrors('code'), [typed, clearErrors]);

  const save = async ({ code }: z.infer<typeof codeSchema>) => {
    const { data, error } = await confirm({ factorId: app.id, confirmTotpRequest: { code: code.replaceAll(/\s/gu, '') } });
    if (data !== undefined) onAdded(data.recoveryCodes);
    else if (!showFieldErrors(form, error)) form.setError('code', { message: messageOf(error, t`The app could not be added.`) });
  };
  const next = () => {
    if (isScan) setIsScan(false);
    else if (!isLoading) void form.handleSubmit(save)();
  };
  return (
    <FormDialog
      title={isScan ? t`Step 1 of 3: scan` : t`Step 2 of 3: enter its code`}
      maxWidth="xs"
      submitLabel={t`Continue`}
      busy={isLoading}
      busyLabel={t`Checking…`}
      back={isScan ? undefined : () => setIsScan(true)}
      onSubmit={next}
      onClose={onClose}
    >
      {isScan ? (
        <Scan app={app} />
      ) : (
        <TextField
          control={control}
          name="code"
          label={t`Code that the app shows`}
          hint={t`6 digits; a new code comes every 30 seconds.`}
          autoComplete="one-time-code"
          inputMode="numeric"
          enterKeyHint="go"
          initialFocus
        />
      )}
    </FormDialog>
  );
}

/** The third step, and new codes on demand. It is left only by saying that they are kept. */
function CodesDialog({ title, codes, onKept }: { readonly title: string; readonly codes: readonly string[]; readonly onKept: () => void }) {
  const id = useId();
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby={`${id}-title`}>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <KeptCodes codes={codes} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onKept}>
          {t`I have kept them`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const kinds = orNewer({ totp: msg`Authenticator app`, passkey: msg`Passkey` }, NEWER);

function Rename({ factor, onDone }: { readonly factor: FactorItem; readonly onDone: () => void }) {
  const [name, setName] = useState(factor.name);
  const { act, busy } = useAct(sessionsApi.useNameFactorMutation(), t`The name could not be changed.`);
  const save = async () => {
    if ((await act({ factorId: factor.id, renameFactorRequest: { name } })) !== undefined) onDone();
  };
  return (
    <Box
      component="form"
      aria-label={t`Rename ${{ name: factor.name }}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, flex: 1 }}
    >
      <OutlinedInput
        size="small"
        value={name}
        // It takes the place of the button that was used.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setName(event.target.value)}
        slotProps={{ input: { 'aria-label': t`Name`, maxLength: 60 } }}
      />
      <ProgressButton type="submit" size="small" busy={busy} busyLabel={t`Saving…`} disabled={name.trim() === ''}>
        {t`Save`}
      </ProgressButton>
      <Button size="small" variant="outlined" onClick={onDone} disabled={busy}>
        {t`Cancel`}
      </Button>
    </Box>
  );
}

const factorRow = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 } as const;

/** What the user should know of a passkey; null of an app. */
function noteOf({ kind, backedUp, blocked }: FactorItem): string | null {
  if (blocked) return t`Blocked: a copy of it may be in use. Remove it and add a new one.`;
  if (kind === 'totp') return null;
  return backedUp ? t`Kept by your password manager, on all of its devices` : t`On one device only`;
}

function FactorRow({ factor, onRemove }: { readonly factor: FactorItem; readonly onRemove: () => void }) {
  const [renaming, setRenaming] = useState(false);
  const { name, kind, createdAt, lastUsedAt, blocked } = factor;
  const note = noteOf(factor);
  if (renaming) {
    return (
      <Box component="li" sx={factorRow}>
        <Rename factor={factor} onDone={() => setRenaming(false)} />
      </Box>
    );
  }
  return (
    <Box component="li" sx={factorRow}>
      <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 180px' }, minWidth: 0 }}>
        <What>{name}</What>
        <Caption component="p">
          {t(kinds[kind])} · {t`added ${{ when: formatMoment(createdAt) }}`} · {lastUsedAt === null ? t`not used yet` : t`last used ${{ when: formatMoment(lastUsedAt) }}`}
        </Caption>
        {note !== null && (
          <Typography variant="caption" component="p" sx={{ color: blocked ? 'error.main' : 'text.secondary' }}>
            {note}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: { xs: -1, sm: 0 } }}>
        <Button size="small" aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>
          {t`Rename`}
        </Button>
        <Button variant="outlined" size="small" aria-label={t`Remove ${name}`} onClick={onRemove}>
          {t`Remove`}
        </Button>
      </Box>
    </Box>
  );
}

interface RemoveFactorProps {
  readonly question: ReturnType<typeof useAsked<FactorItem>>;
  readonly isLast: boolean;
  readonly hasPassword: boolean;
}

function RemoveFactor({ question: { asked, asking, close }, isLast, hasPassword }: RemoveFactorProps) {
  const { act, busy } = useAct(sessionsApi.useRemoveFactorMutation(), t`It could not be removed.`, ({ message }) => message);
  if (asked === null) return null;
  const { id, name } = asked;
  return (
    <ConfirmDialog
      open={asking}
      title={t`Remove ${name}?`}
      confirmLabel={t`Remove`}
      destructive
      busy={busy}
      onConfirm={() => void act({ factorId: id }).then(close)}
      onClose={close}
    >
      <Trans>
        <strong>{name}</strong> no longer confirms your logins.
      </Trans>
      {isLast && ' '}
      {isLast && hasPassword && t`It is your last second step: your recovery codes end with it, and your password alone is enough again.`}
      {isLast && !hasPassword && t`It is your last second step, and you have no password: your recovery codes end with it. Choose a password first, or add another passkey.`}
    </ConfirmDialog>
  );
}

function OwnSsoLinks({ links }: { readonly links: readonly SsoLinkItem[] }) {
  const { act, busy } = useAct(sessionsApi.useRemoveSsoLinkMutation(), t`The link could not be removed.`, ({ message }) => message);
  const names = links.map(({ name }) => name).join(', ');
  return (
    <SsoLinks links={links} question={t`Remove the link to ${names}?`} mayRemove busy={busy} onRemove={() => act()}>
      <Trans>
        Your account here is no longer connected with your account at <strong>{names}</strong>, and your other devices that logged in there are logged out. If you log in there again, both are
        linked again.
      </Trans>
    </SsoLinks>
  );
}

const LONGEST_NAME = 60;

const passkeySchema = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, says(msg`Please give the passkey a name`)),
    z.maxLength(LONGEST_NAME, says(msg`Please use at most ${{ most: LONGEST_NAME }} characters`)),
  ),
});

interface AddPasskeyDialogProps {
  readonly onClose: () => void;
  /** With the recovery codes of a first factor; none where the account has some. */
  readonly onAdded: (name: string, codes: readonly string[]) => void;
}

function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const form = useZodForm(passkeySchema, { name: '' });
  const [readOptions] = sessionsApi.useReadNewPasskeyOptionsMutation();
  const [add] = sessionsApi.useAddNewPasskeyMutation();
  const { isSubmitting, errors } = form.formState;

  const save = async ({ name }: z.infer<typeof passkeySchema>) => {
    const { data, error } = await runCeremony(await readOptions(), createPasskey, (credential) => add({ addPasskeyRequest: { name, credential } }));
    if (data !== undefined) onAdded(name, data.recoveryCodes);
    else if (error !== null) showFailure(form, error, t`The passkey could not be added.`);
  };

  return (
    <FormDialog
      title={t`Add a passkey`}
      maxWidth="xs"
      submitLabel={t`Continue`}
      busy={isSubmitting}
      busyLabel={t`Waiting for your device…`}
      onSubmit={() => void form.handleSubmit(save)()}
      onClose={onClose}
    >
      <FormError message={errors.root?.message} />
      <TextField control={form.control} name="name" label={t`Name`} autoComplete="off" enterKeyHint="done" initialFocus hint={t`A name to recognise it by, such as My phone`} />
      <Note>{t`Your device asks for your fingerprint, face or PIN next.`}</Note>
    </FormDialog>
  );
}

export function SignInSecurity() {
  const answer = sessionsApi.useShowFactorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const toasts = useToasts();
  const adding = useAct(sessionsApi.useAddTotpMutation(), t`The app could not be added.`);
  const renewing = useAct(sessionsApi.useMakeRecoveryCodesMutation(), t`New codes could not be made.`);
  const [app, setApp] = useState<RegisteredTotp | null>(null);
  const [naming, setNaming] = useState(false);
  const removal = useAsked<FactorItem>();
  const [codes, setCodes] = useState<{ readonly title: string; readonly codes: readonly string[] } | null>(null);
  const isDemanded = useSelector(selectLacksFactor);
  const landing = useClaims()?.redirectTo ?? '/dashboard';
  const isLast = answer.data?.factors.every(({ id }) => id === removal.asked?.id) ?? false;

  const beginToAdd = async () => setApp((await adding.act({ registerTotpRequest: { name: t(kinds.totp) } })) ?? null);
  const added = (first: readonly string[]) => {
    setApp(null);
    if (first.length > 0) setCodes({ title: t`Step 3 of 3: keep your recovery codes`, codes: first });
    else toasts.success(t`The app has been added`);
  };
  const addedPasskey = (name: string, first: readonly string[]) => {
    setNaming(false);
    toasts.success(t`${name} has been added`);
    if (first.length > 0) setCodes({ title: t`Keep your recovery codes`, codes: first });
  };
  const getNewCodes = async () => {
    const renewed = await renewing.act();
    if (renewed !== undefined) setCodes({ title: t`Your new recovery codes`, codes: renewed.recoveryCodes });
  };

  return (
    <>
      <QueryPanel title={t`Login and security`} answer={answer} failure={t`Your login settings could not be loaded.`} lines={2} loading={t`Loading`}>
        {({ factors, recoveryCodesLeft, ssoLinks }) => (
          <>
            {factors.length > 0 && (
              <Entries label={t`Second factors`}>
                {factors.map((factor) => (
                  <FactorRow key={factor.id} factor={factor} onRemove={() => removal.ask(factor)} />
                ))}
              </Entries>
            )}
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, ...padding, borderTop: factors.length > 0 ? 1 : 0, borderColor: 'divider' }}>
              <Note sx={{ flex: '1 1 240px' }}>
                {factors.length === 0
                  ? t`Protect your account with a second step: after your password, a code from an app on your phone.`
                  : t`${plural(recoveryCodesLeft, { one: '# recovery code', other: '# recovery codes' })} left. With one of them you log in without your phone.`}
              </Note>
              {factors.length > 0 && (
                <ProgressButton variant="outlined" busy={renewing.busy} busyLabel={t`Making new codes…`} onClick={() => void getNewCodes()}>
                  {t`Get new codes`}
                </ProgressButton>
              )}
              <ProgressButton variant={factors.length === 0 ? 'contained' : 'outlined'} busy={adding.busy} busyLabel={t`Preparing…`} onClick={() => void beginToAdd()}>
                {t`Add authenticator app`}
              </ProgressButton>
              {supportsPasskeys() && (
                <Button variant="outlined" onClick={() => setNaming(true)}>
                  {t`Add a passkey`}
                </Button>
              )}
            </Box>
            {ssoLinks.length > 0 && <OwnSsoLinks links={ssoLinks} />}
          </>
        )}
      </QueryPanel>
      <RemoveFactor question={removal} isLast={isLast} hasPassword={answer.data?.hasPassword ?? true} />
      {app !== null && <AddAppDialog app={app} onAdded={added} onClose={() => setApp(null)} />}
      {naming && <AddPasskeyDialog onAdded={addedPasskey} onClose={() => setNaming(false)} />}
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
    </>
  );
}
