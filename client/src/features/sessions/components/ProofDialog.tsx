import { msg, t } from '@lingui/core/macro';
import { Button, FormHelperText } from '@mui/material';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';

import { askForPasskey, runCeremony, supportsPasskeys } from '~/api/passkeys';
import { isProblem, messageOf } from '~/api/problem';
import { settleProof } from '~/api/proof';
import { Typed } from '~/forms/TextField';
import { withWait } from '~/lib/format';
import { leaveTo } from '~/lib/redirects';
import { FormDialog } from '~/ui/FormDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { Note } from '~/ui/Text';

import { sessionsApi } from '../api';

const FAILED = msg`That could not be checked. Please try again.`;

interface OtherProofProps {
  readonly onFailed: (sentence: string | null) => void;
}

/** The proof at the company's provider: the browser goes there, and comes back to this page. */
function SsoProof({ onFailed }: OtherProofProps) {
  const { pathname, search } = useLocation();
  const { data } = sessionsApi.useShowFactorsQuery();
  const [begin, { isLoading, isSuccess }] = sessionsApi.useBeginStepUpMutation();
  const leave = async () => {
    const { data: started, error } = await begin({ startStepUpRequest: { returnTo: pathname + search } });
    if (started === undefined) onFailed(messageOf(error, t(FAILED)));
    else leaveTo(started.url);
  };
  return (
    <>
      <Button variant="contained" size="large" disabled={isLoading || isSuccess} onClick={() => void leave()}>
        {t`Confirm with ${{ name: data?.ssoLinks.at(0)?.name ?? t`your company’s login` }}`}
      </Button>
      <Note>{t`You log in there once more and come back to this page. Then repeat the change: what you have typed here is not kept.`}</Note>
    </>
  );
}

function PasskeyProof({ onFailed }: OtherProofProps) {
  const [readOptions] = sessionsApi.useReadStepUpOptionsMutation();
  const [prove] = sessionsApi.useStepUpMutation();
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    const { data, error } = await runCeremony(await readOptions(), askForPasskey, (credential) => prove({ stepUpRequest: { credential } }));
    setAsking(false);
    if (data === undefined) onFailed(error === null ? null : messageOf(error, t(FAILED)));
    else settleProof(true);
  };
  return (
    <ProgressButton variant="outlined" fullWidth busy={asking} busyLabel={t`Waiting for your passkey…`} onClick={() => void ask()}>
      {t`Use your passkey`}
    </ProgressButton>
  );
}

const kinds = {
  totp: { label: msg`Code of your authenticator app`, type: 'text', autoComplete: 'one-time-code', switchTo: msg`Use your authenticator app` },
  recovery: { label: msg`Recovery code`, type: 'text', autoComplete: 'off', switchTo: msg`Use a recovery code` },
  password: { label: msg`Your password`, type: 'password', autoComplete: 'current-password', switchTo: msg`Use your password` },
} as const;

type Kind = keyof typeof kinds;

function sentenceOf(error: unknown): string {
  const problem = isProblem(error) ? error : null;
  const sentence = Object.values(problem?.errors ?? {})[0] ?? messageOf(error, t(FAILED));
  return withWait(sentence, problem?.retryAfter);
}

/** Asks who it is before a dangerous act; the call that needs it is then repeated. */
export function ProofDialog({ methods }: { readonly methods: readonly string[] }) {
  const id = useId();
  const offered = (Object.keys(kinds) as Kind[]).filter((kind) => methods.includes(kind));
  const [kind, setKind] = useState<Kind>(offered[0] ?? 'password');
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [prove, { isLoading }] = sessionsApi.useStepUpMutation();
  const other = offered.find((each) => each !== kind);
  const { label, type, autoComplete } = kinds[kind];

  const change = (typed: string) => {
    setText(typed);
    setError(null);
  };
  const submit = async () => {
    const typed = kind === 'totp' ? text.replaceAll(/\s/gu, '') : text;
    const { data, error: refusal } = await prove({ stepUpRequest: { [kind]: typed } });
    if (data !== undefined) {
      settleProof(true);
      return;
    }
    setText('');
    setError(sentenceOf(refusal));
  };

  return (
    <FormDialog
      title={t`Confirm it is you`}
      maxWidth="xs"
      submitLabel={t`Confirm`}
      busy={isLoading}
      busyLabel={t`Checking…`}
      disabled={text.trim() === ''}
      hasSubmit={offered.length > 0}
      describedBy={`${id}-text`}
      onSubmit={() => {
        if (text.trim() !== '' && !isLoading) void submit();
      }}
      onClose={() => settleProof(false)}
    >
      <Note id={`${id}-text`}>{t`This change needs a proof of the last ten minutes.`}</Note>
      {methods.includes('passkey') && supportsPasskeys() && <PasskeyProof onFailed={setError} />}
      {methods.includes('sso') && <SsoProof onFailed={setError} />}
      {offered.length === 0 ? (
        <FormHelperText error role="alert">
          {error}
        </FormHelperText>
      ) : (
        <Typed
          key={kind}
          label={t(label)}
          error={error ?? undefined}
          type={type}
          value={text}
          // The dialog has this one field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete={autoComplete}
          input={{ inputMode: kind === 'totp' ? 'numeric' : 'text', autoCapitalize: 'none', spellCheck: false }}
          onType={change}
        />
      )}
      {other !== undefined && (
        <Button
          sx={{ justifySelf: 'start', ml: -2 }}
          onClick={() => {
            setKind(other);
            change('');
          }}
        >
          {t(kinds[other].switchTo)}
        </Button>
      )}
    </FormDialog>
  );
}
