import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';

import { serverApi } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { Typed } from '~/forms/TextField';
import { useSettled } from '~/lib/useSettled';
import { CheckLine } from '~/ui/CheckLine';
import { ErrorState } from '~/ui/ErrorState';
import { FormDialog } from '~/ui/FormDialog';
import { Note } from '~/ui/Text';

import { type Opening, placementApi } from '../api';

const MOST_FOUND = 20;

/** Who of the placement staff is on an opening. */
export function StaffDialog({ opening: { id: openingId, staff }, onClose }: { readonly opening: Opening; readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<Opening['staff']>(staff);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed);
  const found = serverApi.useListPeopleQuery({ profile: 'PLACEMENT', status: 'active', search, pageSize: MOST_FOUND });
  const [choose, { isLoading, error }] = placementApi.useChooseOpeningStaffMutation();
  const isIn = (id: string) => chosen.some((each) => each.id === id);
  const offered = [...chosen, ...(found.data?.data ?? []).filter(({ id }) => !isIn(id))];
  const submit = async () => {
    const { error: refused } = await choose({ openingId, openingStaffRequest: { userIds: chosen.map(({ id }) => id) } });
    if (refused === undefined) onClose();
  };
  return (
    <FormDialog title={t`Choose staff`} submitLabel={t`Save`} busy={isLoading} onSubmit={() => void submit()} onClose={onClose}>
      <FormError message={error === undefined ? null : messageOf(error, t`The staff could not be saved.`)} />
      <Typed label={t`Search`} hint={t`People with the profile Placement, by name, email or phone`} value={typed} input={{ type: 'search', maxLength: 100 }} onType={setTyped} />
      <Box role="group" aria-label={t`Staff`} sx={{ display: 'grid' }}>
        {offered.map(({ id, fullName }) => (
          <CheckLine key={id} label={fullName} checked={isIn(id)} onCheck={(isOn) => setChosen(isOn ? [...chosen, { id, fullName }] : chosen.filter((each) => each.id !== id))} />
        ))}
      </Box>
      {found.data !== undefined && offered.length === 0 && <Note>{t`No active person has the profile Placement.`}</Note>}
      {found.error !== undefined && <ErrorState message={messageOf(found.error, t`The people could not be loaded.`)} onRetry={() => void found.refetch()} />}
    </FormDialog>
  );
}
