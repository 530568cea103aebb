import { msg, plural, t } from '@lingui/core/macro';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';

import { useGetBatchesQuery } from '~/api/batches';
import { type FileField, isOptionalInFiles } from '~/api/fields';
import { isProblem, messageOf } from '~/api/problem';
import { useClaims } from '~/api/session/slice';
import { Choice } from '~/forms/SelectField';
import { Typed } from '~/forms/TextField';
import { isProfile, ROLES_OF_PROFILE } from '~/lib/profiles';
import { translated } from '~/lib/sentences';
import { optionsOf, texts } from '~/lib/texts';
import { useOnChange } from '~/lib/useOnChange';
import { useSettled } from '~/lib/useSettled';
import { nameOfOwn } from '~/lib/ownNames';
import { useListFieldsQuery } from '~/realtime/ownFields';
import { CheckLine } from '~/ui/CheckLine';
import { ErrorState } from '~/ui/ErrorState';
import { Notice } from '~/ui/Notice';
import { padding, Panel } from '~/ui/Panel';
import { ProgressButton } from '~/ui/ProgressButton';
import { Caption, Note } from '~/ui/Text';

import { type Column, type ColumnField, type ColumnsRequest, type ColumnsResponse, type Field, FIELD_LABELS, importsApi, type ImportSnapshot } from '../api';
import { Foot } from '../components/Foot';
import { choicesOf, FIELDS_IN_SIGHT } from '../mending/fields';
import { FileQuestions } from '../preview/FileQuestions';
import { type GuessedColumn, MakeFields } from './MakeFields';
import { SamplePeople } from './SamplePeople';
import { fieldsByKey, isSeparator, LONGEST_SEPARATOR, MOST_SPLITS, nameOf, partsOf, SEPARATORS, type Splits, suggestSplit } from './splits';

