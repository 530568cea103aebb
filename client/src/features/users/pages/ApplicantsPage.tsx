import { plural, t } from '@lingui/core/macro';
import { Box, Button, OutlinedInput, Tab, Tabs, Typography } from '@mui/material';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { messageOf } from '~/api/problem';
import { formatAgo, formatMoment } from '~/lib/format';
import { labelOf, type Profile, PROFILE_LABELS, type Role, ROLES_OF_PROFILE } from '~/lib/profiles';
import { EmptyState } from '~/ui/EmptyState';
import { FormError } from '~/forms/Form';
import { FormDialog } from '~/ui/FormDialog';
import { UsersIcon } from '~/ui/icons';
import { Labelled } from '~/ui/Labelled';
import { Pager, usePageWithin } from '~/ui/Pager';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { QueryPanel } from '~/ui/Panel';
import { Phone } from '~/ui/Phone';
import { Select } from '~/ui/Select';
import { SelectBox, selectedOf } from '~/ui/SelectBox';
import { Caption, Note, TextLink } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { type ApplicantRecord, usersApi } from '../api';
import { personPage } from '../person/usePersonInAddress';
import { useRights } from '../useRights';

const PAGE_SIZE = 50;
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
      <Note>{t`They get a mail, and their dashboard opens with this profile.`}</Note>
      <Labelled label={t`Profile`}>
        {(id) => <Select id={id} value={profile} none={profile === '' ? t`Choose a profile` : undefined} options={assignable.map((each) => [each, PROFILE_LABELS[each]] as const)} onChoose={setProfile} />}
      </Labelled>
      <Labelled label={t`Role`}>
        {(id) => <Select id={id} value={role} disabled={roles.length === 0} options={roles.map((each) => [each, labelOf('role', each)] as const)} onChoose={setRole} />}
      </Labelled>
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
      <Note>{t`Each of them gets this reason by mail and sees it in their portal.`}</Note>
    </FormDialog>
  );
}

interface ApplicantRowProps {
  readonly applicant: ApplicantRecord;
  readonly selected: boolean;
  readonly onToggle: () => void;
  readonly onDecide: (decision: 'accept' | 'decline') => void;
}

function ApplicantRow({ applicant, selected, onToggle, onDecide }: ApplicantRowProps) {
  const { id, fullName, email, phone, state, reason, appliedAt } = applicant;
  const waits = state === 'waiting';
  return (
    <Box component="li" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: { xs: 1.5, sm: 2.5 }, py: 1.5, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      {waits && <SelectBox label={t`Select ${fullName}`} state={selected ? 'all' : 'none'} onToggle={onToggle} sx={{}} />}
      <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <TextLink to={personPage(id)} variant="body2" sx={{ fontWeight: 500 }}>
          {fullName}
        </TextLink>
        <Caption component="p">
          {email} {email !== null && '·'} <Phone>{phone}</Phone>
        </Caption>
        {reason !== null && (
          <Typography variant="body2" sx={{ mt: 0.5 }}>
            {t`Reason: ${reason}`}
          </Typography>
        )}
      </Box>
      <Typography component="time" variant="caption" dateTime={appliedAt} title={formatMoment(appliedAt)} sx={{ color: 'text.secondary' }}>
        {formatAgo(appliedAt)}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button size="small" variant="outlined" aria-label={t`Accept ${fullName}`} onClick={() => onDecide('accept')}>
          {t`Accept`}
        </Button>
        {waits && (
          <Button size="small" color="error" aria-label={t`Decline ${fullName}`} onClick={() => onDecide('decline')}>
            {t`Decline`}
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface Asked {
  readonly decision: 'accept' | 'decline';
  readonly ids: readonly string[];
}

/** People who have signed themselves up to the company, to be accepted or declined one by one or together. */
export function ApplicantsPage() {
  const [params, setParams] = useSearchParams();
  const state = params.get('state') === 'declined' ? 'declined' : 'waiting';
  const page = Math.max(1, Number(params.get('page')) || 1);
  const answer = usersApi.useListApplicantsQuery({ state, page, pageSize: PAGE_SIZE }, { refetchOnMountOrArgChange: true });
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const toPage = (next: number) => setParams({ state, page: String(next) }, { replace: true });
  usePageWithin(answer.data, page, PAGE_SIZE, toPage);

  const shown = answer.data?.data ?? [];
  const selected = shown.filter(({ id }) => marked.has(id)).map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  const close = () => setAsked(null);
  const done = () => {
    setMarked(new Set());
    close();
  };
  const Dialog = asked?.decision === 'accept' ? AcceptDialog : DeclineDialog;

  return (
    <PageShell>
      <BackLink to="/dashboard/users">{t`User Management`}</BackLink>
      <PageHeader title={t`Applicants`} subtitle={t`People who have signed up by your application link.`} />
      <Tabs value={state} onChange={(_event, next: string) => setParams({ state: next }, { replace: true })} aria-label={t`Applications`} sx={{ mb: 2 }}>
        <Tab value="waiting" label={t`Waiting`} />
        <Tab value="declined" label={t`Declined`} />
      </Tabs>
      <QueryPanel title={state === 'waiting' ? t`Waiting` : t`Declined`} answer={answer} failure={t`The applicants could not be loaded.`} lines={6}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title={state === 'waiting' ? t`No one is waiting` : t`No one was declined`} icon={<UsersIcon />}>
              {t`Share the application link on the page of User Management.`}
            </EmptyState>
          ) : (
            <>
              {state === 'waiting' && (
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: { xs: 1.5, sm: 2.5 }, py: 1, borderBottom: 1, borderColor: 'divider' }}>
                  <SelectBox
                    label={t`Select all of this page`}
                    state={selectedOf(selected.length, data.length)}
                    onToggle={() => setMarked(new Set(selected.length === data.length ? [] : data.map(({ id }) => id)))}
                    sx={{}}
                  />
                  <Typography variant="body2" role="status" sx={{ flex: 1 }}>
                    {plural(selected.length, { one: '# selected', other: '# selected' })}
                  </Typography>
                  <Button size="small" variant="outlined" disabled={selected.length === 0} onClick={() => setAsked({ decision: 'accept', ids: selected })}>
                    {t`Accept selected`}
                  </Button>
                  <Button size="small" color="error" disabled={selected.length === 0} onClick={() => setAsked({ decision: 'decline', ids: selected })}>
                    {t`Decline selected`}
                  </Button>
                </Box>
              )}
              <Box component="ul" aria-label={t`Applicants`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
                {data.map((applicant) => (
                  <ApplicantRow
                    key={applicant.id}
                    applicant={applicant}
                    selected={marked.has(applicant.id)}
                    onToggle={() => toggle(applicant.id)}
                    onDecide={(decision) => setAsked({ decision, ids: [applicant.id] })}
                  />
                ))}
              </Box>
              <Pager label={t`Pages of applicants`} page={page} pageSize={PAGE_SIZE} total={total} onPage={toPage} />
            </>
          )
        }
      </QueryPanel>
      {asked !== null && <Dialog ids={asked.ids} onDone={done} onClose={close} />}
    </PageShell>
  );
}
