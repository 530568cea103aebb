import {
  Box,
  Button,
  Link,
  NativeSelect,
  OutlinedInput,
  Paper,
  Skeleton,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useEffect, useId } from 'react';
import { Link as RouterLink } from 'react-router';

import { messageOf } from '~/api/problem';
import { ACTIVITIES, activityLabel, actorOf, sayActivity } from '~/lib/activity';
import { changesOf } from '~/lib/changes';
import { formatMoment } from '~/lib/format';
import { type ListParams, useListParams } from '~/lib/useListParams';
import { ChangeList } from '~/ui/ChangeList';
import { Email } from '~/ui/Email';
import { EmptyState } from '~/ui/EmptyState';
import { ErrorState } from '~/ui/ErrorState';
import { ArrowLeftIcon, FileIcon } from '~/ui/icons';
import { lastPage, Pager } from '~/ui/Pager';
import { PageHeader, PageShell } from '~/ui/PageShell';
import { useRowsAsCards } from '~/ui/rowsAsCards';

import { type AuditAction, type AuditRecord, PAGE_SIZE, useReadAuditQuery } from '../api';

/** Filters by action, and by the email or file name of the target. */
export function AuditFilters({ list }: { readonly list: ListParams<typeof CHOICES> }) {
  const id = useId();
  const { view, searchText, setSearchText, change } = list;
  const { action, subject, search } = view;
  return (
    <Box component="form" role="search" aria-label="Activity" onSubmit={(event) => { event.preventDefault(); }} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, p: 2 }}>
      <label className="visually-hidden" htmlFor={`${id}-search`}>
        Search by the beginning of an email or file name
      </label>
      <OutlinedInput
        id={`${id}-search`}
        type="search"
        value={searchText}
        placeholder="Email or file name begins with…"
        onChange={(event) => setSearchText(event.target.value)}
        slotProps={{ input: { enterKeyHint: 'search', autoCapitalize: 'none', spellCheck: false, maxLength: 200 } }}
        sx={{ flex: '1 1 240px' }}
      />
      <label className="visually-hidden" htmlFor={`${id}-action`}>
        What was done
      </label>
      <NativeSelect
        variant="outlined"
        input={<OutlinedInput />}
        inputProps={{ id: `${id}-action` }}
        value={action ?? ''}
        onChange={(event) => change({ action: ACTIONS.find(([name]) => name === event.target.value)?.[0] ?? null })}
        sx={{ flex: '0 1 220px', minWidth: 180 }}
      >
        <option value="">Everything</option>
        {ACTIONS.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {subject !== null && (
        <Typography variant="body2" sx={{ alignSelf: 'center', color: 'text.secondary' }}>
          About one person only
        </Typography>
      )}
      {(action !== null || subject !== null || search !== '') && (
        <Button color="inherit" onClick={() => change({ action: null, subject: null, search: '' })}>
          Clear Filters
        </Button>
      )}
    </Box>
  );
}

interface AuditRowsProps {
  readonly entries: readonly AuditRecord[];
}

/** Widths of the columns; "Before and after" takes the rest. */
const WIDTHS = { when: 172, who: 150, action: 150, target: 190, from: 130 } as const;
const LEAST_CHANGES = 200;
/** In less room rows are cards. */
export const LEAST_WIDTH = Object.values(WIDTHS).reduce((sum, width) => sum + width, LEAST_CHANGES);

const inTable = {
  tableLayout: 'fixed',
  minWidth: LEAST_WIDTH,
  '& td': { verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& th:first-of-type, & td:first-of-type': { pl: 2.5 },
  '& th:last-of-type, & td:last-of-type': { pr: 2.5 },
} as const;

export function AuditTable({ entries }: AuditRowsProps) {
  return (
    <TableContainer>
      <Table aria-label="Activity" sx={inTable}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ width: WIDTHS.when }}>When</TableCell>
            <TableCell sx={{ width: WIDTHS.who }}>Who</TableCell>
            <TableCell sx={{ width: WIDTHS.action }}>Action</TableCell>
            <TableCell sx={{ width: WIDTHS.target }}>Target</TableCell>
            <TableCell>Before and after</TableCell>
            <TableCell sx={{ width: WIDTHS.from }}>From</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id} sx={{ '&:last-of-type td': { borderBottom: 0 } }}>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', color: 'text.secondary' }}>
                <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
              </TableCell>
              <TableCell sx={{ fontWeight: 500 }}>{actorOf(entry) ?? '—'}</TableCell>
              <TableCell>{activityLabel(entry.action)}</TableCell>
              <TableCell>
                <Email>{entry.subjectLabel ?? '—'}</Email>
              </TableCell>
              <TableCell>
                <ChangeList changes={changesOf(entry)} />
              </TableCell>
              <TableCell sx={{ fontVariantNumeric: 'tabular-nums', color: 'text.secondary' }}>{entry.address ?? '—'}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

