import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';

import { type BatchRecord, useChangeSingleBatchMutation, useCreateSingleBatchMutation } from '~/api/batches';
import { isProblem, messageOf } from '~/api/problem';
import { DateField } from '~/forms/DateField';
import { Form } from '~/forms/Form';
import { showFieldErrors } from '~/forms/problems';
import { TextField } from '~/forms/TextField';
import { useZodForm } from '~/forms/useZodForm';
import { ProgressButton } from '~/ui/ProgressButton';
import { useToasts } from '~/ui/toasts/slice';

import { batchSchema, type BatchValues, valuesOf } from './batchSchema';

interface BatchDialogProps {
  /** Null makes a new one. */
  readonly batch: BatchRecord | null;
  readonly onClose: () => void;
}

const OVERWRITES = 'Save overwrites that change. Cancel keeps it.';

/** Makes or changes a batch; true on success, else with its failure. */
function useSave(batch: BatchRecord | null) {
  const toasts = useToasts();
  const [create, creating] = useCreateSingleBatchMutation();
  const [change, changing] = useChangeSingleBatchMutation();
  const save = async (values: BatchValues) => {
    const { error } =
      batch === null
        ? await create({ createBatchRequest: values })
        : await change({ batchId: batch.id, changeBatchRequest: { ...values, version: batch.version } });
    if (error === undefined) toasts.success(batch === null ? `${values.name} is created.` : `${values.name} is changed.`);
    return error;
  };
  return { save, saving: creating.isLoading || changing.isLoading };
}

function BatchForm({ batch, onClose, titleId }: BatchDialogProps & { readonly titleId: string }) {
  const form = useZodForm(batchSchema, valuesOf(batch));
  const { control } = form;
  const [failure, setFailure] = useState<string | null>(null);
  const { save, saving } = useSave(batch);
  const submit = async (values: BatchValues) => {
    setFailure(null);
    const error = await save(values);
    if (error === undefined) onClose();
    else if (!showFieldErrors(form, error)) {
      const sentence = messageOf(error, 'The batch could not be saved.');
      setFailure(isProblem(error) && error.code === 'edit_conflict' ? `${sentence} ${OVERWRITES}` : sentence);
    }
  };
  return (
    <>
      <DialogTitle id={titleId}>{batch === null ? 'New batch' : 'Change batch'}</DialogTitle>
      <Form form={form} label={batch === null ? 'New batch' : 'Change batch'} onSubmit={submit} error={failure} gap={0}>
        <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
          <TextField control={control} name="name" label="Name" autoComplete="off" enterKeyHint="next" initialFocus hint="As it is shown in lists, such as Pune July 2026" />
          <TextField control={control} name="code" label="Code (optional)" autoComplete="off" enterKeyHint="next" />
          <TextField control={control} name="location" label="Location (optional)" autoComplete="off" enterKeyHint="done" />
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, gap: 2 }}>
            <DateField control={control} name="startsOn" label="First day (optional)" />
            <DateField control={control} name="endsOn" label="Last day (optional)" />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <ProgressButton type="submit" busy={saving}>
            {batch === null ? 'Create Batch' : 'Save'}
          </ProgressButton>
        </DialogActions>
      </Form>
    </>
  );
}

/** A batch's fields, of a new or a known one. Rendered while it is open. */
export function BatchDialog(props: BatchDialogProps) {
  const id = useId();
  return (
    <Dialog open onClose={props.onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <BatchForm titleId={id} {...props} />
    </Dialog>
  );
}