/** The field of each column and part by its key; the values by field. */
interface Draft {
  readonly fields: Readonly<Record<string, ColumnField | null>>;
  readonly splits: Splits;
  readonly values: Readonly<Partial<Record<ColumnField, string>>>;
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

const roleOf = (profile: string | undefined) => (isProfile(profile) ? ROLES_OF_PROFILE[profile][0] : undefined);

/** A profile brings its usual role, as long as no other one was chosen. */
function withValue(values: Draft['values'], field: ColumnField, value: string): Draft['values'] {
  const next = { ...values, [field]: value };
  const untouched = (values.role ?? '') === '' || values.role === roleOf(values.profile);
  return field === 'profile' && untouched ? { ...next, role: roleOf(value) ?? '' } : next;
}

/** How the file is read, as the server has it and with what is chosen on this page. */
function useReading({ id: importId, mode }: ImportSnapshot, columns: ColumnsResponse) {
  const [send, { isLoading: sending, isSuccess: isSaved, error: refused }] = importsApi.useChooseImportColumnsMutation();
  const [onlyUpdates, setOnlyUpdates] = useState(mode === 'update');
  // A new answer of the server replaces what was chosen for the one before.
  const [edited, setEdited] = useState<{ readonly of: ColumnsResponse; readonly draft: Draft }>();
  const draft: Draft = edited?.of === columns ? edited.draft : { fields: fieldsByKey(columns.columns) as Draft['fields'], splits: columns.splits, values: columns.values };
  const { fields, splits, values } = draft;
  const edit = (changed: Partial<Draft>) => setEdited({ of: columns, draft: { ...draft, ...changed } });
  const chosen = fieldsByIndex(columns, draft);
  const taken = new Set(Object.values(chosen));
  // Who has access, and a code, are said of each person, or not at all.
  const without = FIELDS_IN_SIGHT.filter((field) => !taken.has(field) && !isOptionalInFiles(field));
  const batch = taken.has('batch') ? '' : (values.batch ?? '').trim();
  const common = onlyUpdates ? {} : Object.fromEntries(without.map((field) => [field, values[field] ?? '']));
  const request: ColumnsRequest = { columns: chosen, splits: { ...splits }, values: batch === '' ? common : { ...common, batch } };

  return {
    columns,
    draft,
    /** What is chosen on this page. */
    request,
    taken,
    without,
    /** The fields that still need a column or a value. */
    missing: without.filter((field) => (onlyUpdates ? field === 'email' && !taken.has('code') : !columns.optional.includes(field) && (values[field] ?? '').trim() === '')),
    hasBatches: taken.has('batch'),
    hasSeparators: Object.values(splits).every(({ separator }) => isSeparator(separator)),
    /** Accounts keep the fields that the file does not have: the email or the code alone is required. */
    onlyUpdates,
    setOnlyUpdates,
    sending,
    isSaved,
    problem: refused && messageOf(refused, t`The columns could not be saved.`),
    problems: isProblem(refused) ? (refused.errors ?? {}) : {},
    setFields: (chosen: Readonly<Record<string, ColumnField | null>>) => edit({ fields: { ...fields, ...chosen } }),
    setValue: (field: ColumnField, value: string) => edit({ values: withValue(values, field, value) }),
    /** The first part is the field that the column was. Null joins them again: the column is what it was before. */
    setSplit: (index: number, split: Splits[number] | null) => {
      const { [index]: before, ...others } = splits;
      const first = before === undefined ? { [`${index}.0`]: fields[String(index)] ?? null } : {};
      edit({ fields: { ...first, ...fields }, splits: split === null ? others : { ...others, [index]: split } });
    },
    readAs: (columnsRequest: ColumnsRequest) => void send({ importId, columnsRequest }),
    confirm: () => {
      const changed = onlyUpdates === (mode === 'update') ? {} : { mode: onlyUpdates ? ('update' as const) : ('create' as const) };
      void send({ importId, columnsRequest: { ...request, ...changed } });
    },
  };
}

type Reading = ReturnType<typeof useReading>;

interface ColumnRowProps {
  readonly name: string;
  readonly samples: readonly string[];
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function ColumnRow({ name, samples, action, children }: ColumnRowProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 240px' },
        gap: 1,
        alignItems: 'center',
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="subtitle2" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {name}
          </Typography>
          <Caption component="p" sx={{ overflowWrap: 'anywhere' }}>
            {samples.join(' · ') || t`Empty`}
          </Caption>
        </Box>
        {action}
      </Box>
      {children}
    </Box>
  );
}

interface FieldChoiceProps {
  readonly of: string;
  readonly field: ColumnField | null | undefined;
  /** What the cells look like: nothing is read from the column before it is pressed. */
  readonly suggestion?: FileField | null;
  /** What can be done with a column that is left out. */
  readonly children?: ReactNode;
  readonly error: string | undefined;
  readonly onField: (field: ColumnField | null) => void;
}

function FieldChoice({ of, field, suggestion = null, children, error, onField }: FieldChoiceProps) {
  const profile = useClaims()?.profile;
  const { data } = useListFieldsQuery({});
  const own = (data?.fields ?? []).filter(({ archivedAt, editors }) => archivedAt === null && profile !== undefined && editors.some((each) => each === profile));
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Choice
        label={t`Field of ${of}`}
        hideLabel
        value={field ?? ''}
        none={t`Leave out`}
        options={[...optionsOf(FIELD_LABELS), ...own.map((each) => [nameOfOwn(each), each.label] as const)]}
        error={error}
        onChoose={(chosen) => onField(chosen === '' ? null : chosen)}
      />
      {suggestion !== null && (field ?? null) === null && (
        <Button size="small" variant="text" onClick={() => onField(suggestion)} sx={{ justifySelf: 'start' }}>
          {t`Looks like ${{ field: FIELD_LABELS[suggestion] }}: use it`}
        </Button>
      )}
      {(field ?? null) === null && children}
    </Box>
  );
}

