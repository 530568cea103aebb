import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { useState } from 'react';

import { serverApi } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { useHasProfile } from '~/api/session/slice';
import { USER_MANAGERS } from '~/lib/profiles';
import { useSettled } from '~/lib/useSettled';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { LabelledSearch } from '~/ui/Labelled';
import { Entries, Entry } from '~/ui/Panel';
import { Note } from '~/ui/Text';

import { placementApi } from '../api';
import { sayUnmet } from '../words';

const MOST_FOUND = 8;

/** The conditions that a person does not fulfil, by their names. */
export function WhyNot({ openingId, userId }: { readonly openingId: string; readonly userId: string }) {
  const { data, error, refetch } = placementApi.useExplainWhyNotQuery({ openingId, userId }, { refetchOnMountOrArgChange: true });
  if (data === undefined) return error === undefined ? <Note role="status">{t`Checking…`}</Note> : <ErrorState message={messageOf(error, t`The conditions could not be checked.`)} onRetry={() => void refetch()} />;
  if (data.unmet.length === 0) return <Note role="status">{t`Fulfils all conditions.`}</Note>;
  return (
    <Box component="ul" aria-label={t`Not fulfilled`} sx={{ m: 0, pl: 2.5, typography: 'body2' }}>
      {data.unmet.map((unmet, index) => (
        <li key={unmet.field ?? index}>{sayUnmet(unmet, false)}</li>
      ))}
    </Box>
  );
}

function Search({ openingId, onClose }: { readonly openingId: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const search = useSettled(typed.trim());
  const found = serverApi.useListPeopleQuery({ profile: 'TRAINEE', search, pageSize: MOST_FOUND }, { skip: search === '' });
  const people = search === '' ? [] : (found.data?.data ?? []);
  return (
    <FormDialog title={t`Why does someone not fit?`} maxWidth="xs" hasSubmit={false} submitLabel="" onSubmit={() => undefined} onClose={onClose}>
      <LabelledSearch
        label={t`Name, email, phone or code`}
        initialFocus
        text={typed}
        onText={(text) => {
          setTyped(text);
          setUserId(null);
        }}
      />
      {found.error !== undefined && <ErrorState message={messageOf(found.error, t`The people could not be loaded.`)} onRetry={() => void found.refetch()} />}
      <Entries label={t`People`} {...(search !== '' && found.data !== undefined && { nothing: t`No trainee is found.` })}>
        {people.map(({ id, fullName, code }) => (
          <Entry key={id}>
            <Button variant="text" aria-expanded={id === userId} onClick={() => setUserId(id === userId ? null : id)} sx={{ justifyContent: 'flex-start', textAlign: 'left', minHeight: 44, my: -1 }}>
              {code === null ? fullName : `${fullName} · ${code}`}
            </Button>
            {id === userId && <WhyNot openingId={openingId} userId={id} />}
          </Entry>
        ))}
      </Entries>
    </FormDialog>
  );
}

/** For those who may look people up. */
export function WhyNotSearch({ openingId }: { readonly openingId: string }) {
  const [open, setOpen] = useState(false);
  const mayLookUp = useHasProfile(USER_MANAGERS);
  if (!mayLookUp) return null;
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {t`Why Not?`}
      </Button>
      {open && <Search openingId={openingId} onClose={() => setOpen(false)} />}
    </>
  );
}
