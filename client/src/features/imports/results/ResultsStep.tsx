import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { countOf, formatCount, formatMoment } from '~/lib/format';
import { INVITATIONS } from '~/lib/profiles';
import { useListParams } from '~/lib/useListParams';
import { ConfirmButton, ConfirmDialog, UndoDialog } from '~/ui/ConfirmDialog';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { type Figure, Figures } from '~/ui/Figures';
import { FilteredRows } from '~/ui/FilteredRows';
import { AlertIcon, CheckCircleIcon, CheckIcon, DownloadIcon, InfoIcon, MailIcon, UndoIcon } from '~/ui/icons';
import { Reasons } from '~/ui/LiveFeed';
import { ProgressButton } from '~/ui/ProgressButton';
import { type Column, Outcome, PersonLink, RowCard, RowList } from '~/ui/RowList';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import {
  type ImportRow,
  type ImportSnapshot,
  type Invitation,
  type ResultsFile,
  type UndoResponse,
  useInviteImportPeopleMutation,
  usePreviewUndoOfImportQuery,
  useSaveResultsMutation,
  useUndoEndedImportMutation,
} from '../api';
import { FileLine } from '../components/ImportStepper';
import { PagedRows } from '../components/PagedRows';
import { ASK_FROM, createdOf, keptOf, outcomeOf, type RowOutcome } from '../states';

const icon = { fontSize: 16 } as const;
const outcomes: Readonly<Record<RowOutcome, { color: string; icon: ReactNode }>> = {
  Created: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  Updated: { color: 'success.main', icon: <CheckCircleIcon sx={icon} /> },
  Unchanged: { color: 'text.secondary', icon: <CheckIcon sx={icon} /> },
  Undone: { color: 'text.secondary', icon: <UndoIcon sx={icon} /> },
  'Not undone': { color: 'warning.main', icon: <InfoIcon sx={icon} /> },
  Failed: { color: 'error.main', icon: <AlertIcon sx={icon} /> },
  'Not created': { color: 'text.secondary', icon: <InfoIcon sx={icon} /> },
};

const outcome = (row: ImportRow) => <Outcome {...outcomes[outcomeOf(row)]}>{outcomeOf(row)}</Outcome>;

function InvitationState({ invitation }: { readonly invitation: Invitation | null }) {
  if (invitation === null) return <span>—</span>;
  return (
    <Box component="span" sx={{ color: invitation === 'failed' ? 'error.main' : 'text.secondary' }}>
      {INVITATIONS[invitation]}
    </Box>
  );
}

// A link once the account exists.
const person = ({ values, userId }: ImportRow) => <PersonLink name={values.fullName} email={userId === null ? null : values.email} />;
const email = ({ values }: ImportRow) => <Email>{values.email === '' ? 'Unknown' : values.email}</Email>;

/** Why a row failed, else the server's message. */
function messageOfRow({ message, errors }: ImportRow): string {
  if (message !== null && message !== '') return message;
  return errors.map((problem) => problem.message).join('; ');
}

const columns: readonly Column<ImportRow>[] = [
  {
    head: 'Row',
    width: 92,
    sx: { color: 'text.secondary' },
    cell: (row) => (
      <>
        {row.position}
        <FileLine row={row} />
      </>
    ),
  },
  { head: 'Name', width: 170, cell: person, sx: { overflowWrap: 'anywhere' } },
  { head: 'Email', width: 230, cell: email },
  { head: 'Status', width: 124, cell: outcome },
  { head: 'Message', cell: (row) => messageOfRow(row) || '—' },
  { head: 'Invitation', width: 150, cell: ({ invitation }) => <InvitationState invitation={invitation} /> },
];

function card(row: ImportRow) {
  const place = `Row ${row.position}${row.line === null ? '' : `, line ${row.line}`}`;
  const invitation = row.invitation !== null && (
    <>
      Invitation: <InvitationState invitation={row.invitation} />
    </>
  );
  return <RowCard title={person(row)} aside={outcome(row)} lines={[email(row), [place, messageOfRow(row)].filter(Boolean).join(' · '), invitation || null]} />;
}

/** The outcome of each row. */
function ResultRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  return <RowList label="Results by row" rows={rows} keyOf={({ row }) => row} columns={columns} minWidth={880} wraps card={card} />;
}