type Split = Splits[number];

interface SplitChoiceProps {
  readonly name: string;
  readonly split: Split;
  readonly error: string | undefined;
  readonly onChange: (split: Split) => void;
}

const OTHER = 'other';
const separators = () => [...Object.entries(SEPARATORS), [OTHER, t`Other`] as const];
const counts = () => [2, 3, 4].map((count) => [String(count), plural(count, { other: '# parts' })] as const);
const HINT = msg`1 to ${LONGEST_SEPARATOR} characters, not only letters or digits`;

function SplitChoice({ name, split, error, onChange }: SplitChoiceProps) {
  const { separator, parts } = split;
  const [isOther, setOther] = useState(!(separator in SEPARATORS));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 1 }}>
      <Choice
        label={t`Separator in ${name}`}
        hideLabel
        value={isOther ? OTHER : separator}
        options={separators()}
        error={isOther ? undefined : error}
        onChoose={(value) => {
          setOther(value === OTHER);
          onChange({ separator: value === OTHER ? '' : value, parts });
        }}
      />
      <Choice
        label={t`Number of parts of ${name}`}
        hideLabel
        value={String(parts)}
        options={counts()}
        onChoose={(value) => onChange({ separator, parts: Number(value) })}
      />
      {isOther && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Typed
            label={t`Other separator in ${name}`}
            hideLabel
            error={error ?? (isSeparator(separator) ? undefined : t(HINT))}
            value={separator}
            placeholder={t`Such as ; or |`}
            input={{ maxLength: LONGEST_SEPARATOR }}
            onType={(typed) => onChange({ separator: typed, parts })}
          />
        </Box>
      )}
    </Box>
  );
}

const listStyle = { m: 0, p: 0, listStyle: 'none' } as const;

const isLeftOut = ({ splits }: ColumnsResponse, { index, field }: Column) => field === null && !(String(index) in splits);

