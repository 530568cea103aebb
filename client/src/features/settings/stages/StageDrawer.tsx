import { msg, t } from '@lingui/core/macro';
import { Box, FormControlLabel, Paper, Radio, RadioGroup, Typography } from '@mui/material';
import { useEffect, useId } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';

import type { StageColour, StageRecord } from '~/api/generated/serverApi';
import { Form } from '~/forms/Form';
import { CheckboxField, RadioField } from '~/forms/RadioField';
import { TextField } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { stageWords } from '~/lib/stageWords';
import { texts } from '~/lib/texts';
import { stagesApi } from '~/realtime/stages';
import { Caption, Note } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { drafted, EditDrawer, SaveBar, useEditing } from '../components/EditDrawer';
import { StageMark } from '~/ui/StageMark';
import { changesOf, COLOURS, describe, KINDS, merge, NEW_KINDS, requestOf, stageSchema, type StageValues, valuesOf } from './stageValues';

const DRAFT = 'stage';

/** The stage whose form was left open by a reload or the end of a session. */
export const draftedStage = (userId: string) => drafted(DRAFT, userId) as { readonly edited: StageRecord | null } | null;

const EXPLAINED = texts({
  open: msg`A step on the way, such as an interview or the training.`,
  won: msg`The end that is hoped for, such as a job.`,
  lost: msg`The end of the way otherwise. It can be left again like any other stage.`,
});

function ColourField({ control }: { readonly control: Control<StageValues> }) {
  const { ref, ...field } = useController({ control, name: 'colour' }).field;
  const kind = useWatch({ control, name: 'kind' });
  const id = useId();
  return (
    <div>
      <Typography id={id} variant="subtitle2" component="p" sx={{ mb: 0.75 }}>
        {t`Colour`}
      </Typography>
      <RadioGroup {...field} aria-labelledby={id} sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))' }}>
        {(Object.keys(COLOURS) as StageColour[]).map((colour, index) => (
          <FormControlLabel
            key={colour}
            value={colour}
            control={<Radio size="small" slotProps={{ input: { ref: index === 0 ? ref : undefined } }} />}
            disableTypography
            label={
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, typography: 'body2' }}>
                <StageMark kind={kind} colour={colour} />
                {COLOURS[colour]}
              </Box>
            }
          />
        ))}
      </RadioGroup>
    </div>
  );
}

/** What a person in the stage reads: the words of the company, or of the product in the language of the reader. */
function Preview({ control }: { readonly control: Control<StageValues> }) {
  const [name, publicName, publicText, publicNext] = useWatch({ control, name: ['name', 'publicName', 'publicText', 'publicNext'] });
  const id = useId();
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 2, bgcolor: 'surface.soft' }}>
      <Caption id={id} component="h3">{t`As its people see it`}</Caption>
      <Typography variant="subtitle2" component="p" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {stageWords(publicName.trim() || name.trim()) || '…'}
      </Typography>
      <Note sx={{ overflowWrap: 'anywhere' }}>{[publicText, publicNext].map((text) => stageWords(text.trim())).join(' ')}</Note>
    </Paper>
  );
}

interface StageFormProps {
  /** Null makes a new one. */
  readonly stage: StageRecord | null;
  readonly onClose: () => void;
}

/** Makes or edits a stage against the version on screen. */
function StageForm({ stage, onClose, onDirty }: StageFormProps & { readonly onDirty: (isDirty: boolean) => void }) {
  const form = useZodForm<StageValues>(stageSchema, valuesOf(stage));
  const { base, met, meet, takeTheirs } = useEditing({ draft: DRAFT, edited: stage, form, valuesOf, merge, describe });
  const { control, formState } = form;
  const kind = useWatch({ control, name: 'kind' });
  const [create, creating] = stagesApi.useCreateStageMutation();
  const [change, changing] = stagesApi.useChangeStageMutation();
  const toasts = useToasts();
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const save = async (values: StageValues) => {
    const { data, error } = await (base === null ? create({ createStageRequest: requestOf(values) }) : change({ stageId: base.id, changeStageRequest: changesOf(values, base) }));
    if (data !== undefined) {
      toasts.success(base === null ? t`${{ name: data.name }} is added.` : t`${{ name: data.name }} is saved.`);
      onClose();
    } else if (!meet(error)) {
      showFailure(form, error, t`The stage could not be saved.`);
    }
  };
  return (
    <Form form={form} label={stage === null ? t`New stage` : t`Edit ${{ name: stage.name }}`} showsError={false} onSubmit={save} padded>
      <TextField control={control} name="name" label={t`Name`} initialFocus={stage === null} hint={t`As your colleagues read it. Its people do not.`} />
      {base === null && <RadioField control={control} name="kind" label={t`Kind`} options={NEW_KINDS.map((value) => ({ value, label: KINDS[value], effect: EXPLAINED[value] }))} />}
      <ColourField control={control} />
      {base?.forAccepted === true && <Note>{t`Accepted people come here. To change that, choose it at another stage.`}</Note>}
      {base?.forAccepted !== true && kind === 'open' && <CheckboxField control={control} name="forAccepted" label={t`Accepted people come here`} />}
      <TextField control={control} name="publicName" label={t`Public name`} hint={t`What the person reads; left empty, it is the name. Several stages may have the same one.`} />
      <TextField control={control} name="publicText" label={t`Public text`} multiline hint={t`Where the person stands, in a sentence or two.`} />
      <TextField control={control} name="publicNext" label={t`What comes next`} multiline hint={t`What the person can expect, or has to do.`} />
      <Preview control={control} />
      <SaveBar error={formState.errors.root?.message} met={met} takeTheirs={takeTheirs} busy={creating.isLoading || changing.isLoading} submitLabel={stage === null ? t`Add stage` : t`Save`} onCancel={onClose} />
    </Form>
  );
}

export function StageDrawer({ stage, onClose }: StageFormProps) {
  return (
    <EditDrawer draft={DRAFT} title={stage === null ? t`New stage` : stage.name} onClose={onClose}>
      {(leave, onDirty) => <StageForm stage={stage} onClose={leave} onDirty={onDirty} />}
    </EditDrawer>
  );
}
