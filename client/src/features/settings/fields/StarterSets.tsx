import { plural, t } from '@lingui/core/macro';
import { Box, Paper, Typography } from '@mui/material';

import type { FieldRecord } from '~/api/generated/serverApi';
import { messageOf } from '~/api/problem';
import { formatList } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { ownFieldsApi } from '~/realtime/ownFields';
import { ErrorState } from '~/ui/ErrorState';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';
import { useAct } from '~/ui/toasts/useAct';

/** Fields that many need, each set by one press; those that are there already are left out. */
export function StarterSets({ fields, onAdded }: { readonly fields: readonly FieldRecord[]; readonly onAdded?: () => void }) {
  const { data, error, refetch } = ownFieldsApi.useListStarterSetsQuery();
  const { act, busy } = useAct(ownFieldsApi.useAddStarterSetMutation(), t`The fields could not be added.`, t`The fields are added. Edit them as you need them.`);
  const known = new Set(fields.map(({ label }) => label.toLowerCase()));
  const add = async (key: string) => {
    if ((await act({ key })) !== undefined) onAdded?.();
  };
  if (error !== undefined) return <ErrorState inPanel message={messageOf(error, t`The starter sets could not be loaded.`)} onRetry={() => void refetch()} />;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))', gap: 2, textAlign: 'left' }}>
      {data?.sets.map(({ key, label, about, fields: offered }) => {
        const missing = offered.filter((field) => !known.has(field.toLowerCase()));
        return (
          <Paper key={key} variant="outlined" component="section" aria-label={translated(label)} sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1, p: 2 }}>
            <Typography variant="subtitle1" component="h3">
              {translated(label)}
            </Typography>
            <Note>{translated(about)}</Note>
            <Caption component="p" sx={{ flex: 1 }}>
              {formatList(offered)}
            </Caption>
            <ProgressButton variant="outlined" busy={busy} disabled={missing.length === 0} onClick={() => void add(key)}>
              {missing.length === 0 ? t`All are there` : plural(missing.length, { one: 'Add # field', other: 'Add # fields' })}
            </ProgressButton>
          </Paper>
        );
      })}
    </Box>
  );
}
