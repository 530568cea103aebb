import { t } from '@lingui/core/macro';
import { Box, Typography } from '@mui/material';
import { useEffect, useState } from 'react';

import { messageOf } from '~/api/problem';
import { formatDay } from '~/lib/format';
import { labelOf } from '~/lib/profiles';
import { useSettled } from '~/lib/useSettled';
import { isOwnField } from '~/lib/ownNames';
import { radius } from '~/theme/tokens';
import { Panel, padding } from '~/ui/Panel';
import { Note } from '~/ui/Text';

import { type ColumnsRequest, type Field, importsApi, labelOfField, type SamplesResponse } from '../api';
import { FIELDS_IN_SIGHT } from '../mending/fields';
import { Problems } from '../preview/FieldValue';

type Person = SamplesResponse['people'][number];

const shown = (field: string, value: string) => (field === 'dateOfBirth' ? formatDay(value) : labelOf(field, value));

function Sample({ person: { values, problems }, skipped }: { readonly person: Person; readonly skipped: readonly string[] }) {
  const own = Object.keys(values).filter(isOwnField);
  const fields: readonly Field[] = [...FIELDS_IN_SIGHT.filter((field) => field !== 'fullName' && !skipped.includes(field)), ...own];
  const of = (name: string) => problems.filter(({ field }) => field === name).map((problem) => ({ ...problem, severity: 'error' as const }));
  return (
    <Box component="li" sx={{ minWidth: 0, p: 2, border: 1, borderColor: 'divider', borderRadius: radius.panel }}>
      <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {values.fullName || t`No name`}
      </Typography>
      <Problems problems={[...of('row'), ...of('fullName')]} />
      <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gridTemplateColumns: 'minmax(88px, auto) minmax(0, 1fr)', columnGap: 1.5, rowGap: 0.5, fontSize: '0.8125rem' }}>
        {fields.map((field) => (
          <Box key={field} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {labelOfField(field)}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {shown(field, values[field] ?? '') || '—'}
              <Problems problems={of(field)} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

interface SamplePeopleProps {
  readonly importId: string;
  /** What is chosen now. */
  readonly request: ColumnsRequest;
  /** Fields without a column or a value. */
  readonly skipped: readonly string[];
}

/** The first rows as the server reads them by what is chosen: its rules, and no others. */
export function SamplePeople({ importId, request, skipped }: SamplePeopleProps) {
  const [send, { error }] = importsApi.useShowImportSamplesMutation();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const wanted = useSettled(JSON.stringify(request), 250);
  useEffect(() => {
    const call = send({ importId, columnsRequest: JSON.parse(wanted) as ColumnsRequest });
    void call.then(({ data }) => {
      if (data !== undefined) setPeople(data.people);
    });
    return () => call.abort();
  }, [send, importId, wanted]);
  if (people.length === 0 && error === undefined) return null;
  return (
    <Panel title={t`The first rows as people`}>
      <Box sx={padding}>
        {error !== undefined && people.length === 0 ? (
          <Note>{messageOf(error, t`The first rows could not be read.`)}</Note>
        ) : (
          <Box
            component="ul"
            aria-label={t`The first rows as people`}
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }, gap: 1.5 }}
          >
            {people.map((person) => (
              <Sample key={person.row} person={person} skipped={skipped} />
            ))}
          </Box>
        )}
      </Box>
    </Panel>
  );
}