function invitationNote(snapshot: ImportSnapshot): string {
  const { invite, inviteAt, invitationsLeft } = snapshot;
  if (invite) return `of ${formatCount(createdOf(snapshot))}${invitationsLeft > 0 ? `, ${formatCount(invitationsLeft)} on their way` : ''}`;
  return inviteAt === null ? 'Not invited yet' : `From ${formatMoment(inviteAt)}`;
}

function figuresOf(snapshot: ImportSnapshot): readonly Figure[] {
  const { mode, state, totalRows, changed, unchanged, errorCount, failedCount, invited, undone } = snapshot;
  const note = `${formatCount(errorCount - failedCount)} invalid, ${formatCount(failedCount)} while ${mode === 'create' ? 'creating' : 'processing'}`;
  // What was done, and is not any more, is no success.
  const done = state === 'undone' ? {} : ({ tone: 'success' } as const);
  const created: Figure = { term: 'Users Created', value: formatCount(createdOf(snapshot)), ...done };
  const updated: Figure = { term: 'Updated', value: formatCount(changed), ...done, note: `${formatCount(unchanged)} unchanged` };
  return [
    ...(mode === 'update' ? [] : [created]),
    ...(mode === 'create' ? [] : [updated]),
    ...(state === 'undone' ? [{ term: 'Undone', value: formatCount(undone), note: `${formatCount(keptOf(snapshot))} not undone` }] : []),
    { term: 'Failed', value: formatCount(errorCount), tone: 'error', ...(errorCount > 0 && { note }) },
    { term: 'Total Records', value: formatCount(totalRows) },
    ...(mode === 'update' ? [] : [{ term: 'Invited so far', value: formatCount(invited), note: invitationNote(snapshot) }]),
  ];
}

/** What an import has come to, and what can be done about it. */
function Totals({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  return (
    <Paper variant="outlined" component="section" aria-label="Totals" sx={{ overflow: 'hidden' }}>
      <Verdict snapshot={snapshot} />
      <Figures figures={figuresOf(snapshot)} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, px: { xs: 1, sm: 1.5 }, py: 1.25, borderTop: 1, borderColor: 'divider', '&:empty': { display: 'none' } }}>
        <InviteAgain snapshot={snapshot} />
        <UndoImport snapshot={snapshot} />
      </Box>
    </Paper>
  );
}

