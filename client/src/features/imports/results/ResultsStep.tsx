import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';

import { UndoDialog } from '~/forms/UndoDialog';
import { useTypedNumber } from '~/forms/useTypedNumber';
import { formatCount, formatMoment } from '~/lib/format';
import { INVITATIONS } from '~/lib/profiles';
import { translated } from '~/lib/sentences';
import { joined, texts } from '~/lib/texts';
import { useListParams } from '~/lib/useListParams';
import { ConfirmButton, ConfirmDialog } from '~/ui/ConfirmDialog';
import { DownloadButton } from '~/ui/DownloadButton';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { type Figure, Figures } from '~/ui/Figures';
import { FilteredRows, type OutcomeFilter } from '~/ui/FilteredRows';
import { AlertIcon, CheckCircleIcon, InfoIcon, MailIcon, UndoIcon } from '~/ui/icons';
import { Reasons } from '~/ui/LiveFeed';
import { Notice } from '~/ui/Notice';
import { ProgressButton } from '~/ui/ProgressButton';
import { type Column, Outcome, type OutcomeTone, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

import { type ImportRow, IMPORTS_PATH, importsApi, type ImportSnapshot, type Invitation, type UndoResponse } from '../api';
import { ChangedPeople } from '../components/ChangedPeople';
import { FileLine } from '../components/ImportStepper';
import { useInvitationRoom } from '../components/invitationRoom';
import { PagedRows } from '../components/PagedRows';
import { ASK_FROM, createdOf, keptOf } from '../states';

const FAILED = ['error', msg`Failed`] as const;
const NOT_CREATED = ['none', msg`Not created`] as const;
const outcomes: Readonly<Partial<Record<ImportRow['status'], readonly [OutcomeTone, MessageDescriptor]>>> = {
  created: ['success', msg`Created`],
  updated: ['success', msg`Updated`],
  unchanged: ['same', msg`Unchanged`],
  undone: ['undone', msg`Undone`],
  kept: ['warning', msg`Not undone`],
  failed: FAILED,
  invalid: FAILED,
};

function outcome({ status }: ImportRow) {
  const [tone, word] = outcomes[status] ?? NOT_CREATED;
  return <Outcome tone={tone}>{t(word)}</Outcome>;
}

function InvitationState({ invitation }: { readonly invitation: Invitation | null }) {
  if (invitation === null) return <span>—</span>;
  return (
    <Box component="span" sx={{ color: invitation === 'failed' ? 'error.main' : 'text.secondary' }}>
      {INVITATIONS[invitation]}
    </Box>
  );
}

// A link once the account exists. An update may name its person by the email or the code alone.
const person = ({ values, accountName, userId }: ImportRow) => <PersonLink name={values.fullName || (accountName ?? '')} id={userId} />;
const email = ({ values }: ImportRow) => <Email>{values.email || values.code || t`Unknown`}</Email>;

/** Why a row failed, else the server's message. */
function messageOfRow({ message, errors }: ImportRow): string {
  if (message !== null && message !== '') return translated(message);
  return errors.map((problem) => translated(problem.message)).join('; ');
}

const columns = (): readonly Column<ImportRow>[] => [
  {
    head: t`Row`,
    width: 92,
    sx: { color: 'text.secondary' },
    cell: (row) => (
      <>
        {row.position}
        <FileLine row={row} />
      </>
    ),
  },
  { head: t`Name`, width: 170, cell: person, sx: { overflowWrap: 'anywhere' } },
  { head: t`Email`, width: 230, cell: email },
  { head: t`Status`, width: 124, cell: outcome },
  { head: t`Message`, cell: (row) => messageOfRow(row) || '—' },
  { head: t`Invitation`, width: 150, cell: ({ invitation }) => <InvitationState invitation={invitation} /> },
];

function card(row: ImportRow) {
  const { position, line } = row;
  const place = line === null ? t`Row ${position}` : t`Row ${position}, line ${line}`;
  const invitation = row.invitation !== null && (
    <>
      {t`Invitation:`} <InvitationState invitation={row.invitation} />
    </>
  );
  return <RowCard title={person(row)} aside={outcome(row)} lines={[email(row), [place, messageOfRow(row)].filter(Boolean).join(' · '), invitation || null]} />;
}

function invitationNote(snapshot: ImportSnapshot): string {
  const { invite, inviteAt, invitationsLeft } = snapshot;
  const created = formatCount(createdOf(snapshot));
  if (invite) return invitationsLeft > 0 ? t`of ${created}, ${{ left: formatCount(invitationsLeft) }} waiting` : t`of ${created}`;
  return inviteAt === null ? t`Not invited yet` : t`From ${{ when: formatMoment(inviteAt) }}`;
}

function figuresOf(snapshot: ImportSnapshot): readonly Figure[] {
  const { mode, state, totalRows, changed, unchanged, errorCount, failedCount, invited, undone } = snapshot;
  const [invalid, failedLater] = [formatCount(errorCount - failedCount), formatCount(failedCount)];
  const note = mode === 'create' ? t`${invalid} invalid, ${failedLater} while creating` : t`${invalid} invalid, ${failedLater} while processing`;
  // What was done, and is not any more, is no success.
  const done = state === 'undone' ? {} : ({ tone: 'success' } as const);
  const created: Figure = { term: state === 'undone' ? t`Had been created` : t`Users Created`, value: formatCount(createdOf(snapshot)), ...done };
  const updated: Figure = { term: state === 'undone' ? t`Had been updated` : t`Updated`, value: formatCount(changed), ...done, note: t`${{ unchanged: formatCount(unchanged) }} unchanged` };
  return [
    ...(mode === 'update' ? [] : [created]),
    ...(mode === 'create' ? [] : [updated]),
    ...(state === 'undone' ? [{ term: t`Undone`, value: formatCount(undone), note: t`${{ kept: formatCount(keptOf(snapshot)) }} not undone` }] : []),
    { term: t`Failed`, value: formatCount(errorCount), tone: 'error', ...(errorCount > 0 && { note }) },
    { term: t`Total Records`, value: formatCount(totalRows) },
    ...(mode === 'update' ? [] : [{ term: t`Invited so far`, value: formatCount(invited), note: invitationNote(snapshot) }]),
  ];
}

function Totals({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { invite, invitationsLeft } = snapshot;
  const room = useInvitationRoom(invite ? invitationsLeft : 0, { areQueued: true });
  return (
    <Paper variant="outlined" component="section" aria-label={t`Totals`} sx={{ overflow: 'hidden' }}>
      <Verdict snapshot={snapshot} />
      <Figures figures={figuresOf(snapshot)} />
      {room !== null && <Note sx={{ px: { xs: 2, sm: 2.5 }, py: 1.25 }}>{room}</Note>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, px: { xs: 1, sm: 1.5 }, py: 1.25, borderTop: 1, borderColor: 'divider', '&:empty': { display: 'none' } }}>
        <ImportedPeople snapshot={snapshot} />
        <InviteAgain snapshot={snapshot} />
        <UndoImport snapshot={snapshot} />
      </Box>
    </Paper>
  );
}

function Verdict({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { mode, state, changed, unchanged, errorCount, undone } = snapshot;
  const created = createdOf(snapshot);
  const kept = keptOf(snapshot);
  const isUndone = state === 'undone';
  const updates = mode !== 'create';
  const lines = [
    { shown: isUndone, color: 'text.secondary', Icon: UndoIcon, text: plural(undone, { one: '# row undone', other: '# rows undone' }) },
    { shown: isUndone && kept > 0, color: 'warning.main', Icon: InfoIcon, text: plural(kept, { one: '# row not undone', other: '# rows not undone' }) },
    { shown: !isUndone && mode !== 'update' && (created > 0 || errorCount === 0), color: 'success.main', Icon: CheckCircleIcon, text: t`Successfully created ${{ count: formatCount(created) }} user(s)` },
    { shown: !isUndone && updates, color: 'success.main', Icon: CheckCircleIcon, text: t`${{ count: formatCount(changed) }} accounts updated` },
    { shown: updates && unchanged > 0, color: 'text.secondary', Icon: CheckCircleIcon, text: t`${{ count: formatCount(unchanged) }} accounts unchanged` },
    {
      shown: errorCount > 0,
      color: 'error.main',
      Icon: AlertIcon,
      text: updates ? t`${{ count: formatCount(errorCount) }} row(s) failed` : t`${{ count: formatCount(errorCount) }} user(s) failed to create`,
    },
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.75, px: { xs: 2, sm: 2.5 }, py: 1.75, borderBottom: 1, borderColor: 'divider' }}>
      {lines
        .filter(({ shown }) => shown)
        .map(({ color, Icon, text }) => (
          <Typography key={text} variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, fontWeight: 500 }}>
            <Icon sx={{ fontSize: 18, color }} />
            {text}
          </Typography>
        ))}
    </Box>
  );
}

