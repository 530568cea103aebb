import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';

import { sayActivity } from '~/lib/activity';
import { changesOf } from '~/lib/changes';
import { formatMoment } from '~/lib/format';
import { ChangeList } from '~/ui/ChangeList';

import type { UserRecord } from '../api';
import { useReadPersonActivityQuery } from './personApi';
import { Entries, Entry, Nothing, PersonPart } from './PersonPart';
import { useFollowed } from './useFollowed';

const allOf = (userId: string) => `/dashboard/users/audit?${new URLSearchParams({ subject: userId }).toString()}`;

/** The newest entries of the audit trail about a person. */
export function PersonActivity({ user }: { readonly user: UserRecord }) {
  const { id: userId, fullName } = user;
  const answer = useReadPersonActivityQuery({ userId }, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  useFollowed(userId, answer.refetch);
  return (
    <PersonPart
      title="Activity"
      answer={answer}
      failure="The activity could not be loaded."
      lines={4}
      aside={
        (answer.data?.total ?? 0) > 0 && (
          <Button component={Link} to={allOf(userId)} variant="text" size="small" sx={{ mr: -1 }}>
            All activity
          </Button>
        )
      }
    >
      {({ data }) => (
        <>
          {data.length === 0 && <Nothing>Nothing has been recorded yet.</Nothing>}
          <Entries label="Activity">
            {data.map((entry) => (
              <Entry key={entry.id}>
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {sayActivity({ ...entry, subjectLabel: fullName })}
                </Typography>
                <ChangeList changes={changesOf(entry)} />
                <Typography variant="caption" component="time" dateTime={entry.createdAt} sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                  {formatMoment(entry.createdAt)}
                </Typography>
              </Entry>
            ))}
          </Entries>
        </>
      )}
    </PersonPart>
  );
}
