import { msg, plural, t } from '@lingui/core/macro';
import { Box, Checkbox, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useEffect, useId } from 'react';
import { type Control, type UseFormReturn, useController, useWatch } from 'react-hook-form';

import type { CheckFieldRequest, FieldRecord } from '~/api/generated/serverApi';
import { FieldError } from '~/forms/FormField';
import { Form } from '~/forms/Form';
import { CheckboxField, RadioField } from '~/forms/RadioField';
import { LinesField, TextField, Typed } from '~/forms/TextField';
import { showFailure, useZodForm } from '~/forms/useZodForm';
import { formatList } from '~/lib/format';
import { hasChoices, isKeyable, OWN_KINDS } from '~/lib/ownFields';
import { type Profile, PROFILE_LABELS, PROFILES, USER_MANAGERS } from '~/lib/profiles';
import { texts } from '~/lib/texts';
import { ownFieldsApi } from '~/realtime/ownFields';
import { ActsMenu } from '~/ui/ActsMenu';
import { Notice } from '~/ui/Notice';
import { DragHandle, movedTo, useReorder } from '~/ui/Reorder';
import { Caption } from '~/ui/Text';
import { useToasts } from '~/ui/toasts/slice';

import { drafted, EditDrawer, SaveBar, useEditing } from '../components/EditDrawer';
import { changesOf, describe, fieldSchema, type FieldValues, merge, requestOf, valuesOf } from './fieldValues';

const EXPLAINED = texts({
  text: msg`One line, such as a name, or a number that nothing is calculated from.`,
  long: msg`Several lines, such as remarks.`,
  number: msg`Such as 72.5. People can be found from one number to another.`,
  date: msg`A day, such as 22 Nov 2026.`,
  flag: msg`Such as: lives in the hostel.`,
  one: msg`One choice of a list, such as the course.`,
  many: msg`Any number of choices of a list, such as languages.`,
});

const DRAFT = 'field';

/** The field whose form was left open by a reload or the end of a session. */
export const draftedField = (userId: string) => drafted(DRAFT, userId) as { readonly edited: FieldRecord | null } | null;

interface FieldFormProps {
  /** Null makes a new one. */
  readonly field: FieldRecord | null;
  readonly onClose: () => void;
}

/** Says before a save whether people's values fit what the field is to be. */
function Fit({ of, asked }: { readonly of: string; readonly asked: CheckFieldRequest }) {
  const [check, { data, isError }] = ownFieldsApi.useCheckFieldMutation();
  const { kind = null, unique = false } = asked;
  useEffect(() => void check({ key: of, checkFieldRequest: { kind, unique } }), [check, of, kind, unique]);
  const people = data?.misfits ?? 0;
  const examples = formatList(data?.examples ?? []);
  const misfit = unique
    ? plural(people, { one: '# person has a value that another has, too.', other: '# people have values that others have, too.' })
    : plural(people, { one: 'The value of # person does not fit.', other: 'The values of # people do not fit.' });
  return (
    <Box role="status" sx={{ '&:empty': { display: 'none' } }}>
      {data === undefined && !isError && <Caption>{t`Checking the values of all people…`}</Caption>}
      {data !== undefined && (
        <Notice severity={people === 0 ? 'success' : 'warning'} role="presentation">
          {people === 0 ? t`All values fit.` : misfit} {examples !== '' && t`Such as ${examples}.`} {people > 0 && t`Mend them first: the field cannot be saved so.`}
        </Notice>
      )}
    </Box>
  );
}

