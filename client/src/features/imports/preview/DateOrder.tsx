import { msg, t } from '@lingui/core/macro';
import { Alert, AlertTitle, Box, Button } from '@mui/material';

import { dayAndMonth } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { texts } from '~/lib/texts';
import { InfoIcon, WarningIcon } from '~/ui/icons';
import { useAct } from '~/ui/toasts/useAct';

import { importsApi, type ImportSnapshot } from '../api';

type Order = NonNullable<ImportSnapshot['dateOrder']>;

const shapes = texts<Order>({ day: msg`day/month/year`, month: msg`month/day/year` });

/** Sets the order; the server then checks every row again. */
function useChooseOrder(importId: string) {
  const { act, busy } = useAct(importsApi.useChooseImportDateOrderMutation(), t`The order of the dates could not be changed.`);
  return { choose: (order: Order) => void act({ importId, dateOrderRequest: { order } }), choosing: busy };
}

export function DateOrderQuestion({ snapshot: { id, dateExample } }: { readonly snapshot: ImportSnapshot }) {
  const { choose, choosing } = useChooseOrder(id);
  if (dateExample === null) return null;
  const { value, day, month } = dateExample;
  const fitsBoth = day !== null && month !== null;
  const example = { day: dayAndMonth(day), month: dayAndMonth(month) };
  return (
    <Alert severity="warning" role="group" aria-labelledby="date-order" icon={<WarningIcon fontSize="small" />} sx={{ mb: 2 }}>
      <AlertTitle id="date-order">
        {fitsBoth ? t`${value}: ${{ day: example.day }} or ${{ month: example.month }}?` : t`Does the day or the month come first in the dates?`}
      </AlertTitle>
      {t`The dates in this file do not show whether the day or the month comes first. Choose before you upload: every row is then checked again.`}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {(['day', 'month'] as const).map((order) => (
          <Button key={order} variant="outlined" color="inherit" disabled={choosing} onClick={() => choose(order)}>
            {fitsBoth ? `${example[order]} (${shapes[order]})` : shapes[order]}
          </Button>
        ))}
      </Box>
    </Alert>
  );
}

/** Whether a remark says why the dates are read in their order. */
export const isAboutDates = (remark: string) => remark.startsWith('Dates are read as ');

export function DateOrderNote({ snapshot: { id, dateOrder, remarks } }: { readonly snapshot: ImportSnapshot }) {
  const { choose, choosing } = useChooseOrder(id);
  if (dateOrder === null) return null;
  const other = dateOrder === 'day' ? 'month' : 'day';
  return (
    <Alert
      severity="info"
      role="note"
      icon={<InfoIcon fontSize="small" />}
      sx={{ flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
      action={
        <Button color="inherit" size="small" disabled={choosing} onClick={() => choose(other)}>
          {t`Read as ${{ order: shapes[other] }}`}
        </Button>
      }
    >
      {remarks.filter(isAboutDates).map(translated).join(' ')}
    </Alert>
  );
}
