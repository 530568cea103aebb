import { Alert, Box, Button, Checkbox, FormControlLabel, OutlinedInput, Skeleton, Typography } from '@mui/material';
import { useId, useState } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { isProblem, messageOf } from '~/api/problem';
import { Choice } from '~/forms/Choice';
import { FormField } from '~/forms/FormField';
import { isProfile, ROLES_OF_PROFILE } from '~/lib/profiles';
import { useSettled } from '~/lib/useSettled';
import { ErrorState } from '~/ui/ErrorState';
import { WarningIcon } from '~/ui/icons';
import { Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';

import {
  type Column,
  type ColumnField,
  type ColumnsRequest,
  type ColumnsResponse,
  type Field,
  FIELD_LABELS,
  type ImportSnapshot,
  useChooseImportColumnsMutation,
  useGetImportColumnsQuery,
} from '../api';
import { choicesOf, FIELDS_IN_SIGHT } from '../mending/fields';
import { ColumnList } from './ColumnList';
import { fieldsByKey, isSeparator, partsOf, type Splits, suggestSplit } from './splits';

/** The field of each column and part by its key; the values by field. */
interface Draft {
  readonly fields: Readonly<Record<string, ColumnField | null>>;
  readonly splits: Splits;
  readonly values: Readonly<Partial<Record<ColumnField, string>>>;
}

function draftOf({ columns, splits, values }: ColumnsResponse): Draft {
  return { fields: fieldsByKey(columns), splits, values };
}

/** The field of each column by the server's index; a split column has none, its parts have. */
function fieldsByIndex(shown: ColumnsResponse, { fields, splits }: Draft): Record<number, ColumnField | null> {
  const own = shown.columns.filter(({ partOf }) => partOf === null);
  const parts = [...partsOf(shown, splits).values()].flat();
  return Object.fromEntries([
    ...own.map(({ index }) => [index, index in splits ? null : (fields[String(index)] ?? null)] as const),
    ...parts.map(({ key, index }) => [index, fields[key] ?? null] as const),
  ]);
}

/** The usual role of a profile. */
const roleOf = (profile: string | undefined) => (isProfile(profile) ? ROLES_OF_PROFILE[profile][0] : undefined);

/** A profile brings its usual role, as long as no other one was chosen. */
function withValue(values: Draft['values'], field: ColumnField, value: string): Draft['values'] {
  const next = { ...values, [field]: value };
  const untouched = (values.role ?? '') === '' || values.role === roleOf(values.profile);
  return field === 'profile' && untouched ? { ...next, role: roleOf(value) ?? '' } : next;
}

/** How the file is read, as the server has it and with what is chosen on this page. */
function useColumns({ id: importId, mode }: Pick<ImportSnapshot, 'id' | 'mode'>) {
  const { data, error, refetch } = useGetImportColumnsQuery({ importId });
  const [send, { isLoading: sending, error: refused }] = useChooseImportColumnsMutation();
  const [onlyUpdates, setOnlyUpdates] = useState(mode === 'update');
  // A new answer of the server replaces what was chosen for the one before.
  const [edited, setEdited] = useState<{ of: ColumnsResponse | undefined; draft: Draft }>();
  const draft = data && (edited?.of === data ? edited.draft : draftOf(data));
  const chosen = data && draft && fieldsByIndex(data, draft);

  const edit = (change: (draft: Draft) => Draft) => {
    if (draft !== undefined) setEdited({ of: data, draft: change(draft) });
  };
  const taken = new Set(Object.values(chosen ?? {}));
  const isNeeded = (field: Field) => data?.optional.includes(field) !== true;
  const without = FIELDS_IN_SIGHT.filter((field) => !taken.has(field));

  return {
    columns: data,
    draft,
    /** Required fields without a column. */
    without,
    missing: without.filter((field) => (onlyUpdates ? field === 'email' : isNeeded(field) && (draft?.values[field] ?? '').trim() === '')),
    /** Whether a column names the batches. */
    hasBatches: taken.has('batch'),
    /** Whether each column that is split has a separator. */
    hasSeparators: Object.values(draft?.splits ?? {}).every(({ separator }) => isSeparator(separator)),
    /** Accounts keep the fields that the file does not have: the email alone is required. */
    onlyUpdates,
    setOnlyUpdates,
    loadError: error,
    retry: () => void refetch(),
    sending,
    problem: refused && messageOf(refused, 'The columns could not be saved.'),
    problems: isProblem(refused) ? (refused.errors ?? {}) : {},
    setField: (key: string, field: ColumnField | null) => {
      edit((before) => ({ ...before, fields: { ...before.fields, [key]: field } }));
    },
    setValue: (field: ColumnField, value: string) => {
      edit((before) => ({ ...before, values: withValue(before.values, field, value) }));
    },
    /** The first part is the field that the column was. */
    split: (column: Column) => {
      edit(({ fields, splits, values }) => ({
        fields: { [`${column.index}.0`]: fields[String(column.index)] ?? null, ...fields },
        splits: { ...splits, [column.index]: suggestSplit(column) },
        values,
      }));
    },
    splitAs: (index: number, split: Splits[number]) => {
      edit((before) => ({ ...before, splits: { ...before.splits, [index]: split } }));
    },
    /** The column is again what it was before it was split. */
    join: (index: number) => {
      edit((before) => {
        const others = Object.entries(before.splits).filter(([place]) => place !== String(index));
        return { ...before, splits: Object.fromEntries(others) };
      });
    },
    /** Reads the file in another way; its columns are then found anew. */
    readAs: (columnsRequest: ColumnsRequest) => void send({ importId, columnsRequest }),
    confirm: () => {
      if (draft === undefined || chosen === undefined) return;
      const common = onlyUpdates ? {} : Object.fromEntries(without.map((field) => [field, draft.values[field] ?? '']));
      const batch = (draft.values.batch ?? '').trim();
      const values = batch === '' || taken.has('batch') ? common : { ...common, batch };
      const changed = onlyUpdates === (mode === 'update') ? {} : { mode: onlyUpdates ? ('update' as const) : ('create' as const) };
      void send({ importId, columnsRequest: { columns: chosen, splits: { ...draft.splits }, values, ...changed } });
    },
  };
}

interface BatchValueProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

const SUGGESTED = 20;

/** Batches for all people of a file that has no column of them. */
function BatchValue({ value, error, onValue }: BatchValueProps) {
  const id = useId();
  const names = value.split(';');
  const search = useSettled(names.at(-1)?.trim() ?? '', 250);
  const { data } = useGetBatchesQuery({ page: 1, pageSize: SUGGESTED, search, archived: false });
  // A choice of the browser replaces the whole text: the names before stay in front.
  const before = names.slice(0, -1).map((name) => name.trim());
  return (
    <Panel title="Batch">
      <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2, maxWidth: 480 }}>
        <FormField
          label="One batch for all people (optional)"
          hint="A new name makes a batch. Separate several by semicolons; or choose below the column that names them."
          error={error}
        >
          {({ inputId, describedBy }) => (
            <>
              <OutlinedInput
                id={inputId}
                fullWidth
                value={value}
                error={error !== undefined}
                autoComplete="off"
                onChange={(event) => onValue(event.target.value)}
                slotProps={{ input: { 'aria-describedby': describedBy, list: id } }}
              />
              <datalist id={id}>
                {data?.data.map(({ id: batchId, name, location }) => (
                  <option key={batchId} value={[...before, name].join('; ')}>
                    {location ?? name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </FormField>
      </Box>
    </Panel>
  );
}

interface CommonValuesProps {
  readonly fields: readonly Field[];
  readonly values: Readonly<Partial<Record<Field, string>>>;
  readonly problems: Readonly<Record<string, string>>;
  readonly onValue: (field: Field, value: string) => void;
}

/** No two people share them. */
const own: readonly Field[] = ['fullName', 'email', 'phone', 'dateOfBirth'];

/** Required fields that no column of the file is: one value for all rows, or a column of the list. */
function CommonValues({ fields, values, problems, onValue }: CommonValuesProps) {
  const needColumn = fields.filter((field) => own.includes(field));
  return (
    <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 2 }}>
      <Typography variant="body2" sx={{ mb: 2, color: 'text.secondary' }}>
        {needColumn.length > 0 && `Choose the column of ${needColumn.map((field) => FIELD_LABELS[field]).join(', ')} below. `}
        {needColumn.length < fields.length && 'Choose one value for all people of the file, or the column below that has it.'}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }, gap: 2 }}>
        {fields
          .filter((field) => !own.includes(field))
          .map((field) => {
            const known = choicesOf(field);
            const value = values[field] ?? '';
            const error = problems[`values.${field}`];
            return known === undefined ? (
              <FormField key={field} label={FIELD_LABELS[field]} error={error}>
                {({ inputId, describedBy }) => (
                  <OutlinedInput
                    fullWidth
                    value={value}
                    inputProps={{ id: inputId, 'aria-describedby': describedBy, autoComplete: 'off' }}
                    onChange={(event) => onValue(field, event.target.value)}
                  />
                )}
              </FormField>
            ) : (
              <Choice
                key={field}
                label={FIELD_LABELS[field]}
                value={value}
                none="Choose one"
                options={Object.entries(known)}
                error={error}
                onChoose={(chosen) => onValue(field, chosen)}
              />
            );
          })}
      </Box>
    </Box>
  );
}

