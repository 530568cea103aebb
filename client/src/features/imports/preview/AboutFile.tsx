import { plural, t } from '@lingui/core/macro';
import { Box, Button, ButtonBase } from '@mui/material';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';

import { countRows, formatCount } from '~/lib/format';
import { translated } from '~/lib/sentences';
import { radius } from '~/theme/tokens';
import { AlertIcon, ChevronRightIcon, ColumnsIcon, EditIcon, InfoIcon } from '~/ui/icons';
import { Notice } from '~/ui/Notice';

import { type ImportMode, importsApi, type ImportSnapshot, type ProblemOfRows } from '../api';
import { OtherSpellings, OtherValues, useOtherValues } from '../mending/ValueMap';
import { accountRows, TAKEN } from '../states';
import { DateOrderNote, isAboutDates } from './FileQuestions';

const columnsNote = ({ length }: readonly string[]) => plural(length, { one: 'This column is not imported:', other: 'These columns are not imported:' });

const LINES = [
  ['above', (count: string) => t`${count} above the headings`],
  ['heading', (count: string) => t`${count} of headings`],
  ['rows', (count: string) => t`${count} of people`],
  ['examples', (count: string) => t`${count} of examples of our template, left out`],
  ['notes', (count: string) => t`${count} of totals and notes, left out`],
  ['left', (count: string) => t`${count} of people who have left, not read`],
  ['repeated', (count: string) => t`${count} of people with a later row, left out`],
  ['blank', (count: string) => t`${count} blank`],
  ['inside', (count: string) => t`${count} inside of cells that have several`],
] as const;

/** Where every line of the file went. */
function linesNote({ lines }: ImportSnapshot): readonly string[] {
  if (lines === null) return [];
  const parts = LINES.filter(([name]) => lines[name] > 0).map(([name, say]) => say(formatCount(lines[name])));
  const { total } = lines;
  return [t`${plural(total, { one: '# line', other: '# lines' })} in the file: ${{ parts: parts.join(', ') }}.`];
}

function PreviewNotes({ snapshot }: { readonly snapshot: ImportSnapshot }) {
  const { unknownHeaders } = snapshot;
  // The reason of the date order is shown beside the choice.
  const remarks = [...snapshot.remarks.filter((remark) => snapshot.dateOrder === null || !isAboutDates(remark)), ...linesNote(snapshot)];
  const count = remarks.length + Number(unknownHeaders.length > 0);
  if (count === 0) return null;
  return (
    <Notice>
      <Box component="ul" sx={{ m: 0, pl: count > 1 ? 2 : 0, listStyle: count > 1 ? 'disc' : 'none' }}>
        {remarks.map((remark) => (
          <li key={remark}>{translated(remark)}</li>
        ))}
        {unknownHeaders.length > 0 && (
          <li>
            {columnsNote(unknownHeaders)}{' '}
            <strong>{unknownHeaders.join(', ')}</strong>
            {unknownHeaders.at(-1)?.endsWith('.') !== true && '.'}
          </li>
        )}
      </Box>
    </Notice>
  );
}

/** Why rows are refused: the field, and what is wrong with it. */
export interface Cause {
  readonly field: string;
  readonly message: string;
}

const isSame = (one: Cause | null, { field, message }: Cause) => one?.field === field && one.message === message;

/** The largest causes; the rest is shown when asked for. */
const FIRST = 12;

interface CauseButtonProps {
  readonly problem: ProblemOfRows;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

function CauseButton({ problem: { rows, message }, pressed, onPress }: CauseButtonProps) {
  return (
    <ButtonBase
      aria-pressed={pressed}
      onClick={onPress}
      sx={{
        minHeight: 32,
        px: 1.25,
        py: 0.5,
        border: 1,
        borderColor: pressed ? 'primary.main' : 'divider',
        borderRadius: radius.control,
        fontSize: '0.8125rem',
        textAlign: 'left',
        color: pressed ? 'primary.main' : 'text.primary',
        bgcolor: pressed ? 'soft.accent' : 'transparent',
        '&:hover': { bgcolor: pressed ? 'soft.accent' : 'surface.sunken' },
      }}
    >
      <span>
        <strong style={{ fontVariantNumeric: 'tabular-nums' }}>{countRows(rows)}:</strong> {translated(message)}
      </span>
    </ButtonBase>
  );
}

interface CausesProps {
  readonly problems: readonly ProblemOfRows[];
  readonly chosen: Cause | null;
  readonly onChoose: (cause: Cause | null) => void;
}

function Causes({ problems, chosen, onChoose }: CausesProps) {
  const [all, setAll] = useState(false);
  const shown = all ? problems : problems.slice(0, FIRST);
  return (
    <Box component="ul" aria-label={t`Why rows are refused`} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, px: { xs: 2, sm: 2.5 }, py: 1.75, listStyle: 'none' }}>
      {shown.map((problem) => {
        const pressed = isSame(chosen, problem);
        return (
          <li key={`${problem.field} ${problem.message}`}>
            <CauseButton problem={problem} pressed={pressed} onPress={() => onChoose(pressed ? null : problem)} />
          </li>
        );
      })}
      {problems.length > FIRST && (
        <li>
          <Button size="small" variant="text" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t`Show fewer` : t`Show all ${{ count: problems.length }}`}
          </Button>
        </li>
      )}
    </Box>
  );
}

/** So many causes the server lists. */
const MOST_LISTED = 50;

interface Causing {
  readonly snapshot: ImportSnapshot;
  readonly mode: ImportMode;
  readonly cause: Cause | null;
  readonly onCause: (cause: Cause | null) => void;
}

