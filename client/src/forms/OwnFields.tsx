import { t } from '@lingui/core/macro';
import { Box, Button, Chip } from '@mui/material';
import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

import type { FieldRecord } from '~/api/generated/serverApi';
import { DOTS, type OwnValue, typedOf } from '~/lib/ownFields';
import { nameOfOwn } from '~/lib/ownNames';
import { CloseIcon } from '~/ui/icons';
import { Reveal } from '~/ui/OwnFacts';
import { Select } from '~/ui/Select';
import { Caption } from '~/ui/Text';

import { DayInput } from './DayInput';
import { FormField } from './FormField';
import { Choice } from './SelectField';
import { Typed } from './TextField';

interface OwnInputProps extends Pick<ComponentProps<typeof DayInput>, 'inputRef' | 'onBlur'> {
  readonly field: FieldRecord;
  readonly label?: string;
  /** As forms have it: see `typedOf`. */
  readonly value: string;
  readonly error?: string | undefined;
  /** Shown where nothing is typed. */
  readonly none?: string | undefined;
  readonly onChange: (typed: string) => void;
}

const chip = { minHeight: { xs: 44, sm: 28 }, maxWidth: '100%' } as const;

/** Several choices: those that are chosen as chips, and a list of the others. */
function ManyInput({ field: { choices }, label, hint, value, error, none, onChange }: OwnInputProps & { readonly label: string; readonly hint: string | undefined }) {
  const chosen = value === '' || value === DOTS ? [] : value.split(',');
  const isChosen = ({ number }: { readonly number: number }) => chosen.includes(String(number));
  const others = choices.filter((choice) => !choice.archived && !isChosen(choice));
  const choose = (numbers: readonly string[]) => onChange(choices.map(({ number }) => String(number)).filter((number) => numbers.includes(number)).join(','));
  return (
    <FormField label={label} hint={hint} error={error}>
      {({ inputId, describedBy }) => (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
          {chosen.length > 0 && (
            <Box role="group" aria-label={t`Chosen: ${label}`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
              {choices.filter(isChosen).map((choice) => (
                <Chip
                  key={choice.number}
                  label={choice.label}
                  aria-label={t`Remove ${{ choice: choice.label }}`}
                  onClick={() => choose(chosen.filter((number) => number !== String(choice.number)))}
                  onDelete={() => choose(chosen.filter((number) => number !== String(choice.number)))}
                  deleteIcon={<CloseIcon />}
                  sx={chip}
                />
              ))}
            </Box>
          )}
          <Select
            id={inputId}
            describedBy={describedBy}
            invalid={error !== undefined}
            fullWidth
            value=""
            none={none ?? (others.length === 0 ? t`All are chosen` : t`Add one`)}
            options={others.map((choice) => [String(choice.number), choice.label])}
            onChoose={(number) => choose([...chosen, number])}
          />
        </Box>
      )}
    </FormField>
  );
}

/** A value of a company's own field, by its kind. */
export function OwnInput({ label, ...props }: OwnInputProps) {
  const { field, value, error, none, onChange, inputRef, onBlur } = props;
  const name = label ?? field.label;
  const hint = field.help ?? undefined;
  const text = value === DOTS ? '' : value;
  const common = { label: name, hint, error };
  switch (field.kind) {
    case 'many':
      return <ManyInput {...props} label={name} hint={hint} />;
    case 'one':
    case 'flag': {
      const options: [string, string][] =
        field.kind === 'flag'
          ? [['yes', t`Yes`], ['no', t`No`]]
          : field.choices.filter((choice) => !choice.archived || String(choice.number) === value).map((choice) => [String(choice.number), choice.label]);
      return <Choice {...common} value={text} none={none ?? '—'} options={options} onChoose={onChange} />;
    }
    case 'date':
      return <FormField {...common}>{(ids) => <DayInput {...ids} label={name} value={text} onChange={onChange} {...(onBlur && { onBlur })} {...(inputRef && { inputRef })} invalid={error !== undefined} />}</FormField>;
    default:
      return (
        <Typed
          {...common}
          value={text}
          onType={onChange}
          onBlur={onBlur}
          inputRef={inputRef}
          placeholder={none ?? ''}
          {...(field.kind === 'long' && { multiline: true, minRows: 3, maxRows: 10 })}
          {...(field.kind === 'number' && { input: { inputMode: 'decimal' } })}
        />
      );
  }
}

interface OwnFormFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly field: FieldRecord;
  readonly isRequired: boolean;
  /** What is stored of the person, if they have an account. */
  readonly stored: OwnValue | undefined;
  readonly userId: string;
}

function OwnFormField<Values extends FieldValues>({ control, field, isRequired, stored, userId }: OwnFormFieldProps<Values>) {
  const was = typedOf(field, stored);
  const name = nameOfOwn(field) as FieldPath<Values>;
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ control, name, defaultValue: was as Values[typeof name] });
  const { label } = field;
  const isHidden = was === DOTS;
  return (
    <Box sx={{ minWidth: 0, ...(field.kind === 'long' && { gridColumn: '1 / -1' }) }}>
      <OwnInput
        field={field}
        label={isRequired ? label : t`${{ field: label }} (optional)`}
        value={String(value)}
        error={fieldState.error?.message}
        none={isHidden && value !== '' ? DOTS : undefined}
        // What was replaced and is empty again is as it was.
        onChange={(typed) => onChange(typed === '' && isHidden ? DOTS : typed)}
        onBlur={onBlur}
        inputRef={ref}
      />
      {isHidden && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          {value === DOTS && <Reveal userId={userId} field={field} />}
          {value === '' && <Caption role="status">{t`It is removed when you save.`}</Caption>}
          <Button size="small" variant="text" color="inherit" aria-label={value === '' ? t`Keep ${label}` : t`Remove ${label}`} onClick={() => onChange(value === '' ? DOTS : '')}>
            {value === '' ? t`Keep` : t`Remove`}
          </Button>
        </Box>
      )}
    </Box>
  );
}

interface OwnFormFieldsProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  /** The fields that the caller may change. */
  readonly fields: readonly FieldRecord[];
  /** The profile that the person has, or is to have. */
  readonly profile: string | null;
  readonly values?: Readonly<Record<string, OwnValue>>;
  readonly userId?: string;
}

/** The inputs of a company's own fields in a form, by the names `field:key`. */
export function OwnFormFields<Values extends FieldValues>({ control, fields, profile, values = {}, userId = '' }: OwnFormFieldsProps<Values>) {
  return fields.map((field) => (
    <OwnFormField
      key={field.key}
      control={control}
      field={field}
      isRequired={field.requiredFor.some((each) => each === profile)}
      stored={values[field.key]}
      userId={userId}
    />
  ));
}
