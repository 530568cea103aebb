import { plural } from '@lingui/core/macro';
import { Box } from '@mui/material';

import { serverApi } from '~/api/generated/serverApi';
import { useGetOwnProfileQuery } from '~/api/profile';
import { isWholePhone, normalizePhone } from '~/lib/contacts';

/** How many people of the company have this phone; 0 without the right to see them. */
function useSharers(phone: string): number {
  const { data: own } = useGetOwnProfileQuery();
  const skip = own?.permissions.includes('user.view') !== true || !isWholePhone(phone);
  const { currentData: found } = serverApi.useListPeopleQuery({ search: phone, page: 1, pageSize: 100 }, { skip });
  if (found === undefined) return 0;
  const sharers = found.data.filter((person) => person.phone === phone).length;
  return sharers === found.data.length ? found.total : sharers;
}

interface SharedPhoneProps {
  readonly typed: string;
  /** The saved phone: an account is not counted as another owner of its own number. */
  readonly before: string;
}

/** Warns that other users have this phone too. Families share one, so it is accepted. */
export function SharedPhone({ typed, before }: SharedPhoneProps) {
  const phone = normalizePhone(typed);
  const others = useSharers(phone === before ? '' : phone);
  return (
    <Box component="span" role="status" sx={{ display: 'block', color: 'warning.main' }}>
      {others > 0 && plural(others, { one: 'Also the phone of 1 other', other: 'Also the phone of # others' })}
    </Box>
  );
}
