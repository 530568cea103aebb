import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatMoment } from '~/lib/format';
import { useToasts } from '~/ui/toasts/slice';

import type { UserRecord } from '../api';
import { RemoveFactorsDialog } from '../row/UserDialogs';
import { useReadPersonFactorsQuery, useResetPersonFactorsMutation } from './personApi';
import { Entries, Entry, Nothing, PersonPart } from './PersonPart';
import { useFollowed } from './useFollowed';

const KINDS = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

/** The ways in which a person confirms a login, and their removal for a person who has lost them. */
export function PersonFactors({ user }: { readonly user: UserRecord }) {
  const answer = useReadPersonFactorsQuery({ userId: user.id }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const [reset, { isLoading }] = useResetPersonFactorsMutation();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  useFollowed(user.id, answer.refetch);
  const remove = async () => {
    const { error } = await reset({ userId: user.id });
    if (error === undefined) toasts.success(`The second factors of ${user.fullName} were removed`);
    else toasts.error(messageOf(error, 'The second factors could not be removed'));
    setAsking(false);
  };
  return (
    <PersonPart
      title="Second factors"
      answer={answer}
      failure="The second factors could not be loaded."
      lines={1}
      aside={
        (answer.data?.factors.length ?? 0) > 0 && (
          <Button
            variant="outlined"
            size="small"
            onClick={() => {
              setAsking(true);
            }}
          >
            Remove all
          </Button>
        )
      }
    >
      {({ factors }) => (
        <>
          {factors.length === 0 && <Nothing>Logs in without a second factor.</Nothing>}
          <Entries label="Second factors">
            {factors.map(({ kind, createdAt, lastUsedAt, blocked }) => (
              <Entry key={`${kind} ${createdAt}`}>
                <Typography variant="body2" sx={{ fontWeight: 500 }}>
                  {KINDS[kind]}
                  {blocked && ' (blocked)'}
                </Typography>
                <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  Added {formatMoment(createdAt)} · {lastUsedAt === null ? 'never used' : `last used ${formatMoment(lastUsedAt)}`}
                </Typography>
              </Entry>
            ))}
          </Entries>
          <RemoveFactorsDialog
            user={user}
            open={asking}
            busy={isLoading}
            onConfirm={() => void remove()}
            onClose={() => {
              setAsking(false);
            }}
            onClosed={() => undefined}
          />
        </>
      )}
    </PersonPart>
  );
}