/** The failed rows as a file that can be corrected and uploaded again, and the rows that are shown with their results. */
function Downloads({ snapshot: { id, fileName, errorCount }, status }: { readonly snapshot: ImportSnapshot; readonly status: Filter | 'all' }) {
  // "staff.csv" -> "staff-failed.xlsx"; all rows are "staff-results.xlsx".
  const file = (rows: Filter | 'all', format: 'csv' | 'xlsx') => ({
    url: `${IMPORTS_PATH}/${encodeURIComponent(id)}/results.${format}`,
    params: { status: rows },
    name: `${fileName.replace(/\.[^.]*$/u, '')}-${rows === 'all' ? 'results' : rows}.${format}`,
  });
  const failure = status === 'failed' ? t`The failed rows could not be downloaded.` : t`The results could not be downloaded.`;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {errorCount > 0 && (
        <DownloadButton file={file('failed', 'csv')} failure={t`The failed rows could not be downloaded.`}>
          {t`Download Failed Rows`}
        </DownloadButton>
      )}
      <DownloadButton file={file(status, 'csv')} failure={failure} aria-label={t`CSV of the rows shown`}>
        CSV
      </DownloadButton>
      <DownloadButton file={file(status, 'xlsx')} failure={failure} aria-label={t`Excel file of the rows shown`}>
        {t`Excel`}
      </DownloadButton>
    </Box>
  );
}

