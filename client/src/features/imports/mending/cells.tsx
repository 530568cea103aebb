import { t } from '@lingui/core/macro';
import { Box, Button } from '@mui/material';
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { labelOf } from '~/lib/profiles';
import { radius, shadow } from '~/theme/tokens';

import { cellOf, type Field, type ImportRow, labelOfField, type SpellingOfRows } from '../api';
import { FieldValue, Problems, problemsIdOf, problemsOf } from '../preview/FieldValue';
import { choicesOf, constantOf, idOf, type Place } from './fields';
import type { Editing, Grid, Leave } from './useGrid';
import type { Mending } from './useMending';

export interface Shown extends Pick<Mending, 'saves' | 'selection' | 'editedBy'> {
  readonly rows: readonly ImportRow[];
  /** The fields that are shown; `updates`: of people who are there, whose password stays. */
  readonly fields: readonly Field[];
  readonly updates: boolean;
  readonly spellings: readonly SpellingOfRows[];
  readonly grid: Grid;
  readonly onDelete: (row: ImportRow) => void;
}

export interface RowProps {
  readonly row: ImportRow;
  readonly shown: Shown;
}

export interface CellProps extends RowProps {
  readonly field: Field;
}

interface EditorProps extends CellProps {
  readonly editing: Editing;
}

const look = {
  display: 'block',
  boxSizing: 'border-box',
  width: '100%',
  minWidth: 0,
  minHeight: { xs: 40, sm: 28 },
  px: 0.75,
  py: 0.25,
  border: 0,
  borderRadius: radius.mark,
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  boxShadow: shadow.focusInside,
  '&:focus-visible': { boxShadow: shadow.focusInside },
  // A phone zooms into inputs whose text is smaller than 16 px.
  '@media (pointer: coarse)': { fontSize: '1rem' },
} as const;

const leaves: Readonly<Record<string, (shift: boolean) => Leave>> = {
  Enter: (shift) => (shift ? 'up' : 'down'),
  Tab: (shift) => (shift ? 'left' : 'right'),
};

/** What is typed into a cell, as the props of its control; it ends once, by a commit or a cancel. */
function useEditor({ row, field, shown: { grid, saves }, editing }: EditorProps, start: string) {
  const [draft, setDraft] = useState(start);
  const [picking, setPicking] = useState(editing.byPointer);
  const ended = useRef(false);
  // The row can go while it is edited.
  const lose = useEffectEvent(() => {
    if (!ended.current && draft !== start) saves.lose(row, field, draft);
  });
  useEffect(
    () => () => lose(),
    [],
  );
  const end = (text: string, leave: Leave) => {
    if (ended.current) return;
    ended.current = true;
    grid.commit(text, leave);
  };
  const problems = problemsOf(row, field);
  return {
    value: draft,
    'aria-label': t`${{ field: labelOfField(field) }}, row ${{ position: row.position }}`,
    'aria-invalid': problems.some(({ severity }) => severity === 'error'),
    'aria-describedby': problems.length > 0 ? problemsIdOf(row, field) : undefined,
    sx: look,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      setDraft(event.target.value);
      // Picked from the open list by pointer. By keyboard each arrow is a change: there Enter or Tab commits.
      if (picking && event.target instanceof HTMLSelectElement) end(event.target.value, 'stay');
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      event.stopPropagation();
      setPicking(false);
      // Enter that takes a suggestion of an input method is none of ours.
      if (event.nativeEvent.isComposing) return;
      const leave = leaves[event.key]?.(event.shiftKey);
      if (leave !== undefined) {
        event.preventDefault();
        end(draft, leave);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        ended.current = true;
        grid.cancel();
      }
    },
    onBlur: () => {
      // Another window took the focus: nothing is committed by that.
      if (document.hasFocus()) end(draft, 'away');
    },
  };
}

const inputModes: Readonly<Partial<Record<Field, 'email' | 'tel'>>> = { email: 'email', phone: 'tel' };

function TextEditor(props: EditorProps) {
  const { row, field, editing } = props;
  const input = useRef<HTMLInputElement>(null);
  const control = useEditor(props, editing.typed ?? cellOf(row, field));
  useEffect(() => {
    input.current?.focus();
    if (editing.typed === null) input.current?.select();
  }, [editing.typed]);
  return <Box ref={input} component="input" type="text" {...control} inputMode={inputModes[field] ?? 'text'} autoComplete="off" spellCheck={false} enterKeyHint="done" />;
}

