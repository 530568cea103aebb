import { Box, OutlinedInput } from '@mui/material';
import { useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormField } from '~/forms/FormField';
import { ConfirmDialog } from '~/ui/ConfirmDialog';
import { Email } from '~/ui/Email';
import { useToasts } from '~/ui/toasts/slice';

import { type UserRecord, useEraseSingleUserMutation } from '../api';
import { nameOf } from '../format';

const folded = (name: string) => name.trim().split(/\s+/u).join(' ').toLowerCase();

interface EraseDialogProps {
  readonly user: UserRecord;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onErased: () => void;
}

/** Asks before a person is erased; their full name is typed to confirm it. */
export function EraseDialog({ user, open, onClose, onErased }: EraseDialogProps) {
  const toasts = useToasts();
  const [erase, { isLoading }] = useEraseSingleUserMutation();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const missing = refused && folded(typed) !== folded(user.fullName);
  const confirm = async () => {
    if (folded(typed) !== folded(user.fullName)) {
      setRefused(true);
      return;
    }
    const { data, error } = await erase({ userId: user.id, eraseRequest: { fullName: typed } });
    if (data === undefined) {
      toasts.error(messageOf(error, 'The personal data could not be erased.'));
      return;
    }
    toasts.success(data.message);
    onErased();
  };
  return (
    <ConfirmDialog
      open={open}
      destructive
      busy={isLoading}
      title="Erase personal data?"
      confirmLabel="Erase Personal Data"
      onConfirm={() => void confirm()}
      onClose={onClose}
      onClosed={() => {
        setTyped('');
        setRefused(false);
      }}
    >
      The account of <strong>{user.fullName}</strong> is deleted, and what deleting keeps is removed as well: their rows in
      imports and in changes of many people, uploaded files with such a row, and, once an operator has run the command for
      it, their name in the audit trail. This cannot be undone.
      <Box component="span" sx={{ display: 'block', my: 1, color: 'text.primary', overflowWrap: 'anywhere' }}>
        <Email>{nameOf(user)}</Email>
      </Box>
      <FormField
        label="Full name"
        hint={`Type ${user.fullName} to confirm.`}
        error={missing ? `Type ${user.fullName} to continue.` : undefined}
      >
        {({ inputId, describedBy }) => (
          <OutlinedInput
            id={inputId}
            value={typed}
            error={missing}
            disabled={isLoading}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            slotProps={{ input: { 'aria-describedby': describedBy, spellCheck: false } }}
            fullWidth
          />
        )}
      </FormField>
    </ConfirmDialog>
  );
}
