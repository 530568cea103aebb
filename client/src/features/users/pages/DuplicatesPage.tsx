import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router';

import { formatDay } from '~/lib/format';
import { EmptyState } from '~/ui/EmptyState';
import { UsersIcon } from '~/ui/icons';
import { BackLink, PageHeader, PageShell } from '~/ui/PageShell';
import { Entries, Entry, QueryPanel } from '~/ui/Panel';

import { type DuplicatePair, type UserRecord, usersApi } from '../api';
import { sayEvidence } from '../duplicates/ProbableDuplicates';
import { nameOf, profileOf } from '../format';
import { personPage } from '../person/usePersonInAddress';

function Person({ user }: { readonly user: UserRecord }) {
  const facts = [nameOf(user), user.dateOfBirth === null ? '' : formatDay(user.dateOfBirth), profileOf(user), user.isActive ? '' : t`Inactive`];
  return (
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} to={personPage(user.id)} variant="body2" sx={{ fontWeight: 500 }}>
        {user.fullName}
      </Link>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        {facts.filter((fact) => fact !== '').join(' · ')}
      </Typography>
    </Box>
  );
}

function Pair({ pair: { older, newer, evidence } }: { readonly pair: DuplicatePair }) {
  return (
    <Entry>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 2fr) minmax(0, 1fr)' }, alignItems: 'center', gap: { xs: 1, md: 2 } }}>
        <Person user={older} />
        <Person user={newer} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {sayEvidence(evidence)}
        </Typography>
      </Box>
    </Entry>
  );
}

export function DuplicatesPage() {
  const answer = usersApi.useListProbableDuplicatesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <PageShell>
      <BackLink to="/dashboard/users?tab=manage">{t`Manage Users`}</BackLink>
      <PageHeader title={t`Probable duplicates`} subtitle={t`People whose names are alike, in any script and spelling, and who have the same date of birth or phone.`} />
      <QueryPanel title={t`Pairs`} answer={answer} failure={t`Probable duplicates could not be loaded.`} lines={6}>
        {({ pairs, total }) =>
          pairs.length === 0 ? (
            <EmptyState title={t`No probable duplicates`} icon={<UsersIcon />}>
              {t`No two people of your company look like one person.`}
            </EmptyState>
          ) : (
            <>
              <Entries label={t`Probable duplicates`}>
                {pairs.map((pair) => (
                  <Pair key={pair.older.id + pair.newer.id} pair={pair} />
                ))}
              </Entries>
              {total > pairs.length && (
                <Typography variant="body2" sx={{ px: 2.5, py: 2, color: 'text.secondary', borderTop: 1, borderColor: 'divider' }}>
                  <Plural value={total - pairs.length} one="# more pair." other="# more pairs." />
                </Typography>
              )}
            </>
          )
        }
      </QueryPanel>
    </PageShell>
  );
}
