import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';

import { type Column, COLUMN_NAMES, type ColumnName, COLUMNS, DEFAULT_COLUMNS, isShown, moved, toggled } from './columns';
import { ColumnLine, LINE } from './ColumnLine';
import type { ColumnChoice } from './useColumns';

interface Drag {
  readonly name: ColumnName;
  readonly startY: number;
  readonly from: number;
  readonly to: number;
}

/** A column is dragged among the shown ones; nothing is kept before its end. */
function useDrag(columns: readonly Column[], onMoved: (name: ColumnName, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  return {
    dragged: drag?.name ?? null,
    shown: drag === null ? columns : moved(columns, drag.name, drag.to),
    handlersOf: (name: ColumnName) => ({
      onStart: (y: number) => {
        const from = columns.findIndex((column) => column.name === name);
        setDrag({ name, startY: y, from, to: from });
      },
      onDrag: (y: number) => {
        if (drag === null) return;
        const to = drag.from + Math.round((y - drag.startY) / LINE);
        setDrag({ ...drag, to: Math.max(0, Math.min(columns.length - 1, to)) });
      },
      onEnd: () => {
        if (drag !== null && drag.to !== drag.from) onMoved(drag.name, drag.to);
        setDrag(null);
      },
    }),
  };
}

/** The shown columns in their order, then the others. */
export function ColumnsPanel({ choice }: { readonly choice: ColumnChoice }) {
  const { chosen, change } = choice;
  const [said, setSaid] = useState('');
  const move = (name: ColumnName, to: number) => {
    if (to < 0 || to >= chosen.length) return;
    change(moved(chosen, name, to));
    setSaid(`${COLUMNS[name].label} is now ${to + 1} of ${chosen.length}`);
  };
  const { dragged, shown, handlersOf } = useDrag(chosen, move);
  const others = COLUMN_NAMES.filter((name) => !isShown(chosen, name));
  const toggle = (name: ColumnName) => () => {
    change(toggled(chosen, name));
  };
  const placeOf = (name: ColumnName, index: number) => ({
    isFirst: index === 0,
    isLast: index === shown.length - 1,
    onUp: () => {
      move(name, index - 1);
    },
    onDown: () => {
      move(name, index + 1);
    },
    ...handlersOf(name),
  });
  return (
    <Box sx={{ p: 1.5 }}>
      <Box component="ul" aria-label="Columns" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {/* One list: a column that is shown now keeps the focus. */}
        {[...shown.map(({ name }) => name), ...others].map((name, index) => (
          <ColumnLine
            key={name}
            name={name}
            isShown={index < shown.length}
            isDragged={dragged === name}
            onToggle={toggle(name)}
            place={index < shown.length ? placeOf(name, index) : null}
          />
        ))}
      </Box>
      <Box role="status" className="visually-hidden">
        {said}
      </Box>
      <Button
        variant="text"
        color="inherit"
        size="small"
        onClick={() => {
          change(DEFAULT_COLUMNS);
        }}
        sx={{ mt: 1 }}
      >
        Reset columns
      </Button>
    </Box>
  );
}