/** The outcome in words. */
function Verdict({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { mode, state, changed, unchanged, errorCount, undone } = snapshot;
  const created = createdOf(snapshot);
  const kept = keptOf(snapshot);
  const isUndone = state === 'undone';
  const updates = mode !== 'create';
  const lines = [
    { shown: isUndone, color: 'text.secondary', Icon: UndoIcon, text: `${countOf(undone, 'row', 'rows')} undone` },
    { shown: isUndone && kept > 0, color: 'warning.main', Icon: InfoIcon, text: `${countOf(kept, 'row', 'rows')} not undone` },
    { shown: !isUndone && mode !== 'update' && (created > 0 || errorCount === 0), color: 'success.main', Icon: CheckCircleIcon, text: `Successfully created ${formatCount(created)} user(s)` },
    { shown: !isUndone && updates, color: 'success.main', Icon: CheckCircleIcon, text: `Successfully updated ${formatCount(changed)} user(s)` },
    { shown: updates && unchanged > 0, color: 'text.secondary', Icon: CheckCircleIcon, text: `${formatCount(unchanged)} user(s) unchanged` },
    {
      shown: errorCount > 0,
      color: 'error.main',
      Icon: AlertIcon,
      text: updates ? `${formatCount(errorCount)} row(s) failed` : `${formatCount(errorCount)} user(s) failed to create`,
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

type Download = Pick<ResultsFile, 'status' | 'format'>;

interface DownloadButtonProps extends Download {
  readonly snapshot: ImportSnapshot;
  readonly children: string;
  /** Read instead of the text in sight, which it begins with. */
  readonly name?: string;
}

/** "staff.csv" -> "staff-failed.xlsx"; all rows are "staff-results.xlsx". */
function nameOf({ fileName }: ImportSnapshot, { status, format }: Download): string {
  return `${fileName.replace(/\.[^.]*$/u, '')}-${status === 'all' ? 'results' : status}.${format}`;
}

interface DownloadButtonProps extends Download {
  readonly snapshot: ImportSnapshot;
  readonly children: string;
  /** Read instead of the text in sight, which it begins with. */
  readonly name?: string;
}

function DownloadButton({ snapshot, status, format, children, name }: DownloadButtonProps) {
  const rows = status === 'failed' ? 'The failed rows' : 'The results';
  const { act, busy } = useAct(useSaveResultsMutation(), `${rows} could not be downloaded.`);
  return (
    <ProgressButton
      variant="outlined"
      size="small"
      busy={busy}
      startIcon={<DownloadIcon sx={{ fontSize: 18 }} />}
      aria-label={name}
      onClick={() => void act({ importId: snapshot.id, status, format, fileName: nameOf(snapshot, { status, format }) })}
    >
      {children}
    </ProgressButton>
  );
}

interface DownloadsProps {
  readonly snapshot: ImportSnapshot;
  /** The outcome of the rows that are shown. */
  readonly status: Download['status'];
}

/** The failed rows as a file that can be corrected and uploaded again, and the rows that are shown with their results. */
function Downloads({ snapshot, status }: DownloadsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {snapshot.errorCount > 0 && (
        <DownloadButton snapshot={snapshot} status="failed" format="csv">
          Download Failed Rows
        </DownloadButton>
      )}
      <DownloadButton snapshot={snapshot} status={status} format="csv" name="CSV of the rows shown">
        CSV
      </DownloadButton>
      <DownloadButton snapshot={snapshot} status={status} format="xlsx" name="Excel file of the rows shown">
        Excel
      </DownloadButton>
    </Box>
  );
}

const accounts = (count: number) => countOf(count, 'account', 'accounts');

function Kept({ title, kept }: { readonly title: string; readonly kept: UndoResponse['kept'] }) {
  return <Reasons title={title} reasons={kept.map(({ reason, rows }) => ({ reason, count: rows }))} countOf={accounts} />;
}

/** What would happen, what would not, and why. */
function Plan({ fileName, plan }: { readonly fileName: string; readonly plan: UndoResponse }) {
  const { accounts: deleted, updates, kept, keptUpdates } = plan;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>
        <strong>{fileName}</strong>
        {deleted + updates === 0 && ': nothing of this import can be undone any more.'}
        {deleted + updates > 0 && (
          <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, fontVariantNumeric: 'tabular-nums' }}>
            {deleted > 0 && <li>{accounts(deleted)} that it created will be deleted.</li>}
            {updates > 0 && <li>{accounts(updates)} that it updated will be as before.</li>}
          </Box>
        )}
      </div>
      <Kept title="Not undone, of the created" kept={kept} />
      <Kept title="Not undone, of the updated" kept={keptUpdates} />
    </Box>
  );
}

function UndoImportDialog({ snapshot: { id, fileName }, onClose }: { readonly snapshot: ImportSnapshot; readonly onClose: () => void }) {
  const preview = usePreviewUndoOfImportQuery({ importId: id }, { refetchOnMountOrArgChange: true });
  const { act, busy } = useAct(useUndoEndedImportMutation(), 'The import could not be undone.');
  return (
    <UndoDialog
      subject="Import"
      preview={preview}
      isEmpty={(plan) => plan.accounts + plan.updates === 0}
      busy={busy}
      onConfirm={() => act({ importId: id })}
      onClose={onClose}
    >
      {(plan) => <Plan fileName={fileName} plan={plan} />}
    </UndoDialog>
  );
}

