import { msg, t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Box } from '@mui/material';
import { skipToken } from '@reduxjs/toolkit/query';

import { isWholePhone, normalizePhone } from '~/lib/contacts';
import { texts } from '~/lib/texts';
import { useSettled } from '~/lib/useSettled';
import { Notice } from '~/ui/Notice';
import { TextLink } from '~/ui/Text';

import { type DuplicatesRequest, type Evidence, usersApi } from '../api';
import { personPage } from '../person/usePersonInAddress';

const SAME = texts({
  dateOfBirth: msg`same date of birth`,
  phone: msg`same phone`,
  'dateOfBirth phone': msg`same date of birth and phone`,
});

/** What two people have in common beside their names. */
export const sayEvidence = (evidence: readonly Evidence[]) => SAME[evidence.join(' ') as keyof typeof SAME];

function useDuplicates({ fullName, dateOfBirth, phone, userId }: PersonToCompare) {
  const number = normalizePhone(phone);
  const typed: DuplicatesRequest = { fullName, dateOfBirth, phone: isWholePhone(number) ? number : '', ...(userId !== undefined && { userId }) };
  const isEnough = fullName.trim() !== '' && (typed.dateOfBirth !== '' || typed.phone !== '');
  const settled = useSettled(isEnough ? JSON.stringify(typed) : '');
  const { currentData } = usersApi.useFindProbableDuplicatesQuery(settled === '' ? skipToken : { duplicatesRequest: JSON.parse(settled) as DuplicatesRequest });
  return currentData?.duplicates ?? [];
}

interface PersonToCompare {
  readonly fullName: string;
  /** An ISO date, or empty. */
  readonly dateOfBirth: string;
  readonly phone: string;
  readonly userId?: string;
}

/** Warns that a person is probably in the company already. Rendered empty first, so that it is announced. */
export function ProbableDuplicates(person: PersonToCompare) {
  const found = useDuplicates(person);
  return (
    <Box role="status" sx={{ gridColumn: '1 / -1', '&:empty': { display: 'none' } }}>
      {found.length > 0 && (
        <Notice severity="warning" role="presentation">
          <Plural value={found.length} one="Probably the same person, with a name alike:" other="Probably the same person as one of these, with a name alike:" />
          <Box component="ul" aria-label={t`Probable duplicates`} sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
            {found.map(({ id, fullName, label, evidence }) => (
              <li key={id}>
                <TextLink to={personPage(id)} color="inherit">
                  {fullName}
                </TextLink>{' '}
                ({label}): {sayEvidence(evidence)}
              </li>
            ))}
          </Box>
        </Notice>
      )}
    </Box>
  );
}
