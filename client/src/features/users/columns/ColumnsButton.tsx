import { Box, Button, Checkbox, IconButton, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';

import { radius } from '~/theme/tokens';
import { ArrowLeftIcon, ArrowRightIcon, ChevronUpDownIcon, ColumnsIcon } from '~/ui/icons';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import { type Column, COLUMN_NAMES, type ColumnName, COLUMNS, DEFAULT_COLUMNS, isShown, moved, toggled } from './columns';
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
  const toggle = (name: ColumnName) => () => change(toggled(chosen, name));
  const placeOf = (name: ColumnName, index: number) => ({
    isFirst: index === 0,
    isLast: index === shown.length - 1,
    onUp: () => move(name, index - 1),
    onDown: () => move(name, index + 1),
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
      <Button variant="text" color="inherit" size="small" onClick={() => change(DEFAULT_COLUMNS)} sx={{ mt: 1 }}>
        Reset columns
      </Button>
    </Box>
  );
}

/** The height of a line, by which a drag counts places. */
export const LINE = 36;

interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onUp: () => void;
  readonly onDown: () => void;
  readonly onStart: (y: number) => void;
  readonly onDrag: (y: number) => void;
  readonly onEnd: () => void;
}

interface ColumnLineProps {
  readonly name: ColumnName;
  readonly isShown: boolean;
  readonly isDragged: boolean;
  readonly onToggle: () => void;
  /** Null for a column that is not shown. */
  readonly place: Place | null;
}

const line = { display: 'flex', alignItems: 'center', height: LINE, borderRadius: radius.mark } as const;

interface StepProps {
  readonly label: string;
  readonly isEnd: boolean;
  readonly onStep: () => void;
  readonly children: ReactNode;
}

/** At an end it keeps the focus: it is dimmed, not disabled. */
function Step({ label, isEnd, onStep, children }: StepProps) {
  return (
    <IconButton
      aria-label={label}
      aria-disabled={isEnd}
      onClick={() => {
        if (!isEnd) onStep();
      }}
      sx={{ width: 28, height: 28, ...(isEnd && { opacity: 0.38, cursor: 'default' }) }}
    >
      {children}
    </IconButton>
  );
}

export function ColumnLine({ name, isShown, isDragged, onToggle, place }: ColumnLineProps) {
  const id = useId();
  const { label } = COLUMNS[name];
  return (
    <Box component="li" sx={{ ...line, ...(isDragged && { bgcolor: 'surface.sunken' }) }}>
      <Box
        aria-hidden
        onPointerDown={(event) => {
          if (place === null) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          place.onStart(event.clientY);
        }}
        onPointerMove={(event) => place?.onDrag(event.clientY)}
        onPointerUp={place?.onEnd}
        onPointerCancel={place?.onEnd}
        sx={{ display: 'grid', placeItems: 'center', width: 24, height: LINE, color: 'text.secondary', touchAction: 'none', ...(place === null ? { visibility: 'hidden' } : { cursor: 'grab' }) }}
      >
        <ChevronUpDownIcon sx={{ fontSize: 16 }} />
      </Box>
      <Checkbox
        id={id}
        size="small"
        checked={isShown}
        // Without a name a row says nothing.
        disabled={name === 'fullName'}
        onChange={onToggle}
        sx={{ p: 0.5 }}
      />
      <Typography component="label" htmlFor={id} variant="body2" sx={{ flex: 1, minWidth: 0, pl: 0.5, cursor: 'pointer' }}>
        {label}
      </Typography>
      {place !== null && (
        <>
          <Step label={`Move ${label} up`} isEnd={place.isFirst} onStep={place.onUp}>
            <ArrowLeftIcon sx={{ fontSize: 16, transform: 'rotate(90deg)' }} />
          </Step>
          <Step label={`Move ${label} down`} isEnd={place.isLast} onStep={place.onDown}>
            <ArrowRightIcon sx={{ fontSize: 16, transform: 'rotate(90deg)' }} />
          </Step>
        </>
      )}
    </Box>
  );
}

/** Which columns are shown, and in which order. */
export function ColumnsButton({ choice }: { readonly choice: ColumnChoice }) {
  const { button, popup } = useAnchor('dialog');
  return (
    <>
      <Button variant="text" color="inherit" size="small" startIcon={<ColumnsIcon sx={{ fontSize: 18 }} />} {...button}>
        Columns
      </Button>
      <Sheet id="user-columns" label="Columns" width={320} maxHeight="min(640px, calc(100vh - 96px))" {...popup}>
        <ColumnsPanel choice={choice} />
      </Sheet>
    </>
  );
}