/** Offers to undo an import that has created or updated accounts. */
function UndoImport({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { state, successCount, unchanged } = snapshot;
  const [asking, setAsking] = useState(false);
  if ((state !== 'completed' && state !== 'cancelled') || successCount - unchanged === 0) return null;
  return (
    <>
      <Button variant="outlined" size="small" startIcon={<UndoIcon sx={{ fontSize: 18 }} />} onClick={() => setAsking(true)}>
        Undo Import
      </Button>
      {asking && <UndoImportDialog snapshot={snapshot} onClose={() => setAsking(false)} />}
    </>
  );
}

const useInviting = () => useAct(useInviteImportPeopleMutation(), 'The invitations could not be sent.');

/** Invites those again who have never signed in, once no first invitation is on its way. */
function InviteAgain({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, invite, invitationsLeft } = snapshot;
  const toasts = useToasts();
  const { act, busy } = useInviting();
  if (!invite || invitationsLeft > 0 || createdOf(snapshot) === 0 || state === 'undone') return null;
  const inviteAgain = async () => {
    if ((await act({ importId: id })) !== undefined) toasts.success('New invitations are on their way.');
  };
  return (
    <ConfirmButton label="Invite Again" button={{ startIcon: <MailIcon sx={{ fontSize: 18 }} /> }} title="Invite those again who never logged in?" busy={busy} onConfirm={inviteAgain}>
      Each person of <strong>{fileName}</strong> who has never logged in is emailed a new temporary password. The one of the first
      invitation then no longer works.
    </ConfirmButton>
  );
}

/** Invites everyone created by an import whose invitations wait for a button or for their time. */
function InviteNow({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, fileName, state, invite, inviteAt, invited } = snapshot;
  // Some invitations were sent before the rest were withheld.
  const created = createdOf(snapshot) - invited;
  const [asking, setAsking] = useState(false);
  const { act, busy } = useInviting();
  if (invite || created <= 0 || state === 'undone') return null;

  const close = () => setAsking(false);
  const confirm = () => void act({ importId: id }).then(close);
  return (
    <Alert
      severity="info"
      role="note"
      icon={<InfoIcon fontSize="small" />}
      action={
        <ProgressButton size="small" busy={busy} onClick={created >= ASK_FROM ? () => setAsking(true) : confirm}>
          Invite Now
        </ProgressButton>
      }
    >
      {inviteAt === null
        ? `${countOf(created, 'person has', 'people have')} not been invited yet.`
        : `${countOf(created, 'person is', 'people are')} invited on ${formatMoment(inviteAt)}.`}
      <ConfirmDialog
        open={asking}
        title={`Email ${countOf(created, 'person', 'people')} an invitation now?`}
        confirmLabel="Invite Now"
        busy={busy}
        onConfirm={confirm}
        onClose={close}
      >
        The accounts of <strong>{fileName}</strong> are invited. Invitations cannot be called back.
      </ConfirmDialog>
    </Alert>
  );
}

const FILTERS = ['created', 'changed', 'undone', 'kept', 'unchanged', 'failed'] as const;
type Filter = (typeof FILTERS)[number];

const nothing = {
  all: 'The file had no rows left.',
  created: 'No user was created.',
  changed: 'No user was updated.',
  undone: 'Nothing was undone.',
  kept: 'Everything was undone.',
  unchanged: 'No row was unchanged.',
  failed: 'No row failed.',
} as const;

/** What rows have come to, with how many there are; after an undo, what it has taken back and what it has not. */
function filtersOf(snapshot: ImportSnapshot) {
  const { mode, state, totalRows, changed, unchanged, errorCount, undone } = snapshot;
  const isUndone = state === 'undone';
  const shown: readonly { readonly filter: Filter; readonly label: string; readonly count: number; readonly shown: boolean }[] = [
    { filter: 'created', label: 'Created', count: createdOf(snapshot), shown: mode !== 'update' && !isUndone },
    { filter: 'changed', label: 'Updated', count: changed, shown: mode !== 'create' && !isUndone },
    { filter: 'undone', label: 'Undone', count: undone, shown: isUndone },
    { filter: 'kept', label: 'Not undone', count: keptOf(snapshot), shown: isUndone },
    { filter: 'unchanged', label: 'Unchanged', count: unchanged, shown: mode !== 'create' },
    { filter: 'failed', label: 'Failed', count: errorCount, shown: true },
  ];
  return [{ filter: null, label: 'All rows', count: totalRows }, ...shown.filter((each) => each.shown)];
}

/** The results of an import: counts, invitations, rows. */
export function ResultsStep({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { id, state, invite, invited } = snapshot;
  const list = useListParams({ status: FILTERS });
  const options = filtersOf(snapshot);
  // An undo that ends while the page is open takes filters away.
  const status = options.find(({ filter }) => filter === list.view.status)?.filter ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <InviteNow snapshot={snapshot} />
      <Totals snapshot={snapshot} />
      <FilteredRows
        label="Rows"
        filterLabel="Which rows are shown"
        options={options}
        chosen={status}
        onChoose={(chosen) => list.change({ status: chosen })}
        aside={<Downloads snapshot={snapshot} status={status ?? 'all'} />}
      >
        <PagedRows
          key={state}
          inviting={invite && invited < createdOf(snapshot)}
          importId={id}
          filter={status}
          list={list}
          empty={<EmptyState title="No rows to show">{nothing[status ?? 'all']}</EmptyState>}
        >
          {(rows) => <ResultRows rows={rows} />}
        </PagedRows>
      </FilteredRows>
    </Box>
  );
}
