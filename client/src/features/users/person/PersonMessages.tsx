import { Box, Typography } from '@mui/material';
import { useState } from 'react';

import type { MessageKind, MessageRecord, MessageState } from '~/api/generated/serverApi';
import { formatMoment } from '~/lib/format';
import { Pager } from '~/ui/Pager';

import { useReadUserMessagesQuery } from '../api';
import { Entries, Entry, Nothing, PersonPart } from './PersonPart';
import { useFollowedPerson } from './usePersonInAddress';

const PAGE_SIZE = 10;

const KINDS: Readonly<Record<MessageKind, string>> = {
  code: 'Verification code',
  invitation: 'Invitation',
  password_changed: 'Notice of a changed password',
  welcome: 'Welcome',
  import_finished: 'Result of an import',
  bulk_finished: 'Result of a change of many people',
  email_change: 'Link that confirms a new email',
  email_changed: 'Notice of a changed email',
  sso_linked: 'Notice of single sign-on',
  sso_unlinked: 'Notice of removed single sign-on',
  passkey_copied: 'Notice of a blocked passkey',
  factor_added: 'Notice of a new second factor',
  factor_removed: 'Notice of a removed second factor',
  recovery_code_used: 'Notice of a used recovery code',
  recovery_codes_renewed: 'Notice of new recovery codes',
  new_device: 'Notice of a login on a new device',
  account_secured: 'Notice of an account that was logged out',
};

const STATES: Readonly<Record<MessageState, readonly [words: string, colour: string]>> = {
  queued: ['Waits to be sent', 'text.secondary'],
  sent: ['Sent', 'success.main'],
  failed: ['Could not be delivered', 'error.main'],
  expired: ['Not sent in time', 'warning.main'],
};

function Message({ message: { kind, channel, state, at, reason } }: { readonly message: MessageRecord }) {
  const [words, colour] = STATES[state];
  return (
    <Entry>
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {KINDS[kind]}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {channel === 'SMS' ? 'Text message' : 'Mail'} ·{' '}
        <Box component="span" sx={{ color: colour }}>
          {words}
        </Box>{' '}
        · <time dateTime={at}>{formatMoment(at)}</time>
      </Typography>
      {reason !== null && (
        <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {reason}
        </Typography>
      )}
    </Entry>
  );
}

/** What was sent to a person, and what became of it. */
export function PersonMessages({ userId }: { readonly userId: string }) {
  const [page, setPage] = useState(1);
  const answer = useReadUserMessagesQuery(
    { userId, page, pageSize: PAGE_SIZE },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  useFollowedPerson(userId, answer.refetch);
  return (
    <PersonPart title="Messages" answer={answer} failure="The messages could not be loaded." lines={3}>
      {({ data, total }) => (
        <>
          {total === 0 && <Nothing>Nothing was sent yet.</Nothing>}
          <Entries label="Messages">
            {data.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </Entries>
          {total > PAGE_SIZE && (
            <Box sx={{ px: 1, py: 1, borderTop: 1, borderColor: 'divider' }}>
              <Pager label="Messages" page={page} pageSize={PAGE_SIZE} total={total} exact full={data.length === PAGE_SIZE} onPage={setPage} />
            </Box>
          )}
        </>
      )}
    </PersonPart>
  );
}