function startingWith(options: Readonly<Record<string, string>>, typed: string | null): string | undefined {
  if (typed === null) return undefined;
  return Object.entries(options).find(([, name]) => name.toLowerCase().startsWith(typed.toLowerCase()))?.[0];
}

function ChoiceEditor({ options, ...props }: EditorProps & { readonly options: Readonly<Record<string, string>> }) {
  const { row, field, editing } = props;
  const select = useRef<HTMLSelectElement>(null);
  const known = constantOf(field, cellOf(row, field));
  const control = useEditor(props, startingWith(options, editing.typed) ?? known);
  useEffect(() => {
    select.current?.focus();
    // Absent in older browsers; a click opened the editor, so that one opens the list.
    if (editing.byPointer && 'showPicker' in HTMLSelectElement.prototype) select.current?.showPicker();
  }, [editing.byPointer]);
  return (
    <Box ref={select} component="select" {...control}>
      {!(known in options) && <option value={known}>{known === '' ? t`Choose one` : t`${known} (not ours)`}</option>}
      {Object.entries(options).map(([constant, name]) => (
        <option key={constant} value={constant}>
          {name}
        </option>
      ))}
    </Box>
  );
}

export function cellBinding({ row, field, shown: { grid } }: CellProps) {
  const place: Place = { row: row.row, column: field };
  return {
    place,
    isEdited: grid.editorOf(row.row, field) !== null,
    handlers: {
      id: idOf(place),
      onFocus: () => grid.onFocus(place),
      onClick: (event: MouseEvent<HTMLElement>) => grid.onClick(event, place),
    },
  };
}

export function CellValue({ strong = false, ...cell }: CellProps & { readonly strong?: boolean }) {
  const { row, field, shown } = cell;
  const editing = shown.grid.editorOf(row.row, field);
  const options = choicesOf(field);
  if (editing !== null) return options === undefined ? <TextEditor {...cell} editing={editing} /> : <ChoiceEditor {...cell} editing={editing} options={options} />;
  const note = shown.saves.noteOf(row.row, field);
  if (note?.kind !== 'saving') return <FieldValue row={row} field={field} strong={strong} />;
  return (
    <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere', color: 'text.secondary' }}>
      {labelOf(field, note.text)}
      <Box component="span" sx={{ display: 'block', fontSize: '0.75rem' }}>
        {t`Saving…`}
      </Box>
    </Box>
  );
}

function Refused({ row, field, shown: { saves } }: CellProps) {
  const note = saves.noteOf(row.row, field);
  if (note === undefined) return null;
  const { kind, text, reason } = note;
  return (
    <Box role="alert" sx={{ mt: 0.5, px: 1, py: 0.75, borderRadius: radius.mark, bgcolor: 'soft.warning', fontSize: '0.8125rem', lineHeight: 1.4 }}>
      {reason} {t`Your text:`} <strong>{text === '' ? t`empty` : labelOf(field, text)}</strong>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5, ml: -0.75, '& button': { minHeight: 28, px: 0.75 } }}>
        <Button size="small" variant="text" onClick={() => saves.save({ row, field, text, version: row.version })}>
          {kind === 'changed' ? t`Use it` : t`Try again`}
        </Button>
        <Button size="small" variant="text" color="inherit" onClick={() => saves.dismiss(row.row, field)}>
          {t`Discard`}
        </Button>
      </Box>
    </Box>
  );
}

/** The number that the refusal of a phone names, of a cell with several or with a remark; or the usual spelling of a text. */
function suggestionFor(cell: CellProps): string | undefined {
  if (cell.field !== 'phone') return cell.shown.spellings.find(({ field, value }) => field === cell.field && value === cell.row.values[field])?.usual;
  return problemsOf(cell.row, 'phone').map(({ message }) => /(?:such as|in the cell,) (\+\d+)$/u.exec(message)?.[1]).find((number) => number !== undefined);
}

export function CellNotes(cell: CellProps) {
  const { row, field, shown } = cell;
  if (shown.saves.noteOf(row.row, field)?.kind === 'saving') return null;
  const suggested = suggestionFor(cell);
  return (
    <>
      <Problems id={problemsIdOf(row, field)} problems={problemsOf(row, field)} />
      {suggested !== undefined && (
        <Button size="small" variant="text" onClick={() => shown.saves.save({ row, field, text: suggested, version: row.version })} sx={{ ml: -0.75, px: 0.75, minHeight: { xs: 44, sm: 28 } }}>
          {t`Use ${suggested}`}
        </Button>
      )}
      <Refused {...cell} />
    </>
  );
}