function ColumnList({ reading: { columns, draft, without, problems, setFields, setSplit } }: { readonly reading: Reading }) {
  const [done, setDone] = useState('');
  const [made, setMade] = useState<readonly GuessedColumn[]>([]);
  const { fields, splits } = draft;
  const partsByColumn = partsOf(columns, splits);
  const left = columns.columns.filter((column): column is GuessedColumn => column.guess !== null && !(String(column.index) in splits) && (fields[String(column.index)] ?? null) === null);
  const named = left.filter(({ guess }) => guess.label !== '');
  return (
    <>
      {named.length > 1 && (
        <Box sx={{ px: { xs: 2, sm: 2.5 }, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
          <Button variant="outlined" onClick={() => setMade(named)}>
            {t`Make fields of all ${{ count: named.length }} columns that are left`}
          </Button>
        </Box>
      )}
      {made.length > 0 && <MakeFields columns={made} rows={columns.sampledRows} onMade={setFields} onClose={() => setMade([])} />}
      <Box component="ul" aria-label={t`Columns of the file`} sx={listStyle}>
        {/* What is used comes first, as the server has it: no row moves while it is chosen for. */}
        {columns.columns
          .filter(({ partOf }) => partOf === null)
          .toSorted((one, other) => Number(isLeftOut(columns, one)) - Number(isLeftOut(columns, other)))
          .map((column) => {
            const { index, samples } = column;
            const name = nameOf(column);
            // As in a sentence where it has no name.
            const of = column.name || t`column ${{ number: index + 1 }}`;
            const split = splits[index];
            const parts = partsByColumn.get(index) ?? [];
            return (
              <Box component="li" key={index} sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
                <ColumnRow
                  name={name}
                  samples={samples}
                  action={
                    <Button
                      size="small"
                      variant="text"
                      color="inherit"
                      aria-label={split === undefined ? t`Split ${of}` : t`Join again ${of}`}
                      disabled={split === undefined && partsByColumn.size >= MOST_SPLITS}
                      onClick={() => {
                        setSplit(index, split === undefined ? suggestSplit(column) : null);
                        setDone(split === undefined ? t`${name} is split into 2 parts.` : t`${name} is one column again.`);
                      }}
                      sx={{ flexShrink: 0, color: 'text.secondary' }}
                    >
                      {split === undefined ? t`Split` : t`Join again`}
                    </Button>
                  }
                >
                  {split === undefined ? (
                    <FieldChoice
                      of={of}
                      field={fields[String(index)]}
                      suggestion={without.find((field) => field === column.suggestion) ?? null}
                      error={problems[`columns.${index}`]}
                      onField={(field) => setFields({ [index]: field })}
                    >
                      {left.includes(column as GuessedColumn) && (
                        <Button size="small" variant="text" aria-label={t`Make a field of ${of}`} onClick={() => setMade([column as GuessedColumn])} sx={{ justifySelf: 'start' }}>
                          {t`Make a field of this column`}
                        </Button>
                      )}
                      {column.noGuess !== null && <Caption component="p">{translated(column.noGuess)}</Caption>}
                    </FieldChoice>
                  ) : (
                    <SplitChoice
                      name={of}
                      split={split}
                      error={problems[`splits.${index}`] ?? problems[`splits.${index}.separator`]}
                      onChange={(changed) => setSplit(index, changed)}
                    />
                  )}
                </ColumnRow>
                {parts.length > 0 && (
                  <Box component="ul" aria-label={t`Parts of ${of}`} sx={{ ...listStyle, ml: { xs: 2, sm: 2.5 }, mb: 1, borderLeft: 2, borderColor: 'divider' }}>
                    {parts.map((part) => (
                      <li key={part.key}>
                        <ColumnRow name={part.name} samples={part.samples}>
                          <FieldChoice of={part.name} field={fields[part.key]} error={problems[`columns.${part.index}`]} onField={(field) => setFields({ [part.key]: field })} />
                        </ColumnRow>
                      </li>
                    ))}
                  </Box>
                )}
              </Box>
            );
          })}
      </Box>
      <p className="visually-hidden" role="status" aria-live="polite">
        {done}
      </p>
    </>
  );
}

interface PartProps {
  readonly reading: Reading;
}

const SUGGESTED = 20;

/** Batches for all people of a file that has no column of them. */
function BatchValue({ reading: { draft, problems, setValue } }: PartProps) {
  const value = draft.values.batch ?? '';
  const names = value.split(';');
  const search = useSettled(names.at(-1)?.trim() ?? '', 250);
  const { data } = useGetBatchesQuery({ page: 1, pageSize: SUGGESTED, search, archived: false });
  // A choice of the browser replaces the whole text: the names before stay in front.
  const before = names.slice(0, -1).map((name) => name.trim());
  return (
    <Panel title={t`Batch`}>
      <Box sx={{ ...padding, maxWidth: 480 }}>
        <Typed
          label={t`One batch for all people (optional)`}
          hint={t`A new name makes a batch. Separate several by semicolons; or choose below the column that names them.`}
          error={problems['values.batch']}
          value={value}
          suggestions={(data?.data ?? []).map(({ name, location }) => [[...before, name].join('; '), location ?? name])}
          onType={(typed) => setValue('batch', typed)}
        />
      </Box>
    </Panel>
  );
}

/** No two people share them. */
const own: readonly Field[] = ['fullName', 'email', 'phone', 'dateOfBirth'];

/** Required fields that no column of the file is: one value for all rows, or a column of the list. */
function CommonValues({ reading: { columns, without, draft, problems, setFields, setValue } }: PartProps) {
  const suggested = columns.columns.filter((column): column is Column & { suggestion: FileField } => without.some((field) => field === column.suggestion));
  const needColumn = without.filter((field) => own.includes(field));
  return (
    <Box sx={padding}>
      <Note sx={{ mb: 2 }}>
        {needColumn.length > 0 && `${t`Choose the column of ${{ fields: needColumn.map((field) => FIELD_LABELS[field]).join(', ') }} below. If the file has none, add it there and upload the file again.`} `}
        {needColumn.length < without.length && t`Choose one value for all people of the file, or the column below that has it.`}
      </Note>
      {suggested.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 2 }}>
          {suggested.length > 1 && (
            <Button
              size="small"
              variant="contained"
              onClick={() => setFields(Object.fromEntries(suggested.map(({ index, suggestion }) => [index, suggestion])))}
            >
              {t`Use all ${{ count: suggested.length }} suggestions`}
            </Button>
          )}
          {suggested.map((column) => (
            <Button key={column.index} size="small" variant="outlined" onClick={() => setFields({ [column.index]: column.suggestion })}>
              {t`Use “${{ column: nameOf(column) }}” as ${{ field: FIELD_LABELS[column.suggestion] }}`}
            </Button>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' }, gap: 2 }}>
        {without
          .filter((field) => !own.includes(field))
          .map((field) => {
            const known = choicesOf(field);
            const shared = { label: FIELD_LABELS[field], value: draft.values[field] ?? '', error: problems[`values.${field}`] };
            const onValue = (value: string) => setValue(field, value);
            return known === undefined ? (
              <Typed key={field} {...shared} onType={onValue} />
            ) : (
              <Choice key={field} {...shared} none={t`Choose one`} options={Object.entries(known)} onChoose={onValue} />
            );
          })}
      </Box>
    </Box>
  );
}

type Encoding = ColumnsResponse['encoding'];
type Delimiter = ColumnsResponse['delimiter'];

const encodings = texts<Encoding>({
  'utf-8': msg`UTF-8`,
  'utf-8-sig': msg`UTF-8 with a mark`,
  'utf-16': msg`UTF-16`,
  'utf-16-le': msg`UTF-16, little-endian`,
  'utf-16-be': msg`UTF-16, big-endian`,
  cp1252: msg`Western European (Windows-1252)`,
  cp1250: msg`Central European (Windows-1250)`,
  cp1251: msg`Cyrillic (Windows-1251)`,
  cp1253: msg`Greek (Windows-1253)`,
  cp1254: msg`Turkish (Windows-1254)`,
  cp1256: msg`Arabic (Windows-1256)`,
  mac_roman: msg`Western European (Mac)`,
  cp850: msg`Western European (MS-DOS)`,
  'koi8-r': msg`Cyrillic (KOI8-R)`,
});
const delimiters = texts<Delimiter>({ ',': msg`Comma`, ';': msg`Semicolon`, '\t': msg`Tab`, '|': msg`Bar` });
/** The header may be on one of these lines. */
const LINES = Array.from({ length: 25 }, (_, index) => String(index + 1));

/** Where the table is found in the file; a change is read at once. `rows`: how many its headings take. */
function FileReading({ reading: { columns, problems, sending, readAs }, rows }: PartProps & { readonly rows: number }) {
  const { sheets, sheet, headerRow, encoding, delimiter } = columns;
  const lines = headerRow === 0 || LINES.includes(String(headerRow)) ? LINES : [...LINES, String(headerRow)];
  const shared = (name: 'sheet' | 'headerRow' | 'delimiter' | 'encoding') => ({ error: problems[name], disabled: sending });
  return (
    <Box role="group" aria-label={t`How the file is read`} sx={{ ...padding, display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }, gap: 2, borderBottom: 1, borderColor: 'divider' }}>
      {sheets.length > 1 && (
        <Choice {...shared('sheet')} label={t`Sheet`} value={sheet ?? ''} options={sheets.map((name) => [name, name])} onChoose={(value) => readAs({ sheet: value })} />
      )}
      <Choice
        {...shared('headerRow')}
        label={t`Headings in line`}
        value={String(headerRow)}
        options={[['0', t`No headings`], ...lines.map((line) => [line, Number(line) === headerRow && rows > 1 ? t`${line} to ${{ last: headerRow + rows - 1 }}` : line] as const)]}
        onChoose={(value) => readAs({ headerRow: Number(value) })}
      />
      {sheet === null && (
        <>
          <Choice
            {...shared('delimiter')}
            label={t`Cells are separated by`}
            value={delimiter}
            options={optionsOf(delimiters)}
            onChoose={(value) => readAs({ delimiter: value || delimiter })}
          />
          <Choice {...shared('encoding')} label={t`Encoding`} value={encoding} options={optionsOf(encodings)} onChoose={(value) => readAs({ encoding: value || encoding })} />
        </>
      )}
    </Box>
  );
}

interface ColumnsStepProps {
  readonly snapshot: ImportSnapshot;
  readonly onCancel: () => void;
  /** The file is checked anew, and may be checked already when the answer comes. */
  readonly onSaved?: () => void;
}

function ColumnsForm({ snapshot, columns, onCancel, onSaved }: ColumnsStepProps & { readonly columns: ColumnsResponse }) {
  const reading = useReading(snapshot, columns);
  const { request, without, missing, hasBatches, hasSeparators, onlyUpdates, setOnlyUpdates, problem, sending, isSaved, confirm } = reading;
  useOnChange(isSaved ? 'saved' : 'open', () => onSaved?.());
  const open = [...missing.map((field) => FIELD_LABELS[field]), ...(hasSeparators ? [] : [t`Separator`])];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {snapshot.reason !== null && (
        <Notice severity="warning" role="alert">
          {translated(snapshot.reason)}
          {snapshot.remarks.map((remark) => (
            <Box key={remark} component="p" sx={{ m: 0 }}>
              {translated(remark)}
            </Box>
          ))}
        </Notice>
      )}
      <FileQuestions snapshot={snapshot} />
      {without.length > 0 && (
        <Panel title={t`Not in the file`}>
          <CheckLine
            size="medium"
            label={t`Only update people who have an account: fields without a column stay as they are`}
            checked={onlyUpdates}
            onCheck={setOnlyUpdates}
            sx={{ px: padding.px, pt: 1.5 }}
          />
          {!onlyUpdates && <CommonValues reading={reading} />}
        </Panel>
      )}
      <SamplePeople importId={snapshot.id} request={request} skipped={FIELDS_IN_SIGHT.filter((field) => !reading.taken.has(field) && (reading.draft.values[field] ?? '') === '')} />
      {!hasBatches && <BatchValue reading={reading} />}
      <Panel title={t`Columns`}>
        <FileReading reading={reading} rows={snapshot.lines?.heading ?? 1} />
        <ColumnList reading={reading} />
      </Panel>
      <div role="alert">{problem !== undefined && <Notice severity="error" role="alert">{problem}</Notice>}</div>
      <Foot sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, py: { xs: 1.5, sm: 2 } }}>
        <Note sx={{ flex: { xs: '1 0 100%', sm: 1 } }}>
          {open.length > 0 ? t`Still to choose: ${{ fields: open.join(', ') }}.` : t`Nothing is created before you have seen a preview.`}
        </Note>
        <Button variant="outlined" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <ProgressButton busy={sending} disabled={open.length > 0} onClick={confirm}>
          {t`Continue`}
        </ProgressButton>
      </Foot>
    </Box>
  );
}

export function ColumnsStep(props: ColumnsStepProps) {
  const { currentData: columns, error, refetch } = importsApi.useGetImportColumnsQuery({ importId: props.snapshot.id });
  if (columns !== undefined) return <ColumnsForm {...props} columns={columns} />;
  if (error !== undefined) return <ErrorState message={messageOf(error, t`The columns could not be loaded.`)} onRetry={() => void refetch()} />;
  return <Skeleton role="status" aria-label={t`Loading the columns`} variant="rounded" height={360} />;
}