/** The choices that there are: renamed, put into order, archived. */
function OptionsField({ control }: { readonly control: Control<FieldValues> }) {
  const { value, onChange } = useController({ control, name: 'options' }).field;
  const keys = value.map(({ number }) => String(number));
  const move = (key: string, place: number) => onChange(movedTo(keys, key, place).map((each) => value[keys.indexOf(each)]));
  const { order, dragged, list } = useReorder(keys, move);
  const change = (key: string, changed: object) => onChange(value.map((each) => (String(each.number) === key ? { ...each, ...changed } : each)));
  return (
    <Box component="ul" aria-label={t`Present choices`} {...list} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {order.map((key, place) => {
        const { label = '', archived = false } = value[keys.indexOf(key)] ?? {};
        return (
          <Box component="li" key={key} sx={{ display: 'flex', alignItems: 'center', gap: 0.5, bgcolor: key === dragged ? 'surface.sunken' : undefined, '& > :nth-of-type(2)': { flex: 1 } }}>
            <DragHandle of={key} />
            <Typed label={t`Choice ${{ number: place + 1 }}`} hideLabel value={label} disabled={archived} onType={(text) => change(key, { label: text })} endAdornment={archived && <Caption>{t`Archived`}</Caption>} />
            <ActsMenu
              label={t`Actions for ${label}`}
              acts={[
                place > 0 && { label: t`Move up`, run: () => move(key, place - 1) },
                place < keys.length - 1 && { label: t`Move down`, run: () => move(key, place + 1) },
                archived
                  ? { label: t`Restore`, run: () => change(key, { archived: false }) }
                  : { label: t`Archive`, hint: t`Those who have it keep it; no one else gets it.`, run: () => change(key, { archived: true }) },
              ]}
            />
          </Box>
        );
      })}
    </Box>
  );
}

const COLUMNS = texts({ viewers: msg`Sees it`, editors: msg`Edits it`, requiredFor: msg`Required` });

type WhoColumn = keyof typeof COLUMNS;

const isOffered = (column: WhoColumn, profile: Profile) => column === 'requiredFor' || (column === 'viewers' ? profile !== 'TRAINEE' : USER_MANAGERS.includes(profile));