export function AuditCards({ entries }: AuditRowsProps) {
  return (
    <Box component="ul" aria-label="Activity" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {entries.map((entry) => (
        <Box component="li" key={entry.id} sx={{ display: 'grid', gap: 0.5, px: 2, py: 1.75, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
            {sayActivity(entry)}
          </Typography>
          <ChangeList changes={changesOf(entry)} />
          <Typography variant="caption" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
            <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
            {entry.address !== null && ` · ${entry.address}`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Every action of the server has a label; one without does not compile. */
const labelled: Readonly<Record<AuditAction, { readonly label: string }>> = ACTIVITIES;

/** The actions and their labels. */
export const ACTIONS = Object.entries(labelled).map(([action, { label }]) => [action as AuditAction, label] as const);

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** The filters of the list: the action, and the id of what it concerns. */
export const CHOICES = { action: ACTIONS.map(([action]) => action), subject: (id: string) => ID.test(id) };

function RowsSkeleton() {
  return (
    <Box role="status" aria-label="Loading activity" sx={{ px: 2.5, py: 1 }}>
      {Array.from({ length: 8 }, (_, index) => (
        <Box key={index} sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 46 }}>
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 1 }} />
          <Skeleton sx={{ flex: 2, display: { xs: 'none', sm: 'block' } }} />
        </Box>
      ))}
    </Box>
  );
}

/** One page of entries with its loading, empty, failed and full state. Entries stay until the next ones are here. */
function Entries({ list }: { readonly list: ListParams<typeof CHOICES> }) {
  const { view, setPage, correctPage } = list;
  const { action, subject, search, page } = view;
  const { data, currentData, error, isFetching, refetch } = useReadAuditQuery(
    { page, pageSize: PAGE_SIZE, search, ...(action !== null && { action }), ...(subject !== null && { subject }) },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const { ref, asCards } = useRowsAsCards(LEAST_WIDTH);
  // Without an exact count the last page is unknown.
  const last = currentData?.totalIsExact === true ? lastPage(currentData.total, PAGE_SIZE) : page;
  useEffect(() => {
    if (page > last) correctPage(last);
  });

  if (error !== undefined && currentData === undefined) {
    return (
      <Box sx={{ p: 2 }}>
        <ErrorState message={messageOf(error, 'The activity could not be loaded.')} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (data === undefined) return <RowsSkeleton />;
  const waiting = isFetching && currentData === undefined;
  const filtered = action !== null || subject !== null || search !== '';
  const Rows = asCards ? AuditCards : AuditTable;
  if (data.total === 0 && !waiting) {
    return (
      <EmptyState title={filtered ? 'Nothing matches' : 'Nothing has been done yet'} icon={<FileIcon fontSize="small" />}>
        {filtered ? 'Clear the filters to see everything.' : 'Logins, edits and imports of your company are listed here.'}
      </EmptyState>
    );
  }
  return (
    <>
      <Box ref={ref} aria-busy={waiting} sx={{ opacity: waiting ? 0.5 : 1, transition: 'opacity 120ms' }}>
        <Rows entries={data.data} />
      </Box>
      {data.total > PAGE_SIZE && (
        <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
          <Pager
            label="Activity"
            page={data.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            exact={data.totalIsExact}
            full={data.data.length === PAGE_SIZE}
            onPage={setPage}
          />
        </Box>
      )}
    </>
  );
}

/** The company's audit trail: actor, action, target, time and address. */
export function AuditPage() {
  const list = useListParams(CHOICES);
  return (
    <PageShell>
      <Link component={RouterLink} to="/dashboard/users" color="inherit" variant="body2" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mb: 1.5, color: 'text.secondary' }}>
        <ArrowLeftIcon sx={{ fontSize: 18 }} />
        User Management
      </Link>
      <PageHeader title="Activity" subtitle="Actions in your company: who, when, on what and from where." />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <Box sx={{ borderBottom: 1, borderColor: 'divider' }}>
          <AuditFilters list={list} />
        </Box>
        <Entries list={list} />
      </Paper>
    </PageShell>
  );
}
