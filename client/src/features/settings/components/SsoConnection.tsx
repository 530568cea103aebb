import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { PROFILE_LABELS } from '~/lib/profiles';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { type ConnectionRecord, useDeleteSsoConnectionMutation, useTestSsoConnectionMutation } from '../api';
import { CopyLine } from './CopyLine';

interface SsoConnectionProps {
  readonly connection: ConnectionRecord;
  readonly onEdit: () => void;
}

const WORKS = 'The provider answers as it should.';

function describe({ enabled, createPeople, defaultProfile }: ConnectionRecord): string {
  const people = createPeople && defaultProfile !== null ? `New people become ${PROFILE_LABELS[defaultProfile]}.` : 'Only people who were added can log in.';
  return enabled ? people : `Not in use. ${people}`;
}

/** One connection, with what is left to do. */
export function SsoConnection({ connection, onEdit }: SsoConnectionProps) {
  const [test, { isLoading: testing, data: tested }] = useTestSsoConnectionMutation();
  const [remove, { isLoading: removing }] = useDeleteSsoConnectionMutation();
  const [asked, setAsked] = useState(false);
  const toasts = useToasts();
  const { id, name, issuer, domains, backchannelLogoutUri } = connection;
  const unproved = domains.filter(({ provedAt }) => provedAt === null);

  const begin = async () => {
    const { error } = await test({ connectionId: id });
    if (error !== undefined) toasts.error(messageOf(error, 'The connection could not be tested.'));
  };
  const confirm = async () => {
    const { error } = await remove({ connectionId: id });
    setAsked(false);
    if (error === undefined) toasts.success(`${name} is deleted.`);
    else toasts.error(messageOf(error, 'The connection could not be deleted.'));
  };

  return (
    <Box component="section" aria-label={name} sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, borderBottom: 1, borderColor: 'divider' }}>
      <Box>
        <Typography variant="subtitle1" component="h3">
          {name}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {issuer} · {describe(connection)}
        </Typography>
      </Box>
      {domains.filter(({ provedAt }) => provedAt !== null).length > 0 && (
        <Typography variant="body2">
          Proved: {domains.flatMap(({ domain, provedAt }) => (provedAt === null ? [] : [domain])).join(', ')}
        </Typography>
      )}
      {unproved.map(({ domain, record }) => (
        <CopyLine key={domain} label={`Add this TXT record to ${domain} and keep it there, then test the connection`} text={record} />
      ))}
      <CopyLine label="Back-channel logout URI, where the provider tells of logouts" text={backchannelLogoutUri} />
      {tested !== undefined && (
        <Alert severity={tested.problem === null ? 'success' : 'warning'} role="status">
          {tested.problem ?? WORKS}
          {unproved.length > 0 && ` Not proved yet: ${unproved.map(({ domain }) => domain).join(', ')}. A new record can take an hour to be seen.`}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        <ProgressButton variant="outlined" busy={testing} busyLabel="Testing…" onClick={() => void begin()}>
          Test this connection
        </ProgressButton>
        <Button onClick={onEdit}>Edit</Button>
        <Button color="error" onClick={() => setAsked(true)}>
          Delete
        </Button>
      </Box>
      <ConfirmDialog
        open={asked}
        title={`Delete ${name}?`}
        confirmLabel="Delete"
        destructive
        busy={removing}
        onConfirm={() => void confirm()}
        onClose={() => setAsked(false)}
      >
        People can no longer log in at {name}. Their accounts stay; those without a password choose one by “Forgot password?”.
      </ConfirmDialog>
    </Box>
  );
}
