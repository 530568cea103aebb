import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';

import { TEXT_FIELDS } from '~/api/fields';
import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { DOTS } from '~/lib/ownFields';
import { nameOfOwn } from '~/lib/ownNames';
import { useOwnFields } from '~/realtime/ownFields';
import { FormDialog } from '~/ui/FormDialog';
import { Phone } from '~/ui/Phone';
import { Caption, Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';
import { useAct } from '~/ui/toasts/useAct';

import { type MergeRequest, type UserRecord, usersApi } from '../api';
import { nameOf, profileOf, signInOf } from '../format';
import { type FieldName, labelOfField, valuesOf, wordsOf } from '../person/personValues';

/** What can be kept of either; email, position and ways to log in stay those of the account that stays. */
const CHOOSABLE: readonly FieldName[] = ['fullName', 'code', 'phone', 'dateOfBirth', 'gender', ...TEXT_FIELDS];

export function useUndoMerge() {
  const { act, busy } = useAct(usersApi.useUndoUserMergeMutation(), t`The merge could not be undone.`, t`The merge is undone`);
  return { undo: (mergeId: string) => void act({ mergeId }), busy };
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <Box>
      <Typography id={id} variant="subtitle2" component="p">
        {label}
      </Typography>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onChange={(_event, chosen) => onChoose(chosen)}
        sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }, columnGap: 2 }}
      >
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            control={<Radio size="small" />}
            label={option.label}
            sx={{ alignItems: 'flex-start', m: 0, '& .MuiFormControlLabel-label': { pt: 1, minWidth: 0, overflowWrap: 'anywhere', typography: 'body2' } }}
          />
        ))}
      </RadioGroup>
    </Box>
  );
}

interface MergeDialogProps {
  readonly older: UserRecord;
  readonly newer: UserRecord;
  readonly onClose: () => void;
}

/** Which of two accounts of one person stays, and what of the other one is kept, cell by cell. */
export function MergeDialog({ older, newer, onClose }: MergeDialogProps) {
  const [survivorId, setSurvivorId] = useState(older.lastSignInAt === null && newer.lastSignInAt !== null ? newer.id : older.id);
  const [taken, setTaken] = useState<NonNullable<MergeRequest['take']>>([]);
  const [merge, { isLoading, error }] = usersApi.useMergeIntoUserMutation();
  const { undo } = useUndoMerge();
  const [list] = usersApi.useLazyListOpenMergesQuery();
  const toasts = useToasts();
  const [survivor, merged] = survivorId === older.id ? [older, newer] : [newer, older];
  const { edited } = useOwnFields();
  const [ofOlder, ofNewer] = [valuesOf(older, edited), valuesOf(newer, edited)];
  // Two sensitive values are dots, alike or not.
  const differing = [...CHOOSABLE, ...edited.map(nameOfOwn)].filter((name) => ofOlder[name] !== ofNewer[name] || ofOlder[name] === DOTS);

  const submit = async () => {
    const take = taken.filter((name) => differing.some((each) => each === name));
    const answer = await merge({ userId: survivor.id, mergeRequest: { mergedId: merged.id, take, version: survivor.version, mergedVersion: merged.version } });
    if (answer.error !== undefined) return;
    onClose();
    const { data } = await list();
    const made = data?.merges.find((each) => each.merged.id === merged.id);
    if (made === undefined) toasts.success(t`The two accounts are merged`);
    else toasts.offer(t`The two accounts are merged`, { label: t`Undo`, run: () => undo(made.id) });
  };

  return (
    <FormDialog title={t`Merge two accounts`} submitLabel={t`Merge`} busy={isLoading} busyLabel={t`Merging…`} onSubmit={() => void submit()} onClose={onClose}>
      <Choice
        label={t`Which account stays?`}
        value={survivorId}
        onChoose={(id) => {
          setSurvivorId(id);
          setTaken([]);
        }}
        options={[older, newer].map((user) => ({
          value: user.id,
          label: (
            <>
              {user.fullName}
              <Caption component="span" sx={{ display: 'block' }}>
                {[nameOf(user), profileOf(user), t`Last login: ${{ when: signInOf(user) }}`].join(' · ')}
              </Caption>
            </>
          ),
        }))}
      />
      {differing.map((name) => (
        <Choice
          key={name}
          label={labelOfField(name, edited)}
          value={taken.includes(name) ? merged.id : survivor.id}
          onChoose={(id) => setTaken([...taken.filter((each) => each !== name), ...(id === merged.id ? [name] : [])])}
          options={[older, newer].map((user) => ({ value: user.id, label: name === 'phone' ? <Phone>{user.phone}</Phone> : wordsOf(name, (user === older ? ofOlder : ofNewer)[name] ?? '', edited) }))}
        />
      ))}
      <Note>
        <Trans>
          {{ survivor: nameOf(survivor) }} keeps its email, profile and ways to log in, and gets the batches and the history of {{ merged: nameOf(merged) }}. That account is
          logged out, can no longer log in, and is deleted after a day. Until then you can undo this.
        </Trans>
      </Note>
      <FormError message={error === undefined ? null : messageOf(error, t`The accounts could not be merged.`)} />
    </FormDialog>
  );
}