/** Who edits a field sees it, too. */
function WhoField({ form: { control, setValue, formState } }: { readonly form: UseFormReturn<FieldValues> }) {
  const [viewers, editors, requiredFor, ownView, ownEdit] = useWatch({ control, name: ['viewers', 'editors', 'requiredFor', 'ownView', 'ownEdit'] });
  const chosen = { viewers, editors, requiredFor };
  const id = useId();
  const errors = [...Object.keys(COLUMNS), 'ownView', 'ownEdit'].flatMap((name) => formState.errors[name as WhoColumn]?.message ?? []);
  const set = (column: WhoColumn, profile: Profile, on: boolean) => {
    const put = (name: WhoColumn) => setValue(name, [...chosen[name].filter((each) => each !== profile), ...(on ? [profile] : [])], { shouldDirty: true });
    put(column);
    if (column !== 'requiredFor' && on === (column === 'editors')) put(on ? 'viewers' : 'editors');
  };
  const setOwn = (column: WhoColumn, on: boolean) => {
    setValue('ownView', on || (column === 'editors' && ownView), { shouldDirty: true });
    setValue('ownEdit', on ? column === 'editors' || ownEdit : false, { shouldDirty: true });
  };
  const row = (key: string, label: string, cell: (column: WhoColumn) => { readonly checked: boolean; readonly onCheck: ((on: boolean) => void) | null } | null) => (
    <TableRow key={key}>
      <TableCell component="th" scope="row">
        {label}
      </TableCell>
      {(Object.keys(COLUMNS) as WhoColumn[]).map((column) => {
        const box = cell(column);
        return (
          <TableCell key={column} align="center" padding="none">
            {box !== null && <Checkbox size="small" checked={box.checked} disabled={box.onCheck === null} onChange={(_event, on) => box.onCheck?.(on)} slotProps={{ input: { 'aria-label': `${label}: ${COLUMNS[column]}` } }} />}
          </TableCell>
        );
      })}
    </TableRow>
  );
  return (
    <Box>
      <Typography id={id} variant="subtitle2" component="p" sx={{ mb: 0.75 }}>
        {t`Who sees, edits and needs it`}
      </Typography>
      <Table size="small" aria-labelledby={id} sx={{ border: 1, borderColor: 'divider', '& td, & tbody th': { px: 1, py: 0.25 }, '& tr:last-of-type > *': { borderBottom: 0 } }}>
        <TableHead>
          <TableRow>
            {[t`Profile`, ...Object.values(COLUMNS)].map((head, index) => (
              <TableCell key={head} align={index === 0 ? 'left' : 'center'} sx={{ px: 1 }}>
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {PROFILES.map((profile) =>
            row(profile, PROFILE_LABELS[profile], (column) => {
              const isFixed = profile === 'SUPER_ADMIN' && column !== 'requiredFor';
              return isOffered(column, profile) ? { checked: isFixed || chosen[column].includes(profile), onCheck: isFixed ? null : (on) => set(column, profile, on) } : null;
            }),
          )}
          {row('own', t`The person`, (column) => (column === 'requiredFor' ? null : { checked: column === 'viewers' ? ownView : ownEdit, onCheck: (on) => setOwn(column, on) }))}
        </TableBody>
      </Table>
      <Caption component="p" sx={{ mt: 0.75 }}>
        {t`It holds for the people that they see and edit in any case. Required: new people of the profile need a value.`}
      </Caption>
      <FieldError id={`${id}-error`}>{errors.length === 0 ? undefined : errors.join(' ')}</FieldError>
    </Box>
  );
}

const explained = (label: string, hint: string) => (
  <>
    {label}
    <Caption sx={{ display: 'block' }}>{hint}</Caption>
  </>
);

/** Makes or edits a field against the version on screen. */
function FieldForm({ field, onClose, onDirty }: FieldFormProps & { readonly onDirty: (isDirty: boolean) => void }) {
  const form = useZodForm<FieldValues>(fieldSchema, valuesOf(field));
  const { base, met, meet, takeTheirs } = useEditing({ draft: DRAFT, edited: field, form, valuesOf, merge, describe });
  const { control, formState } = form;
  const [kind, sensitive, unique, options] = useWatch({ control, name: ['kind', 'sensitive', 'unique', 'options'] });
  const [create, creating] = ownFieldsApi.useCreateFieldMutation();
  const [change, changing] = ownFieldsApi.useChangeFieldMutation();
  const toasts = useToasts();
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const save = async (values: FieldValues) => {
    const { data, error } = await (base === null ? create({ createFieldRequest: requestOf(values) }) : change({ key: base.key, changeFieldRequest: changesOf(values, base) }));
    if (data !== undefined) {
      toasts.success(base === null ? t`${{ name: data.label }} is added.` : t`${{ name: data.label }} is saved.`);
      onClose();
    } else if (!meet(error)) {
      showFailure(form, error, t`The field could not be saved.`);
    }
  };

  return (
    <Form form={form} label={field === null ? t`New field` : t`Edit ${{ name: field.label }}`} showsError={false} onSubmit={save} padded>
      <TextField control={control} name="label" label={t`Name`} initialFocus={field === null} hint={t`As it is in forms, lists and files, such as Course or 10th %`} />
      <RadioField control={control} name="kind" label={t`Kind`} options={Object.entries(OWN_KINDS).map(([value, label]) => ({ value, label, effect: EXPLAINED[value as FieldValues['kind']] }))} />
      {base !== null && kind !== base.kind && <Fit of={base.key} asked={{ kind }} />}
      {hasChoices(kind) && options.length > 0 && <OptionsField control={control} />}
      {hasChoices(kind) && <LinesField control={control} name="choices" label={options.length === 0 ? t`Choices` : t`More choices`} hint={base === null || hasChoices(base.kind) ? t`One on each line: paste a whole list.` : t`One on each line; left empty, they are the values that people have.`} />}
      <TextField control={control} name="help" label={t`Help (optional)`} hint={t`Says below the field what it is for.`} />
      <WhoField form={form} />
      <CheckboxField control={control} name="sensitive" label={explained(t`Sensitive`, t`Shown as ••••. Each look at a value is recorded, and people are neither found nor sorted by it.`)} />
      {isKeyable(kind) && <CheckboxField control={control} name="unique" label={explained(t`Unique`, t`No two people have the same value.`)} />}
      {base !== null && isKeyable(kind) && unique && !base.unique && <Fit of={base.key} asked={{ unique }} />}
      {isKeyable(kind) && !sensitive && <CheckboxField control={control} name="keyed" label={explained(t`Sortable`, t`Lists can be in its order. At most 10 fields are unique or sortable.`)} />}
      {!sensitive && <CheckboxField control={control} name="forEmployers" label={explained(t`For employers`, t`Files of candidates for employers may hold it.`)} />}
      <SaveBar error={formState.errors.root?.message} met={met} takeTheirs={takeTheirs} busy={creating.isLoading || changing.isLoading} submitLabel={field === null ? t`Add field` : t`Save`} onCancel={onClose} />
    </Form>
  );
}

export function FieldDrawer({ field, onClose }: FieldFormProps) {
  return (
    <EditDrawer draft={DRAFT} title={field === null ? t`New field` : field.label} onClose={onClose}>
      {(leave, onDirty) => <FieldForm field={field} onClose={leave} onDirty={onDirty} />}
    </EditDrawer>
  );
}