function useProblems({ snapshot, mode, cause, onCause }: Causing) {
  const { data, isFetching, isLoading } = importsApi.useListImportProblemsQuery({ importId: snapshot.id, mode });
  const all = data?.problems ?? [];
  const isLoaded = data !== undefined && !isFetching;
  const isGone = cause !== null && all.length < MOST_LISTED && !all.some((problem) => isSame(cause, problem));

  // What is mended here stays on screen; only an address that names a cause which no row has any more is corrected.
  const isChecked = useRef(false);
  const check = useEffectEvent(() => {
    if (isChecked.current || !isLoaded) return;
    isChecked.current = true;
    if (isGone) onCause(null);
  });
  useEffect(() => {
    check();
  }, [isLoaded]);

  // The choice of the mode has counted the people who have an account already.
  const problems = all.filter(({ message, rows }) => message !== TAKEN || (mode === 'create' && rows > accountRows(snapshot)));
  return { problems, spellings: data?.spellings ?? [], isLoading };
}

/** What is wrong in the file; until all of it is counted, nothing below it has its place. */
export function useWrongs(causing: Causing) {
  const { problems, spellings, isLoading } = useProblems(causing);
  const { values, isLoading: isCounting } = useOtherValues({ importId: causing.snapshot.id, mode: causing.mode, problems });
  return { problems, values, spellings, isLoading: isLoading || isCounting };
}

interface AboutFileProps extends Omit<Causing, 'mode'> {
  readonly wrongs: ReturnType<typeof useWrongs>;
  readonly onChangeColumns: () => void;
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

const icon = { fontSize: 16, flexShrink: 0 } as const;
const line = { borderBottom: 1, borderColor: 'divider' } as const;

/** In one line above the rows: what is wrong in the file, how it was read, and its columns. What is pressed opens below. */
export function AboutFile({ snapshot, wrongs: { problems, values, spellings }, cause, onCause, onChangeColumns }: AboutFileProps) {
  const { id: importId, remarks, unknownHeaders } = snapshot;
  const id = useId();
  const [pressed, setPressed] = useState<string | null>();
  // What one press would mend in more than a tenth of the rows stands open.
  const mends = Object.entries({ values, spellings }).find(([, found]) => found.reduce((sum, { rows }) => sum + rows, 0) > snapshot.totalRows / 10)?.[0];
  const open = pressed === undefined ? mends : pressed;
  const notes = [...remarks.map(translated), ...linesNote(snapshot), ...(unknownHeaders.length > 0 ? [`${columnsNote(unknownHeaders)} ${unknownHeaders.join(', ')}`] : [])];
  const [first] = notes;
  const folds: readonly (Fold | false)[] = [
    problems.length > 0 && {
      key: 'causes',
      icon: <AlertIcon sx={{ ...icon, color: 'error.main' }} />,
      label: t`Why rows are refused (${{ count: problems.length }})`,
      content: <Causes problems={problems} chosen={cause} onChoose={onCause} />,
    },
    values.length > 0 && {
      key: 'values',
      icon: <EditIcon sx={icon} />,
      label: t`Unrecognised values (${{ count: values.length }})`,
      content: <OtherValues importId={importId} values={values} />,
    },
    spellings.length > 0 && {
      key: 'spellings',
      icon: <EditIcon sx={icon} />,
      label: t`Other spellings (${{ count: spellings.length }})`,
      content: <OtherSpellings importId={importId} spellings={spellings} />,
    },
    first !== undefined && {
      key: 'notes',
      icon: <InfoIcon sx={{ ...icon, color: 'info.main' }} />,
      label: first,
      count: notes.length > 1 ? t`+ ${{ count: notes.length - 1 }} more` : '',
      content: (
        <Box sx={{ display: 'grid', gap: 1, px: { xs: 1, sm: 1.5 }, py: 1 }}>
          <DateOrderNote snapshot={snapshot} />
          <PreviewNotes snapshot={snapshot} />
        </Box>
      ),
    },
  ];
  const shown = folds.find((fold) => fold !== false && fold.key === open);
  return (
    <>
      <Box
        role="group"
        aria-label={t`About this file`}
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, px: { xs: 1, sm: 1.5 }, py: 0.5, ...line }}
      >
        {folds
          .filter((fold) => fold !== false)
          .map(({ key, icon: drawing, label, count }) => {
            const isOpen = key === open;
            return (
              <ButtonBase
                key={key}
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                onClick={() => setPressed(isOpen ? null : key)}
                sx={{ ...button, ...(count !== undefined && { flex: { xs: 'none', sm: '1 1 200px' } }) }}
              >
                {drawing}
                <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                  {label}
                </Box>{' '}
                {count !== undefined && count !== '' && <span style={{ flexShrink: 0 }}>{count}</span>}
                <ChevronRightIcon sx={{ fontSize: 16, flexShrink: 0, transform: isOpen ? 'rotate(90deg)' : 'none', transition: 'transform 120ms' }} />
              </ButtonBase>
            );
          })}
        <Button size="small" variant="outlined" startIcon={<ColumnsIcon sx={{ fontSize: 16 }} />} onClick={onChangeColumns} sx={{ ml: { xs: 1, sm: 'auto' }, mr: { sm: 1 } }}>
          {t`Change columns`}
        </Button>
      </Box>
      {shown !== undefined && shown !== false && (
        <Box id={id} sx={line}>
          {shown.content}
        </Box>
      )}
    </>
  );
}
