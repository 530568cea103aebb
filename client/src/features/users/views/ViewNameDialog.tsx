import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type SubmitEvent, useId, useState } from 'react';

import { FormField } from '~/forms/FormField';
import { ProgressButton } from '~/ui/ProgressButton';

import type { ViewRecord } from '../api';
import type { ColumnChoice } from '../columns/useColumns';
import type { Filters } from '../filters/useUserFilters';
import { useSaveView } from './useSaveView';

interface ViewNameDialogProps {
  /** The view to rename; null for a new one of what is on screen. */
  readonly view: ViewRecord | null;
  readonly filters: Filters;
  readonly choice: ColumnChoice;
  /** Whether it can be the company's. */
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

/** The name of a new view, or another name of one. */
export function ViewNameDialog({ view, filters, choice, mayShare, onClose }: ViewNameDialogProps) {
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const [withColumns, setWithColumns] = useState(false);
  const { save, problem, saving } = useSaveView({ view, filters, choice });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!saving && (await save({ name, scope: isShared ? 'company' : 'own', withColumns }))) onClose();
  };
  const title = view === null ? 'Save as a new view' : 'Rename view';
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <Box component="form" noValidate onSubmit={(event: SubmitEvent) => void submit(event)}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <FormField label="Name" error={problem ?? undefined} {...(view === null && { hint: 'It keeps the search, the filters and the order.' })}>
            {({ inputId, describedBy }) => (
              <OutlinedInput
                id={inputId}
                fullWidth
                // A dialog takes the focus.
                // eslint-disable-next-line jsx-a11y-x/no-autofocus
                autoFocus
                value={name}
                error={problem !== null}
                onChange={(event) => {
                  setName(event.target.value);
                }}
                slotProps={{ input: { 'aria-describedby': describedBy, 'aria-invalid': problem !== null, autoComplete: 'off', enterKeyHint: 'done', maxLength: 100 } }}
              />
            )}
          </FormField>
          {view === null && (
            <Box sx={{ display: 'grid', mt: 1.5 }}>
              <FormControlLabel
                control={<Checkbox size="small" checked={withColumns} onChange={(_event, isChecked) => { setWithColumns(isChecked); }} />}
                label="Keep the columns with it"
              />
              {mayShare && (
                <FormControlLabel
                  control={<Checkbox size="small" checked={isShared} onChange={(_event, isChecked) => { setShared(isChecked); }} />}
                  label="Show it to everyone in your company who manages users"
                />
              )}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <ProgressButton type="submit" busy={saving}>
            {view === null ? 'Save View' : 'Rename View'}
          </ProgressButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