const accounts = (count: number) => plural(count, { one: '# account', other: '# accounts' });

function Kept({ title, kept }: { readonly title: string; readonly kept: UndoResponse['kept'] }) {
  return <Reasons title={title} reasons={kept.map(({ reason, rows }) => ({ reason, count: rows }))} countOf={accounts} />;
}

function Plan({ fileName, plan }: { readonly fileName: string; readonly plan: UndoResponse }) {
  const { accounts: deleted, updates, kept, keptUpdates, reactivated, keptInactive } = plan;
  const some = deleted + updates + reactivated > 0;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>
        {some ? (
          <strong>{fileName}</strong>
        ) : (
          <Trans>
            <strong>{fileName}</strong>: nothing of this import can be undone any more.
          </Trans>
        )}
        {some && (
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontVariantNumeric: 'tabular-nums' }}>
            {deleted > 0 && <li>{plural(deleted, { one: '# account that it created will be deleted.', other: '# accounts that it created will be deleted.' })}</li>}
            {updates > 0 && <li>{plural(updates, { one: '# account that it updated will be as before.', other: '# accounts that it updated will be as before.' })}</li>}
            {reactivated > 0 && <li>{plural(reactivated, { one: '# account that it deactivated will be active again.', other: '# accounts that it deactivated will be active again.' })}</li>}
          </Box>
        )}
      </div>
      <Kept title={t`Not undone, of the created`} kept={kept} />
      <Kept title={t`Not undone, of the updated`} kept={keptUpdates} />
      <Reasons title={t`Not undone, of the deactivated`} reasons={keptInactive} countOf={accounts} />
    </Box>
  );
}

function UndoImportDialog({ snapshot: { id, fileName }, onClose }: { readonly snapshot: ImportSnapshot; readonly onClose: () => void }) {
  const preview = importsApi.usePreviewUndoOfImportQuery({ importId: id }, { refetchOnMountOrArgChange: true });
  const { act, busy } = useAct(importsApi.useUndoEndedImportMutation(), t`The import could not be undone.`);
  return (
    <UndoDialog
      subject={t`Import`}
      preview={preview}
      countOf={(plan) => plan.accounts + plan.updates + plan.reactivated}
      busy={busy}
      onConfirm={() => act({ importId: id })}
      onClose={onClose}
    >
      {(plan) => <Plan fileName={fileName} plan={plan} />}
    </UndoDialog>
  );
}