interface FileReadingProps {
  readonly columns: ColumnsResponse;
  readonly problems: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onRead: (changed: ColumnsRequest) => void;
}

type Encoding = ColumnsResponse['encoding'];
type Delimiter = ColumnsResponse['delimiter'];

const encodings: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-8-sig': 'UTF-8 with a mark',
  'utf-16': 'UTF-16',
  'utf-16-le': 'UTF-16, little-endian',
  'utf-16-be': 'UTF-16, big-endian',
  cp1252: 'Windows-1252',
};
const delimiters: Readonly<Record<Delimiter, string>> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };
/** The header may be on one of these lines. */
const LINES = Array.from({ length: 25 }, (_, index) => String(index + 1));

/** Where the table is found in the file; a change is read at once. */
function FileReading({ columns, problems, disabled, onRead }: FileReadingProps) {
  const { sheets, sheet, headerRow, encoding, delimiter } = columns;
  const lines = LINES.includes(String(headerRow)) ? LINES : [...LINES, String(headerRow)];
  return (
    <Panel title="How the file is read">
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 2, px: { xs: 2, sm: 2.5 }, py: 2 }}>
        {sheets.length > 1 && (
          <Choice
            label="Sheet"
            value={sheet ?? ''}
            options={sheets.map((name) => [name, name])}
            error={problems['sheet']}
            disabled={disabled}
            onChoose={(value) => onRead({ sheet: value })}
          />
        )}
        <Choice
          label="Headings in line"
          value={String(headerRow)}
          options={lines.map((line) => [line, line])}
          error={problems['headerRow']}
          disabled={disabled}
          onChoose={(value) => onRead({ headerRow: Number(value) })}
        />
        {sheet === null && (
          <>
            <Choice
              label="Cells are separated by"
              value={delimiter}
              options={Object.entries(delimiters)}
              error={problems['delimiter']}
              disabled={disabled}
              onChoose={(value) => onRead({ delimiter: value as Delimiter })}
            />
            <Choice
              label="Encoding"
              value={encoding}
              options={Object.entries(encodings)}
              error={problems['encoding']}
              disabled={disabled}
              onChoose={(value) => onRead({ encoding: value as Encoding })}
            />
          </>
        )}
      </Box>
    </Panel>
  );
}

