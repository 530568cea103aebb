import Box from '@mui/material/Box';
import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import { radius, shadow } from '~/theme/tokens';

import type { Field } from '../api';
import { choicesOf, constantOf, inputModeOf } from './fields';
import type { Editing, Leave } from './useGrid';

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
    () => () => {
      lose();
    },
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
