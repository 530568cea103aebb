import { t } from '@lingui/core/macro';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';

import { formatDay, formatMoment } from '~/lib/format';
import { usePolledQuery } from '~/realtime/extra';
import { EmptyState } from '~/ui/EmptyState';
import { UsersIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Entries, Entry, Panel, QueryPanel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note, TextLink } from '~/ui/Text';

import { type DuplicatePair, type DuplicatePairs, type MergeRecord, type UserRecord, usersApi } from '../api';
import { MergeDialog, useUndoMerge } from '../duplicates/MergeDialog';
import { sayEvidence } from '../duplicates/ProbableDuplicates';
import { nameOf, profileOf } from '../format';
import { personPage } from '../person/usePersonInAddress';
import { useRights } from '../useRights';

function Person({ user }: { readonly user: UserRecord }) {
  const facts = [nameOf(user), user.dateOfBirth === null ? '' : formatDay(user.dateOfBirth), profileOf(user), user.isActive ? '' : t`Inactive`];
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <TextLink to={personPage(user.id)} variant="body2" sx={{ fontWeight: 500 }}>
        {user.fullName}
      </TextLink>
      <Caption component="p">{facts.filter((fact) => fact !== '').join(' · ')}</Caption>
    </Box>
  );
}

function Pair({ pair, onMerge }: { readonly pair: DuplicatePair; readonly onMerge: () => void }) {
  const { older, newer, evidence } = pair;
  const rights = useRights();
  const mayMerge = [older, newer].every((user) => rights.mayEdit(user) && rights.mayDelete(user));
  return (
    <Entry>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr) auto' }, alignItems: 'center', gap: { xs: 1, md: 2 } }}>
        <Person user={older} />
        <Person user={newer} />
        <Note>{sayEvidence(evidence)}</Note>
        {mayMerge && (
          <Button variant="outlined" size="small" aria-label={t`Merge ${{ older: older.fullName }} and ${{ newer: newer.fullName }}`} onClick={onMerge} sx={{ justifySelf: 'start' }}>
            {t`Merge`}
          </Button>
        )}
      </Box>
    </Entry>
  );
}

function Merged({ merge: { id, survivor, merged, until } }: { readonly merge: MergeRecord }) {
  const { undo, busy } = useUndoMerge();
  return (
    <Entry>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography variant="body2">{t`${{ merged: merged.fullName }} was merged into ${{ survivor: survivor.fullName }}`}</Typography>
          <Caption>{t`Can be undone until ${{ moment: formatMoment(until) }}`}</Caption>
        </Box>
        <ProgressButton variant="outlined" size="small" busy={busy} onClick={() => undo(id)} aria-label={t`Undo the merge of ${{ merged: merged.fullName }}`}>
          {t`Undo`}
        </ProgressButton>
      </Box>
    </Entry>
  );
}

/** What can still be undone; nothing where there is none. */
function RecentMerges() {
  const rights = useRights();
  const { data } = usersApi.useListOpenMergesQuery(undefined, { skip: !rights.may('user.delete'), refetchOnMountOrArgChange: true });
  if (data === undefined || data.merges.length === 0) return null;
  return (
    <Panel title={t`Merged in the last day`}>
      <Entries label={t`Merged in the last day`}>
        {data.merges.map((merge) => (
          <Merged key={merge.id} merge={merge} />
        ))}
      </Entries>
    </Panel>
  );
}

/** When people were compared, and whether they are compared anew. Rendered empty first, so that it is announced. */
function AsOf({ asOf, isOutdated }: Partial<DuplicatePairs>) {
  const moment = typeof asOf === 'string' && formatMoment(asOf);
  return (
    <Caption role="status">
      {moment !== false && (isOutdated === true ? t`As of ${{ moment }}. People have changed since and are compared anew.` : t`As of ${{ moment }}`)}
    </Caption>
  );
}

/** A worker compares a few people in less, and many in half a minute. */
const ASK_AGAIN = 2_000;

export function DuplicatesPage() {
  const [merging, setMerging] = useState<DuplicatePair | null>(null);
  const answer = usePolledQuery(usersApi.useListProbableDuplicatesQuery, undefined, {
    refetchOnMountOrArgChange: true,
    intervalOf: ({ currentData }) => (currentData?.isOutdated === true ? ASK_AGAIN : 0),
  });
  return (
    <PageShell>
      <BackLink to="/dashboard/users?tab=manage">{t`Manage Users`}</BackLink>
      <PageHeader title={t`Probable duplicates`} subtitle={t`People whose names are alike, in any script and spelling, and who have the same date of birth or phone.`} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <RecentMerges />
      <QueryPanel title={t`Pairs`} aside={<AsOf {...answer.data} />} answer={answer} failure={t`Probable duplicates could not be loaded.`} lines={6}>
        {({ pairs, isWhole, asOf, isOutdated }) =>
          isOutdated && asOf === null ? (
            <EmptyState title={t`Comparing people…`} icon={<UsersIcon />}>
              {t`The list appears here by itself.`}
            </EmptyState>
          ) : pairs.length === 0 ? (
            <EmptyState title={t`No probable duplicates`} icon={<UsersIcon />}>
              {isWhole ? t`No two people of your company look like one person.` : t`None of the newest people of your company look like one person.`}
            </EmptyState>
          ) : (
            <>
              <Entries label={t`Probable duplicates`}>
                {pairs.map((pair) => (
                  <Pair key={pair.older.id + pair.newer.id} pair={pair} onMerge={() => setMerging(pair)} />
                ))}
              </Entries>
              {!isWhole && (
                <Note sx={{ px: 2.5, py: 2, borderTop: 1, borderColor: 'divider' }}>{t`These are the newest pairs. There may be more.`}</Note>
              )}
            </>
          )
        }
      </QueryPanel>
      </Box>
      {merging !== null && <MergeDialog {...merging} onClose={() => setMerging(null)} />}
    </PageShell>
  );
}