interface ColumnsStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
}

/** In sight while the columns are longer than the window. */
const foot = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  mx: { xs: -2, sm: -0.5 },
  px: { xs: 2, sm: 0.5 },
  py: { xs: 1.5, sm: 2 },
  bgcolor: 'background.default',
  boxShadow: { xs: '0 -1px 0 var(--wm-palette-divider)', sm: 'none' },
} as const;

const FOCUS_ABOVE_FOOT = { scrollMarginBottom: '140px' } as const;

/** Which column of the file is which field, where the file alone does not say it. */
export function ColumnsStep({ snapshot, onCancel }: ColumnsStepProps) {
  const { columns, draft, without, missing, loadError, retry, sending, problem, problems, onlyUpdates, hasSeparators, hasBatches, ...act } = useColumns(snapshot);
  if (loadError !== undefined) return <ErrorState message={messageOf(loadError, 'The columns could not be loaded.')} onRetry={retry} />;
  if (columns === undefined || draft === undefined) return <Skeleton role="status" aria-label="Loading the columns" variant="rounded" height={360} />;
  const open = [...missing.map((field) => FIELD_LABELS[field]), ...(hasSeparators ? [] : ['Separator'])];
  return (
    <Box sx={{ display: 'grid', gap: 2, '& :is(select, input)': FOCUS_ABOVE_FOOT }}>
      {snapshot.reason !== null && (
        <Alert severity="warning" icon={<WarningIcon fontSize="small" />}>
          {snapshot.reason}
          {snapshot.remarks.map((remark) => (
            <Box key={remark} component="p" sx={{ m: 0 }}>
              {remark}
            </Box>
          ))}
        </Alert>
      )}
      {without.length > 0 && (
        <Panel title="Not in the file">
          <FormControlLabel
            sx={{ px: { xs: 2, sm: 2.5 }, pt: 1.5 }}
            control={
              <Checkbox checked={onlyUpdates} onChange={(_, checked) => act.setOnlyUpdates(checked)} />
            }
            label="Only update people who have an account: fields without a column stay as they are"
          />
          {!onlyUpdates && <CommonValues fields={without} values={draft.values} problems={problems} onValue={act.setValue} />}
        </Panel>
      )}
      {!hasBatches && (
        <BatchValue
          value={draft.values.batch ?? ''}
          error={problems['values.batch']}
          onValue={(value) => act.setValue('batch', value)}
        />
      )}
      <Panel title="Columns">
        <ColumnList
          columns={columns}
          fields={draft.fields}
          splits={draft.splits}
          problems={problems}
          onField={act.setField}
          onSplit={act.split}
          onSplitAs={act.splitAs}
          onJoin={act.join}
        />
      </Panel>
      <FileReading columns={columns} problems={problems} disabled={sending} onRead={act.readAs} />
      <div role="alert">{problem !== undefined && <Alert severity="error">{problem}</Alert>}</div>
      <Box sx={foot}>
        <Typography variant="body2" sx={{ flex: { xs: '1 0 100%', sm: 1 }, color: 'text.secondary' }}>
          {open.length > 0 ? `Still to choose: ${open.join(', ')}.` : 'Nothing is created before you have seen a preview.'}
        </Typography>
        <Button variant="outlined" onClick={onCancel}>
          Cancel
        </Button>
        <ProgressButton busy={sending} disabled={open.length > 0} onClick={act.confirm}>
          Continue
        </ProgressButton>
      </Box>
    </Box>
  );
}
