import { Alert, Box, Button, ButtonBase, Typography } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

import { messageOf } from '~/api/problem';
import { FormError } from '~/forms/Form';
import { radius } from '~/theme/tokens';
import { ProgressButton } from '~/ui/ProgressButton';
import { AlertIcon, ChevronRightIcon, ColumnsIcon, EditIcon, InfoIcon } from '~/ui/icons';
import { countOf } from '~/lib/format';

import { type Field, FIELDS, type ImportMode, type ImportSnapshot, type ProblemOfRows, useListImportProblemsQuery, useListImportValuesQuery, useMapImportValuesMutation, type ValueOfRows } from '../api';
import { choicesOf, constantOf, shownValue } from '../mending/fields';
import { type Cause, Causes, isSame, ValueMap } from '../mending/ValueMap';
import { accountRows, TAKEN } from '../states';
import { DateOrderNote } from './DateOrder';

/** What is said before the names of the columns. */
export const columnsNote = ({ length }: readonly string[]) => (length === 1 ? 'This column is not imported: ' : 'These columns are not imported: ');

/** Remarks on the file as a whole. */
export function PreviewNotes({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { unknownHeaders } = snapshot;
  // The reason of the date order is shown beside the choice.
  const remarks = snapshot.dateOrder === null ? snapshot.remarks : [];
  const count = remarks.length + Number(unknownHeaders.length > 0);
  if (count === 0) return null;
  return (
    <Alert severity="info" role="note" icon={<InfoIcon fontSize="small" />}>
      <Box component="ul" sx={{ m: 0, pl: count > 1 ? 2 : 0, listStyle: count > 1 ? 'disc' : 'none' }}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        {unknownHeaders.length > 0 && (
          <li>
            {columnsNote(unknownHeaders)}
            <strong>{unknownHeaders.join(', ')}</strong>
            {unknownHeaders.at(-1)?.endsWith('.') !== true && '.'}
          </li>
        )}
      </Box>
    </Alert>
  );
}

/** So many the server maps at once. */
const MOST_AT_ONCE = 100;

interface OtherValuesProps {
  readonly importId: string;
  readonly values: readonly OtherValue[];
}

interface Meant extends OtherValue {
  readonly key: string;
  /** One of ours; an empty text before one is chosen. */
  readonly to: string;
}

/** All values of which is known what they mean, changed by one press. */
function ChangeAll({ importId, meant }: { readonly importId: string; readonly meant: readonly Meant[] }) {
  const [send, { isLoading, error }] = useMapImportValuesMutation();
  const changes = meant.map(({ field, value, to }) => ({ field, from: value, to }));
  return (
    <Box sx={{ display: 'grid', gap: 1, px: { xs: 2, sm: 2.5 }, pb: 1.25 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, columnGap: 2 }}>
        <Typography variant="body2" component="p" sx={{ flex: '1 1 240px', m: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {meant.map(({ field, value, to, rows }) => `${shownValue(field, value)} → ${shownValue(field, to)} in ${countOf(rows, 'row', 'rows')}`).join(', ')}
        </Typography>
        <ProgressButton busy={isLoading} onClick={() => void send({ importId, mapValuesRequest: { changes } })}>
          Change all suggested ({meant.length})
        </ProgressButton>
      </Box>
      <FormError message={error === undefined ? null : messageOf(error, 'The values could not be changed.')} />
    </Box>
  );
}

/** Values that no field knows, each with its count: mapped once, in all rows and for later files. */
export function OtherValues({ importId, values }: OtherValuesProps) {
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>({});
  const meant = values.map((value): Meant => {
    const key = `${value.field} ${value.value}`;
    return { ...value, key, to: chosen[key] ?? value.mapped ?? meaningOf(value.field, value.value) };
  });
  const known = meant.filter(({ to }) => to !== '').slice(0, MOST_AT_ONCE);
  return (
    <>
      <Typography variant="caption" component="p" sx={{ m: 0, px: { xs: 2, sm: 2.5 }, py: 1.25, color: 'text.secondary' }}>
        Choose what each value means. It is then changed in every row and remembered for your company’s later files.
      </Typography>
      {known.length > 1 && <ChangeAll importId={importId} meant={known} />}
      <Box component="ul" aria-label="Unrecognised values" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {meant.map(({ key, field, to, ...value }) => (
          <ValueMap
            key={key}
            importId={importId}
            field={field}
            value={value}
            to={to}
            onChoose={(next) => setChosen((held) => ({ ...held, [key]: next }))}
          />
        ))}
      </Box>
    </>
  );
}

/** What colleges write for our values. A suggestion only: nothing is changed before it is confirmed. */
const meanings: Readonly<Partial<Record<Field, Readonly<Record<string, readonly string[]>>>>> = {
  gender: {
    MALE: ['m', 'boy', 'man', 'पुरुष', 'पु'],
    FEMALE: ['f', 'girl', 'woman', 'महिला', 'म', 'स्त्री'],
    OTHER: ['o', 'others', 'transgender', 'third gender', 'अन्य'],
  },
  role: {
    TRAINEE: ['student', 'learner', 'candidate', 'apprentice', 'प्रशिक्षु', 'छात्र', 'छात्रा', 'विद्यार्थी'],
    FACULTY: ['trainer', 'teacher', 'instructor', 'lecturer', 'professor', 'assistant professor', 'शिक्षक', 'प्रशिक्षक'],
    EMPLOYEE: ['staff'],
  },
  profile: {
    TRAINEE: ['student', 'learner', 'candidate', 'apprentice', 'प्रशिक्षु', 'छात्र', 'छात्रा', 'विद्यार्थी'],
    TRAINER: ['faculty', 'teacher', 'instructor', 'lecturer', 'professor', 'assistant professor', 'शिक्षक', 'प्रशिक्षक'],
    PLACEMENT: ['placement officer', 'tpo'],
  },
};

/** The constant that a value of a file most likely stands for; none is an empty text. */
export function meaningOf(field: Field, value: string): string {
  const text = value.trim().toLowerCase().replace(/\.$/u, '');
  return Object.entries(meanings[field] ?? {}).find(([, words]) => words.includes(text))?.[0] ?? '';
}

interface Fold {
  readonly key: string;
  readonly icon: ReactNode;
  /** In one line; what does not fit is cut off, and can be read when it is open. */
  readonly label: string;
  /** What is still shown where the label is cut off. */
  readonly count?: string;
  readonly content: ReactNode;
}

interface FoldsProps {
  readonly label: string;
  readonly folds: readonly Fold[];
  /** At the end of the line. */
  readonly children?: ReactNode;
}

const button = {
  justifyContent: 'flex-start',
  gap: 0.75,
  minWidth: 0,
  maxWidth: '100%',
  minHeight: 32,
  px: 1,
  borderRadius: radius.control,
  fontSize: '0.8125rem',
  fontWeight: 500,
  textAlign: 'left',
  transition: 'background-color 120ms',
  '&:hover': { bgcolor: 'surface.sunken' },
  '&[aria-expanded=true]': { bgcolor: 'surface.sunken' },
} as const;

/** Parts of a page in one line; the one that is pressed opens below it. */
export function Folds({ label, folds, children }: FoldsProps) {
  const id = useId();
  const [open, setOpen] = useState<string | null>(null);
  const shown = folds.find(({ key }) => key === open);
  return (
    <>
      <Box
        role="group"
        aria-label={label}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, px: { xs: 1, sm: 1.5 }, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
      >
        {folds.map(({ key, icon, label: name, count }) => (
          <ButtonBase
            key={key}
            aria-expanded={key === shown?.key}
            aria-controls={key === shown?.key ? id : undefined}
            onClick={() => setOpen(key === open ? null : key)}
            sx={{ ...button, ...(count !== undefined && { flex: { xs: 'none', sm: '1 1 200px' } }) }}
          >
            {icon}
            <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {name}
            </Box>{' '}
            {count !== undefined && count !== '' && <span style={{ flexShrink: 0 }}>{count}</span>}
            <ChevronRightIcon sx={{ fontSize: 16, flexShrink: 0, transform: key === shown?.key ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
          </ButtonBase>
        ))}
        <Box sx={{ ml: { xs: 1, sm: 'auto' }, mr: { sm: 1 } }}>{children}</Box>
      </Box>
      {shown !== undefined && (
        <Box id={id} sx={{ borderBottom: 1, borderColor: 'divider' }}>
          {shown.content}
        </Box>
      )}
    </>
  );
}

/** So many causes the server lists. */
const MOST_LISTED = 50;

/** A value of invalid rows that its field does not know. */
export interface OtherValue extends ValueOfRows {
  readonly field: Field;
}

function useOtherValuesOf(importId: string, field: Field, problems: readonly ProblemOfRows[]): readonly OtherValue[] {
  const isRefused = problems.some((problem) => problem.field === field);
  const { data } = useListImportValuesQuery({ importId, field, status: 'invalid' }, { skip: !isRefused });
  const options = choicesOf(field) ?? {};
  if (!isRefused) return [];
  // One row without a value is mended in its cell.
  const others = (data?.values ?? []).filter(({ value, rows }) => (value !== '' || rows > 1) && !(constantOf(field, value) in options));
  return others.map((value) => ({ ...value, field }));
}

interface ProblemsOptions {
  readonly mode: ImportMode;
  /** Rows of people who have an account, which the choice of the mode has counted already. */
  readonly known: number;
  readonly cause: Cause | null;
  /** The address names a cause that no row has any more. */
  readonly onGone: () => void;
}

/** The causes of refusals, most rows first, and the values that no field knows. */
export function useProblems(importId: string, { mode, known, cause, onGone }: ProblemsOptions) {
  const { data, isFetching } = useListImportProblemsQuery({ importId, mode });
  const all = data?.problems ?? [];
  const problems = all.filter(({ message, rows }) => message !== TAKEN || (mode === 'create' && rows > known));
  const isLoaded = data !== undefined && !isFetching;
  const isGone = cause !== null && all.length < MOST_LISTED && !all.some((problem) => isSame(cause, problem));

  // What is mended here stays on screen; only an address that is opened later is corrected.
  const isChecked = useRef(false);
  const check = useEffectEvent(() => {
    if (isChecked.current || !isLoaded) return;
    isChecked.current = true;
    if (isGone) onGone();
  });
  useEffect(() => {
    check();
  }, [isLoaded]);

  const gender = useOtherValuesOf(importId, 'gender', problems);
  const profile = useOtherValuesOf(importId, 'profile', problems);
  const role = useOtherValuesOf(importId, 'role', problems);
  const values = FIELDS.flatMap((field) => [...gender, ...profile, ...role].filter((value) => value.field === field));
  return { problems, values };
}

interface AboutFileProps {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly cause: Cause | null;
  readonly onCause: (cause: Cause | null) => void;
  readonly onChangeColumns: () => void;
}

const icon = { fontSize: 16, flexShrink: 0 } as const;

/** In one line above the rows: what is wrong in the file, how it was read, and its columns. */
export function AboutFile({ snapshot, mode, cause, onCause, onChangeColumns }: AboutFileProps) {
  const { id, remarks, unknownHeaders } = snapshot;
  const { problems, values } = useProblems(id, {
    mode,
    known: accountRows(snapshot),
    cause,
    onGone: () => onCause(null),
  });
  const notes = [...remarks, ...(unknownHeaders.length > 0 ? [columnsNote(unknownHeaders) + unknownHeaders.join(', ')] : [])];
  const [first] = notes;
  const folds = [
    problems.length > 0 && {
      key: 'causes',
      icon: <AlertIcon sx={{ ...icon, color: 'error.main' }} />,
      label: `Why rows are refused (${problems.length})`,
      content: <Causes problems={problems} chosen={cause} onChoose={onCause} />,
    },
    values.length > 0 && {
      key: 'values',
      icon: <EditIcon sx={icon} />,
      label: `Unrecognised values (${values.length})`,
      content: <OtherValues importId={id} values={values} />,
    },
    first !== undefined && {
      key: 'notes',
      icon: <InfoIcon sx={{ ...icon, color: 'info.main' }} />,
      label: first,
      count: notes.length > 1 ? `+ ${notes.length - 1} more` : '',
      content: (
        <Box sx={{ display: 'grid', gap: 1, px: { xs: 1, sm: 1.5 }, py: 1 }}>
          <DateOrderNote snapshot={snapshot} />
          <PreviewNotes snapshot={snapshot} />
        </Box>
      ),
    },
  ].filter((fold) => fold !== false);
  return (
    <Folds label="About this file" folds={folds}>
      <Button size="small" variant="outlined" startIcon={<ColumnsIcon sx={{ fontSize: 16 }} />} onClick={onChangeColumns}>
        Change columns
      </Button>
    </Folds>
  );
}
