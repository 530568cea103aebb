import { plural, t } from '@lingui/core/macro';
import { Button } from '@mui/material';
import { Link } from 'react-router';

import { useChanges } from '~/realtime/extra';
import { Notice } from '~/ui/Notice';
import { ProgressButton } from '~/ui/ProgressButton';
import { useAct } from '~/ui/toasts/useAct';

import { importsApi, type ImportSnapshot } from '../api';

/** Many changes in a row, such as a job's, lead to one fetch in this time. */
const PAUSE = 3_000;

/**
 * People who have changed since the preview, where their rows would replace that. A preview is compared again as a whole;
 * what an ended import has left alone becomes an import of its own.
 */
export function ChangedPeople({ snapshot: { id, mode, fileName, startedAt } }: { readonly snapshot: ImportSnapshot }) {
  const { currentData, refetch } = importsApi.useListImportRowsQuery({ importId: id, status: 'stale', page: 1, pageSize: 1 }, { refetchOnMountOrArgChange: true });
  const { act, busy } = useAct(importsApi.useChooseImportColumnsMutation(), t`The rows could not be compared again.`);
  useChanges({ events: ['users:changed'], pause: PAUSE, refetch });
  const people = currentData?.total ?? 0;
  if (people === 0) return null;
  const isPreview = startedAt === null;
  return (
    <Notice
      severity="warning"
      action={
        isPreview ? (
          <ProgressButton size="small" busy={busy} onClick={() => void act({ importId: id, columnsRequest: {} })}>
            {t`Compare Again`}
          </ProgressButton>
        ) : (
          <Button component={Link} to="/dashboard/users/imports/new" state={{ again: { id, mode, fileName } }} variant="contained" size="small">
            {t`Compare Again`}
          </Button>
        )
      }
      sx={{ mb: isPreview ? 2 : 0 }}
    >
      {isPreview
        ? plural(people, { one: '# person has changed since this preview and would be left alone.', other: '# people have changed since this preview and would be left alone.' })
        : plural(people, { one: '# person was left alone: the account has changed since the preview.', other: '# people were left alone: their accounts have changed since the preview.' })}
    </Notice>
  );
}
