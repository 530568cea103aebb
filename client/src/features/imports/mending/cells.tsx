import { Box, Button } from '@mui/material';
import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { labelOf } from '~/lib/profiles';
import { radius, shadow } from '~/theme/tokens';

import { type Field, FIELD_LABELS, type ImportRow } from '../api';
import { FieldValue, Problems, problemsIdOf, problemsOf } from '../preview/FieldValue';
import { choicesOf, constantOf, idOf, inputModeOf, type Place } from './fields';
import type { CellNote, CellSaves } from './useCellSaves';
import type { Editing, Grid, Leave } from './useGrid';

interface CellEditorProps {
  readonly editing: Editing;
  /** The value of the cell. */
  readonly value: string;
  readonly label: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onCommit: (text: string, leave: Leave) => void;
  readonly onCancel: () => void;
  /** The row went while it was edited. */
  readonly onLose: (text: string) => void;
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

/** What is typed into a cell; it ends once, by a commit or a cancel. */
function useDraft({ editing, onCommit, onCancel, onLose }: CellEditorProps, start: string) {
  const [draft, setDraft] = useState(start);
  const [picking, setPicking] = useState(editing.byPointer);
  const ended = useRef(false);
  const lose = useEffectEvent(() => {
    if (!ended.current && draft !== start) onLose(draft);
  });
  useEffect(
    () => () => lose(),
    [],
  );
  const end = (text: string, leave: Leave) => {
    if (ended.current) return;
    ended.current = true;
    onCommit(text, leave);
  };
  return {
    draft,
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
        onCancel();
      }
    },
    onBlur: () => {
      // Another window took the focus: nothing is committed by that.
      if (document.hasFocus()) end(draft, 'away');
    },
  };
}

function TextEditor(props: CellEditorProps & { readonly field: Field }) {
  const { editing, value, field, label, invalid, describedBy } = props;
  const input = useRef<HTMLInputElement>(null);
  const { draft, ...handlers } = useDraft(props, editing.typed ?? value);
  useEffect(() => {
    input.current?.focus();
    if (editing.typed === null) input.current?.select();
  }, [editing.typed]);
  return (
    <Box
      ref={input}
      component="input"
      type="text"
      value={draft}
      {...handlers}
      inputMode={inputModeOf(field)}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      sx={look}
    />
  );
}

/** The choice that a typed letter opens the list with. */
function startingWith(options: Readonly<Record<string, string>>, typed: string | null): string | undefined {
  if (typed === null) return undefined;
  return Object.entries(options).find(([, name]) => name.toLowerCase().startsWith(typed.toLowerCase()))?.[0];
}

function ChoiceEditor(props: CellEditorProps & { readonly options: Readonly<Record<string, string>> }) {
  const { editing, value, options, label, invalid, describedBy } = props;
  const select = useRef<HTMLSelectElement>(null);
  const known = constantOf(editing.field, value);
  const { draft, ...handlers } = useDraft(props, startingWith(options, editing.typed) ?? known);
  const isOther = !(known in options);
  useEffect(() => {
    select.current?.focus();
    // Absent in older browsers; a click opened the editor, so that one opens the list.
    if (editing.byPointer && 'showPicker' in HTMLSelectElement.prototype) select.current?.showPicker();
  }, [editing.byPointer]);
  return (
    <Box
      ref={select}
      component="select"
      value={draft}
      {...handlers}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      sx={look}
    >
      {isOther && <option value={known}>{known === '' ? 'Choose one' : `${known} (not ours)`}</option>}
      {Object.entries(options).map(([constant, name]) => (
        <option key={constant} value={constant}>
          {name}
        </option>
      ))}
    </Box>
  );
}

/** Edits the value of one cell in its place. */
export function CellEditor(props: CellEditorProps) {
  const { field } = props.editing;
  const options = choicesOf(field);
  return options === undefined ? <TextEditor {...props} field={field} /> : <ChoiceEditor {...props} options={options} />;
}

/** What the cells of a preview share. */
export interface Cells {
  readonly grid: Grid;
  readonly saves: CellSaves;
}

export interface CellProps {
  readonly row: ImportRow;
  readonly field: Field;
  readonly cells: Cells;
  readonly strong?: boolean;
}

/** What a cell binds to the grid, whatever its look. */
export function cellBinding({ row, field, cells: { grid } }: CellProps) {
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

function Refused({ note, field, onUse, onDismiss }: { readonly note: CellNote; readonly field: Field; readonly onUse: () => void; readonly onDismiss: () => void }) {
  return (
    <Box role="alert" sx={{ mt: 0.5, px: 1, py: 0.75, borderRadius: radius.mark, bgcolor: 'soft.warning', fontSize: '0.8125rem', lineHeight: 1.4 }}>
      {note.reason} Your text: <strong>{note.text === '' ? 'empty' : labelOf(field, note.text)}</strong>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5, ml: -0.75 }}>
        <Button size="small" variant="text" sx={{ minHeight: 28, px: 0.75 }} onClick={onUse}>
          {note.kind === 'changed' ? 'Use it' : 'Try again'}
        </Button>
        <Button size="small" variant="text" color="inherit" sx={{ minHeight: 28, px: 0.75 }} onClick={onDismiss}>
          Discard
        </Button>
      </Box>
    </Box>
  );
}

/** What stands in a cell: its value, what is being saved, or its editor. */
export function CellValue({ row, field, cells: { grid, saves }, strong = false }: CellProps) {
  const editing = grid.editorOf(row.row, field);
  const note = saves.noteOf(row.row, field);
  const problems = problemsOf(row, field);
  if (editing !== null) {
    return (
      <CellEditor
        editing={editing}
        value={row.values[field]}
        label={`${FIELD_LABELS[field]}, row ${row.position}`}
        invalid={problems.some(({ severity }) => severity === 'error')}
        describedBy={problems.length > 0 ? problemsIdOf(row, field) : undefined}
        onCommit={grid.commit}
        onCancel={grid.cancel}
        onLose={(text) => saves.lose(row, field, text)}
      />
    );
  }
  if (note?.kind !== 'saving') return <FieldValue row={row} field={field} strong={strong} />;
  return (
    <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere', color: 'text.secondary' }}>
      {labelOf(field, note.text)}
      <Box component="span" sx={{ display: 'block', fontSize: '0.75rem' }}>
        Saving…
      </Box>
    </Box>
  );
}

/** What is wrong with a cell, and what was typed where it could not be saved. */
export function CellNotes({ row, field, cells: { grid, saves }, short = false }: CellProps & { readonly short?: boolean }) {
  const note = saves.noteOf(row.row, field);
  if (note?.kind === 'saving') return null;
  return (
    <>
      <Problems id={problemsIdOf(row, field)} problems={problemsOf(row, field)} short={short && grid.editorOf(row.row, field) === null} />
      {note !== undefined && (
        <Refused
          note={note}
          field={field}
          onUse={() => saves.save({ row, field, text: note.text, version: row.version })}
          onDismiss={() => saves.dismiss(row.row, field)}
        />
      )}
    </>
  );
}
