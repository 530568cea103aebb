import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';

import { serverNow } from '~/lib/clock';
import { FormField } from '~/forms/FormField';

import { RadioCards } from '../components/RadioCards';
import { FARTHEST, inputOf, zoneName } from './inviteTimes';

const cards = [
  { value: 'now', label: 'Invite now', text: 'Each person is emailed as soon as the account exists. Invitations cannot be called back.' },
  { value: 'later', label: 'Invite later', text: 'By a button in the results.' },
  { value: 'at', label: 'Invite at a time', text: 'The results show the time, and can invite earlier.' },
] as const;
export type When = (typeof cards)[number]['value'];

interface InviteChoiceProps {
  readonly when: When;
  readonly at: string;
  readonly problem: string | null;
  readonly onWhen: (when: When) => void;
  readonly onAt: (at: string) => void;
}

/** When the invitations of new accounts are sent. */
export function InviteChoice({ when, at, problem, onWhen, onAt }: InviteChoiceProps) {
  const now = serverNow();
  return (
    <>
      <RadioCards label="When people are invited" cards={cards} chosen={when} onChoose={onWhen} />
      {when === 'at' && (
        <Box sx={{ maxWidth: 320 }}>
          <FormField label="Date and time" hint={`In your time zone, ${zoneName()}`} error={problem ?? undefined}>
            {({ inputId, describedBy }) => (
              <OutlinedInput
                id={inputId}
                type="datetime-local"
                fullWidth
                value={at}
                error={problem !== null}
                onChange={(event) => {
                  onAt(event.target.value);
                }}
                slotProps={{ input: { 'aria-describedby': describedBy, min: inputOf(new Date(now)), max: inputOf(new Date(now + FARTHEST)) } }}
              />
            )}
          </FormField>
        </Box>
      )}
    </>
  );
}
