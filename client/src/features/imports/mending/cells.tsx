import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { MouseEvent } from 'react';

import { labelOf } from '~/lib/people';
import { radius } from '~/theme/tokens';

import { type Field, FIELD_LABELS, type ImportRow } from '../api';
import { FieldValue, Problems, problemsIdOf, problemsOf } from '../preview/FieldValue';
import { CellEditor } from './CellEditor';
import { idOf, type Place } from './places';
import type { CellNote, CellSaves } from './useCellSaves';
import type { Grid } from './useGrid';

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
      onFocus: () => {
        grid.onFocus(place);
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        grid.onClick(event, place);
      },
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
        onLose={(text) => {
          saves.lose(row, field, text);
        }}
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
          onUse={() => {
            saves.save({ row, field, text: note.text, version: row.version });
          }}
          onDismiss={() => {
            saves.dismiss(row.row, field);
          }}
        />
      )}
    </>
  );
}
