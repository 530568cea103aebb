import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type SyntheticEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';

import type { BulkDialogProps } from '~/api/bulk';
import { messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { FormError } from '~/forms/FormError';
import { isTyped, TypedNumber } from '~/forms/TypedNumber';
import { countOf } from '~/lib/format';
import { useSettled } from '~/lib/useSettled';
import { ErrorState } from '~/ui/ErrorState';
import { ignoreHeldKey } from '~/ui/heldKey';
import { ProgressButton } from '~/ui/ProgressButton';

import { canBeUndone, CHOICES, isDestructive, TYPE_FROM } from '../words';
import { BatchField } from './BatchField';
import { LocationField } from './LocationField';
import { PositionFields } from './PositionFields';
import { Preview } from './Preview';
import { useDryRun } from './useDryRun';
import { useStart } from './useStart';
import { NOTHING, orderOf, type Values } from './values';

/** What the action needs to know. */
function Fields({ action, values, onChange }: Pick<BulkDialogProps, 'action'> & { readonly values: Values; readonly onChange: (changed: Partial<Values>) => void }) {
  const mayCreate = useClaims()?.authorities.includes('user.create') === true;
  switch (action) {
    case 'position':
      return <PositionFields values={values} onChange={onChange} />;
    case 'work-location':
      return (
        <LocationField
          onChange={(workLocation) => {
            onChange({ workLocation });
          }}
        />
      );
    case 'add-to-batch':
    case 'remove-from-batch':
      return (
        <BatchField
          value={values.batchId}
          mayCreate={mayCreate && action === 'add-to-batch'}
          onChange={(batchId) => {
            onChange({ batchId });
          }}
        />
      );
    default:
      return null;
  }
}

function BulkForm({ action, select, count, countIsExact, onClose, onStarted, titleId }: BulkDialogProps & { readonly titleId: string }) {
  const navigate = useNavigate();
  const [values, setValues] = useState(NOTHING);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const workLocation = useSettled(values.workLocation);
  const order = orderOf(action, { ...values, workLocation });
  const { preview, error, again } = useDryRun(order === null ? null : { select, ...order });
  const { start, starting, failure } = useStart();

  const { title, button } = CHOICES[action];
  const allowed = preview?.allowed ?? 0;
  const mustType = !canBeUndone(action) && allowed >= TYPE_FROM;
  const isReady = allowed > 0 && workLocation === values.workLocation;

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setRefused(true);
    if (starting || !isReady || order === null || (mustType && !isTyped(allowed, typed))) return;
    const id = await start(select, { ...order, ...(mustType && { confirm: allowed }) });
    if (id === null) {
      // The number may be another one now.
      again();
      return;
    }
    onStarted();
    void navigate(`/dashboard/users/jobs/${id}`);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
        <FormError message={failure} />
        <Fields
          action={action}
          values={values}
          onChange={(changed) => {
            setValues({ ...values, ...changed });
          }}
        />
        {error !== undefined && <ErrorState message={messageOf(error, 'What this would do could not be counted.')} onRetry={again} />}
        {error === undefined && order !== null && <Preview choice={action} selected={`${countOf(count, 'person', 'people')}${countIsExact ? '' : ' or more'}`} preview={preview} />}
        {mustType && <TypedNumber label="Number of people" count={allowed} typed={typed} refused={refused} onType={setTyped} />}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': { ml: 0 } }}>
        {/* A dialog takes the focus; here the harmless answer has it. */}
        {/* eslint-disable-next-line jsx-a11y-x/no-autofocus */}
        <Button autoFocus variant="outlined" onClick={onClose} disabled={starting}>
          Cancel
        </Button>
        <ProgressButton type="submit" busy={starting} disabled={!isReady} color={isDestructive(action) ? 'error' : 'primary'} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {isReady ? `${button} ${countOf(allowed, 'Person', 'People')}` : button}
        </ProgressButton>
      </DialogActions>
    </form>
  );
}

/** Asks before many people are changed: how many, who not and why, and what it does. Rendered while it is open. */
export function BulkDialog(form: BulkDialogProps) {
  const id = useId();
  return (
    <Dialog open onClose={form.onClose} onKeyDown={ignoreHeldKey} maxWidth="sm" fullWidth role="alertdialog" aria-labelledby={id}>
      <BulkForm titleId={id} {...form} />
    </Dialog>
  );
}
