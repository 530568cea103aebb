import { plural, t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useState } from 'react';

import { isProblem, messageOf } from '~/api/problem';
import { Choice } from '~/forms/SelectField';
import { Typed } from '~/forms/TextField';
import { hasChoices, OWN_KINDS } from '~/lib/ownFields';
import { optionsOf } from '~/lib/texts';
import { type OwnName, nameOfOwn } from '~/lib/ownNames';
import { ownFieldsApi } from '~/realtime/ownFields';
import { CheckLine } from '~/ui/CheckLine';
import { FormDialog } from '~/ui/FormDialog';
import { Notice } from '~/ui/Notice';
import { Caption, Note } from '~/ui/Text';

import type { Column } from '../api';

export type GuessedColumn = Column & { readonly guess: NonNullable<Column['guess']> };

interface Wanted {
  readonly index: number;
  readonly isWanted: boolean;
  readonly label: string;
  readonly kind: keyof typeof OWN_KINDS;
  /** One in a line. */
  readonly choices: string;
  readonly errors: Readonly<Record<string, string>>;
}

interface MakeFieldsProps {
  readonly columns: readonly GuessedColumn[];
  /** How many rows the guesses have looked at. */
  readonly rows: number;
  readonly onMade: (fields: Readonly<Record<string, OwnName>>) => void;
  readonly onClose: () => void;
}

const linesOf = (text: string) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');

function OneField({ field, onEdit }: { readonly field: Wanted; readonly onEdit: (changed: Partial<Wanted>) => void }) {
  return (
    <>
      <Typed label={t`Name of the field`} value={field.label} error={field.errors['label']} input={{ maxLength: 60 }} onType={(label) => onEdit({ label })} />
      <Choice label={t`Kind`} value={field.kind} options={optionsOf(OWN_KINDS)} error={field.errors['kind']} onChoose={(kind) => onEdit({ kind: kind || field.kind })} />
      {hasChoices(field.kind) && (
        <Typed label={t`Choices`} hint={t`One in each line`} multiline minRows={3} maxRows={10} value={field.choices} error={field.errors['choices']} onType={(choices) => onEdit({ choices })} />
      )}
    </>
  );
}

/** Fields for columns that are none, as the server has guessed them: a form for one, a list to choose from for several. */
export function MakeFields({ columns, rows, onMade, onClose }: MakeFieldsProps) {
  const [create, { isLoading }] = ownFieldsApi.useCreateFieldMutation();
  const [fields, setFields] = useState<readonly Wanted[]>(() =>
    columns.map(({ index, guess }) => ({ index, isWanted: true, label: guess.label, kind: guess.kind, choices: guess.choices.join('\n'), errors: {} })),
  );
  const [problem, setProblem] = useState<string>();
  const wanted = fields.filter(({ isWanted }) => isWanted);
  const [only] = columns.length === 1 ? fields : [];
  const edit = (index: number, changed: Partial<Wanted>) => setFields((all) => all.map((each) => (each.index === index ? { ...each, ...changed } : each)));

  const make = async () => {
    const made: Record<string, OwnName> = {};
    const refused: Wanted[] = [];
    for (const field of wanted) {
      const choices = hasChoices(field.kind) ? linesOf(field.choices).map((label) => ({ label })) : undefined;
      // One after another: each takes the place behind the former.
      const { data, error } = await create({ createFieldRequest: { label: field.label, kind: field.kind, ...(choices && { choices }) } });
      if (data !== undefined) made[field.index] = nameOfOwn(data);
      else refused.push({ ...field, errors: (isProblem(error) ? error.errors : undefined) ?? { label: messageOf(error, t`The field could not be made.`) } });
    }
    onMade(made);
    if (refused.length === 0) onClose();
    else setFields(refused);
    setProblem(refused.length === 0 ? undefined : refused.map(({ label, errors }) => `${label}: ${Object.values(errors).join(' ')}`).join(' '));
  };

  return (
    <FormDialog
      title={only === undefined ? t`Make fields of columns` : t`Make a field of this column`}
      submitLabel={only === undefined ? plural(wanted.length, { one: 'Make # field', other: 'Make # fields' }) : t`Make the field`}
      hasFields
      busy={isLoading}
      disabled={wanted.length === 0}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <Note>{plural(rows, { one: 'Kinds are guessed by # row. You can change fields later in the settings.', other: 'Kinds are guessed by # rows. You can change fields later in the settings.' })}</Note>
      {only !== undefined && <OneField field={only} onEdit={(changed) => edit(only.index, changed)} />}
      {only === undefined && (
        <Box component="ul" aria-label={t`Fields to make`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {fields.map((field) => (
            <li key={field.index}>
              <CheckLine size="medium" label={`${field.label} · ${OWN_KINDS[field.kind]}`} checked={field.isWanted} onCheck={(isWanted) => edit(field.index, { isWanted })} />
              {hasChoices(field.kind) && (
                <Caption component="p" sx={{ ml: 4, overflowWrap: 'anywhere' }}>
                  {linesOf(field.choices).join(', ')}
                </Caption>
              )}
            </li>
          ))}
        </Box>
      )}
      {problem !== undefined && only === undefined && (
        <Notice severity="error" role="alert">
          {problem}
        </Notice>
      )}
    </FormDialog>
  );
}