function UndoImport({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { state, successCount, unchanged, sync } = snapshot;
  const [asking, setAsking] = useState(false);
  const hasDone = successCount - unchanged > 0 || (sync?.jobId ?? null) !== null;
  if ((state !== 'completed' && state !== 'cancelled') || !hasDone) return null;
  return (
    <>
      <Button variant="outlined" size="small" startIcon={<UndoIcon sx={{ fontSize: 18 }} />} onClick={() => setAsking(true)}>
        {t`Undo Import`}
      </Button>
      {asking && <UndoImportDialog snapshot={snapshot} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Leads to the list of its people, where they are selected for what comes next. */
function ImportedPeople({ snapshot: { id, state, successCount } }: { readonly snapshot: ImportSnapshot }) {
  if (state === 'undone' || successCount === 0) return null;
  return (
    <Button component={RouterLink} to={`/dashboard/users?tab=manage&fromImport=${id}`} variant="outlined" size="small">
      {t`Show These People`}
    </Button>
  );
}

const INVITING_FAILED = msg`The invitations could not be sent.`;

/** Invites those again who have never signed in, once no first invitation is on its way. */
function InviteAgain({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, invite, invitationsLeft } = snapshot;
  const { act, busy } = useAct(importsApi.useInviteImportPeopleMutation(), t(INVITING_FAILED), t`New invitations wait to be sent.`);
  if (!invite || invitationsLeft > 0 || createdOf(snapshot) === 0 || state === 'undone') return null;
  return (
    <ConfirmButton
      label={t`Invite Again`}
      button={{ startIcon: <MailIcon sx={{ fontSize: 18 }} /> }}
      title={t`Invite those again who never logged in?`}
      busy={busy}
      onConfirm={() => act({ importId: id })}
    >
      <Trans>
        Each person of <strong>{fileName}</strong> who has never logged in is emailed a new temporary password. The one of the first invitation then no longer works.
      </Trans>
    </ConfirmButton>
  );
}

/** Invites everyone created by an import whose invitations wait for a button or for their time. */
function InviteNow({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, invite, inviteAt, invited } = snapshot;
  // Some invitations were sent before the rest were withheld.
  const created = createdOf(snapshot) - invited;
  const [asking, setAsking] = useState(false);
  const { act, busy } = useAct(importsApi.useInviteImportPeopleMutation(), t(INVITING_FAILED));
  const number = useTypedNumber({ label: t`Number of people`, count: created });
  if (invite || created <= 0 || state === 'undone') return null;

  const when = inviteAt === null ? '' : formatMoment(inviteAt);
  const close = () => setAsking(false);
  const confirm = () => void act({ importId: id }).then(close);
  return (
    <Notice
      action={
        <ProgressButton size="small" busy={busy} onClick={created >= ASK_FROM ? () => setAsking(true) : confirm}>
          {t`Invite Now`}
        </ProgressButton>
      }
    >
      {inviteAt === null
        ? plural(created, { one: '# person has not been invited yet.', other: '# people have not been invited yet.' })
        : plural(created, { one: `# person is invited on ${when}.`, other: `# people are invited on ${when}.` })}
      <ConfirmDialog
        open={asking}
        title={plural(created, { one: 'Email # person an invitation now?', other: 'Email # people an invitation now?' })}
        confirmLabel={t`Invite Now`}
        busy={busy}
        onConfirm={() => {
          if (number.isConfirmed()) confirm();
        }}
        onClose={close}
      >
        <Trans>
          The accounts of <strong>{fileName}</strong> are invited. Invitations cannot be called back.
        </Trans>
        {number.field && <Box sx={{ mt: 2 }}>{number.field}</Box>}
      </ConfirmDialog>
    </Notice>
  );
}

/** What became of the people who were missing in the file: their own results name them. */
function MissingPeople({ snapshot: { sync, state } }: { readonly snapshot: ImportSnapshot }) {
  if (sync === null) return null;
  if (sync.jobId === null) {
    return (
      <Notice>
        {plural(sync.people, { one: '# person was missing in the file.', other: '# people were missing in the file.' })}{' '}
        {sync.missing === 'deactivate' && state === 'processing' ? t`They are deactivated once all rows are done.` : t`No one was deactivated.`}
      </Notice>
    );
  }
  return (
    <Notice
      action={
        <Button component={RouterLink} to={`/dashboard/users/jobs/${sync.jobId}`} size="small">
          {t`Show Who`}
        </Button>
      }
    >
      {plural(sync.people, {
        one: '# person was missing in the file, and to be deactivated after it.',
        other: '# people were missing in the file, and to be deactivated after it.',
      })}
    </Notice>
  );
}

/** Further sheets of the workbook that hold people: each is an import of its own. */
function NextSheets({ snapshot: { id, nextSheets } }: { readonly snapshot: ImportSnapshot }) {
  const navigate = useNavigate();
  const { act, busy } = useAct(importsApi.useUploadNextSheetMutation(), t`The sheet could not be read.`);
  if (nextSheets.length === 0) return null;
  const read = async (sheet: string) => {
    const uploaded = await act({ importId: id, sheetRequest: { sheet } });
    if (uploaded !== undefined) void navigate(`/dashboard/users/imports/${uploaded.id}`);
  };
  return (
    <Notice>
      {t`Other sheets of this workbook hold people, too:`}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {nextSheets.map((sheet) => (
          <Button key={sheet} variant="outlined" color="inherit" size="small" disabled={busy} onClick={() => void read(sheet)} sx={{ overflowWrap: 'anywhere' }}>
            {t`Import “${sheet}”`}
          </Button>
        ))}
      </Box>
    </Notice>
  );
}

const FILTERS = ['created', 'changed', 'undone', 'kept', 'unchanged', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

const nothing = texts({
  all: msg`The file had no rows left.`,
  created: msg`No account was created.`,
  changed: msg`No account was updated.`,
  undone: msg`Nothing was undone.`,
  kept: msg`Everything was undone.`,
  unchanged: msg`No row was unchanged.`,
  failed: msg`No row failed.`,
});

/** What rows have come to, with how many there are; after an undo, what it has taken back and what it has not. */
function outcomesOf(snapshot: ImportSnapshot): readonly OutcomeFilter<Filter>[] {
  const { mode, state, totalRows, changed, unchanged, errorCount, undone } = snapshot;
  const isUndone = state === 'undone';
  return [
    { filter: null, label: t`All rows`, count: totalRows, shown: true },
    { filter: 'created', label: t`Created`, count: createdOf(snapshot), shown: mode !== 'update' && !isUndone },
    { filter: 'changed', label: t`Updated`, count: changed, shown: mode !== 'create' && !isUndone },
    { filter: 'undone', label: t`Undone`, count: undone, shown: isUndone },
    { filter: 'kept', label: t`Not undone`, count: keptOf(snapshot), shown: isUndone },
    { filter: 'unchanged', label: t`Unchanged`, count: unchanged, shown: mode !== 'create' },
    { filter: 'failed', label: t`Failed`, count: errorCount, shown: true },
  ];
}

export function ResultsStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, state, mode, failedCount, invite, invited } = snapshot;
  const list = useListParams({ status: FILTERS });
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <InviteNow snapshot={snapshot} />
      <MissingPeople snapshot={snapshot} />
      <NextSheets snapshot={snapshot} />
      {mode !== 'create' && failedCount > 0 && <ChangedPeople snapshot={snapshot} />}
      <Totals snapshot={snapshot} />
      <FilteredRows
        label={t`Rows`}
        filterLabel={t`Which rows are shown`}
        outcomes={outcomesOf(snapshot)}
        list={list}
        aside={(status) => <Downloads snapshot={snapshot} status={status ?? 'all'} />}
      >
        {(status) => (
          <PagedRows
            key={state}
            inviting={invite && invited < createdOf(snapshot)}
            rows={{ importId: id, status }}
            list={list}
            empty={<EmptyState title={t`No rows to show`}>{nothing[status ?? 'all']}</EmptyState>}
          >
            {(rows) => <RowList label={t`Results by row`} rows={rows} keyOf={({ row }) => row} columns={columns()} minWidth={880} wraps card={card} />}
          </PagedRows>
        )}
      </FilteredRows>
    </Box>
  );
}

function explain(snapshot: ImportSnapshot): string {
  const { state, reason, successCount, changed, unchanged, undone } = snapshot;
  const written = successCount - unchanged;
  if (state === 'failed') return reason === null ? t`Upload failed. Please try again.` : translated(reason);
  if (state === 'undone') {
    const kept = keptOf(snapshot);
    return joined(' ', [
      plural(undone, { one: '# row was undone.', other: '# rows were undone.' }),
      kept > 0 && plural(kept, { one: '# row was left as it is.', other: '# rows were left as they are.' }),
    ]);
  }
  if (written === 0) return t`No account was created from this file.`;
  return changed > 0
    ? plural(written, {
        one: '# person was created or updated before that and will stay. Remaining rows were not imported.',
        other: '# people were created or updated before that and will stay. Remaining rows were not imported.',
      })
    : plural(written, {
        one: '# person was created before that and will stay. Remaining rows were not imported.',
        other: '# people were created before that and will stay. Remaining rows were not imported.',
      });
}

/** A cancelled, failed or undone import: the reason, what was created and, once started, the outcome of each row. */
export function EndedStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const failed = snapshot.state === 'failed';
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Notice severity={failed ? 'error' : 'info'}>{explain(snapshot)}</Notice>
      {snapshot.startedAt !== null && <ResultsStep snapshot={snapshot} />}
    </Box>
  );
}
