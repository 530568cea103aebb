import { plural, t } from '@lingui/core/macro';
import { Alert, Box, Button, OutlinedInput, Typography } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { formatMoment } from '~/lib/format';
import { type Profile, PROFILE_LABELS, type Role, ROLE_LABELS, ROLES_OF_PROFILE } from '~/lib/profiles';
import { optionsOf } from '~/lib/texts';
import { FormDialog } from '~/ui/FormDialog';
import { InfoIcon } from '~/ui/icons';
import { Labelled, LabelledSelect } from '~/ui/Labelled';
import { useToasts } from '~/ui/toasts/slice';

import { type UserRecord, usersApi } from '../api';
import { useRights } from '../useRights';

const LONGEST_REASON = 500;

interface DecisionProps {
  readonly ids: readonly string[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function AcceptDialog({ ids, onDone, onClose }: DecisionProps) {
  const { assignable } = useRights();
  const toasts = useToasts();
  const [accept, { isLoading, error }] = usersApi.useAcceptApplicantsMutation();
  const [profile, setProfile] = useState<Profile | ''>(assignable.includes('TRAINEE') ? 'TRAINEE' : '');
  const roles = profile === '' ? [] : ROLES_OF_PROFILE[profile];
  const [chosen, setRole] = useState<Role | ''>('');
  const role = chosen !== '' && roles.includes(chosen) ? chosen : (roles[0] ?? '');

  const submit = async () => {
    if (profile === '' || role === '') return;
    const { data } = await accept({ acceptRequest: { ids: [...ids], profile, role } });
    if (data === undefined) return;
    toasts.success(plural(data.decided, { one: '# person accepted', other: '# people accepted' }));
    onDone();
  };

  return (
    <FormDialog
      title={plural(ids.length, { one: 'Accept # person', other: 'Accept # people' })}
      submitLabel={t`Accept`}
      busy={isLoading}
      disabled={profile === '' || role === ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormError message={error === undefined ? undefined : messageOf(error, t`The applicants could not be accepted.`)} />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`They get a mail, and their dashboard opens with this profile.`}
      </Typography>
      <LabelledSelect label={t`Profile`} value={profile} none={profile === '' ? t`Choose a profile` : undefined} options={optionsOf(PROFILE_LABELS, assignable)} onChoose={setProfile} />
      <LabelledSelect label={t`Role`} value={role} disabled={roles.length === 0} options={optionsOf(ROLE_LABELS, roles)} onChoose={setRole} />
    </FormDialog>
  );
}

function DeclineDialog({ ids, onDone, onClose }: DecisionProps) {
  const toasts = useToasts();
  const [decline, { isLoading, error }] = usersApi.useDeclineApplicantsMutation();
  const [reason, setReason] = useState('');

  const submit = async () => {
    const { data } = await decline({ declineRequest: { ids: [...ids], reason } });
    if (data === undefined) return;
    toasts.success(plural(data.decided, { one: '# person declined', other: '# people declined' }));
    onDone();
  };

  return (
    <FormDialog
      title={plural(ids.length, { one: 'Decline # person', other: 'Decline # people' })}
      submitLabel={t`Decline`}
      destructive
      busy={isLoading}
      disabled={reason.trim() === ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormError message={error === undefined ? undefined : messageOf(error, t`The applicants could not be declined.`)} />
      <Labelled label={t`Reason`}>
        {(id) => (
          <OutlinedInput
            id={id}
            value={reason}
            multiline
            minRows={3}
            // A reason is one line of text, however long.
            onChange={({ target }) => setReason(target.value.replaceAll('\n', ' '))}
            inputProps={{ maxLength: LONGEST_REASON }}
          />
        )}
      </Labelled>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t`Each of them gets this reason by mail and sees it in their portal.`}
      </Typography>
    </FormDialog>
  );
}

export interface Decision {
  readonly decision: 'accept' | 'decline';
  readonly ids: readonly string[];
}

/** Asks with which profile applicants are accepted, or why they are declined. */
export function DecisionDialog({ asked: { decision, ids }, ...ends }: Omit<DecisionProps, 'ids'> & { readonly asked: Decision }) {
  const Dialog = decision === 'accept' ? AcceptDialog : DeclineDialog;
  return <Dialog ids={ids} {...ends} />;
}

/** The application of a person that waits or was declined, with its acts. */
export function Application({ user: { id, application } }: { readonly user: UserRecord }) {
  const [asked, setAsked] = useState<Decision | null>(null);
  const close = () => setAsked(null);
  if (application === null) return null;
  const { state, reason, appliedAt } = application;
  const waits = state === 'waiting';
  return (
    <Alert severity="info" role="presentation" icon={<InfoIcon fontSize="small" />}>
      {waits ? t`Applied on ${{ moment: formatMoment(appliedAt) }}, and waits for a decision.` : t`The application was declined.`}
      {reason !== null && (
        <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {t`Reason: ${reason}`}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <Button variant="outlined" size="small" color="inherit" onClick={() => setAsked({ decision: 'accept', ids: [id] })}>
          {t`Accept`}
        </Button>
        {waits && (
          <Button size="small" color="error" onClick={() => setAsked({ decision: 'decline', ids: [id] })}>
            {t`Decline`}
          </Button>
        )}
      </Box>
      {asked !== null && <DecisionDialog asked={asked} onDone={close} onClose={close} />}
    </Alert>
  );
}
