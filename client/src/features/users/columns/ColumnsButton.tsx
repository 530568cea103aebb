import { t } from '@lingui/core/macro';
import { Box, Button, Checkbox, Typography } from '@mui/material';
import { type PointerEvent, type ReactNode, useId, useState } from 'react';

import { radius } from '~/theme/tokens';
import { ArrowLeftIcon, ArrowRightIcon, ChevronUpDownIcon, ColumnsIcon } from '~/ui/icons';
import { StepButton } from '~/ui/Pager';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import { type Column, COLUMN_NAMES, type ColumnName, DEFAULT_COLUMNS, isShown, labelOfColumn, moved, toggled } from './columns';
import type { ColumnChoice } from './useColumns';

/** The height of a line, by which a drag counts places. */
const LINE = 36;

interface Drag {
  readonly name: ColumnName;
  readonly startY: number;
  readonly from: number;
  readonly to: number;
}

/** A column is dragged among the shown ones; nothing is kept before its end. */
function useDrag(columns: readonly Column[], onMoved: (name: ColumnName, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = () => {
    if (drag !== null && drag.to !== drag.from) onMoved(drag.name, drag.to);
    setDrag(null);
  };
  return {
    dragged: drag?.name ?? null,
    shown: drag === null ? columns : moved(columns, drag.name, drag.to),
    handleOf: (name: ColumnName) => ({
      onPointerDown: ({ currentTarget, pointerId, clientY }: PointerEvent) => {
        const from = columns.findIndex((column) => column.name === name);
        currentTarget.setPointerCapture(pointerId);
        setDrag({ name, startY: clientY, from, to: from });
      },
      onPointerMove: ({ clientY }: PointerEvent) => {
        if (drag === null) return;
        const to = drag.from + Math.round((clientY - drag.startY) / LINE);
        setDrag({ ...drag, to: Math.max(0, Math.min(columns.length - 1, to)) });
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}

function ColumnsPanel({ choice: { chosen, change } }: { readonly choice: ColumnChoice }) {
  const [said, setSaid] = useState('');
  const move = (name: ColumnName, to: number) => {
    if (to < 0 || to >= chosen.length) return;
    change(moved(chosen, name, to));
    setSaid(t`${{ column: labelOfColumn(name) }} is now ${{ place: to + 1 }} of ${{ count: chosen.length }}`);
  };
  const { dragged, shown, handleOf } = useDrag(chosen, move);
  const others = COLUMN_NAMES.filter((name) => !isShown(chosen, name));
  return (
    <Box sx={{ p: 1.5 }}>
      <Box component="ul" aria-label={t`Columns`} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {/* One list: a column that is shown now keeps the focus. */}
        {[...shown.map(({ name }) => name), ...others].map((name, index) => (
          <ColumnLine
            key={name}
            name={name}
            isDragged={dragged === name}
            onToggle={() => change(toggled(chosen, name))}
            handle={index < shown.length ? handleOf(name) : null}
          >
            {index < shown.length && (
              <>
                <StepButton size={28} label={t`Move ${{ column: labelOfColumn(name) }} up`} isEnd={index === 0} onStep={() => move(name, index - 1)}>
                  <ArrowLeftIcon sx={{ fontSize: 16, transform: 'rotate(90deg)' }} />
                </StepButton>
                <StepButton size={28} label={t`Move ${{ column: labelOfColumn(name) }} down`} isEnd={index === shown.length - 1} onStep={() => move(name, index + 1)}>
                  <ArrowRightIcon sx={{ fontSize: 16, transform: 'rotate(90deg)' }} />
                </StepButton>
              </>
            )}
          </ColumnLine>
        ))}
      </Box>
      <Box role="status" className="visually-hidden">
        {said}
      </Box>
      <Button variant="text" color="inherit" size="small" onClick={() => change(DEFAULT_COLUMNS)} sx={{ mt: 1 }}>
        {t`Reset columns`}
      </Button>
    </Box>
  );
}

const line = { display: 'flex', alignItems: 'center', height: LINE, borderRadius: radius.mark } as const;

interface ColumnLineProps {
  readonly name: ColumnName;
  readonly isDragged: boolean;
  readonly onToggle: () => void;
  /** What its handle is dragged by; null for a column that is not shown. */
  readonly handle: ReturnType<ReturnType<typeof useDrag>['handleOf']> | null;
  readonly children: ReactNode;
}

function ColumnLine({ name, isDragged, onToggle, handle, children }: ColumnLineProps) {
  const id = useId();
  return (
    <Box component="li" sx={{ ...line, ...(isDragged && { bgcolor: 'surface.sunken' }) }}>
      <Box
        aria-hidden
        {...handle}
        sx={{ display: 'grid', placeItems: 'center', width: 24, height: LINE, color: 'text.secondary', touchAction: 'none', ...(handle === null ? { visibility: 'hidden' } : { cursor: 'grab' }) }}
      >
        <ChevronUpDownIcon sx={{ fontSize: 16 }} />
      </Box>
      <Checkbox
        id={id}
        size="small"
        checked={handle !== null}
        // Without a name a row says nothing.
        disabled={name === 'fullName'}
        onChange={onToggle}
        sx={{ p: 0.5 }}
      />
      <Typography component="label" htmlFor={id} variant="body2" sx={{ flex: 1, minWidth: 0, pl: 0.5, cursor: 'pointer' }}>
        {labelOfColumn(name)}
      </Typography>
      {children}
    </Box>
  );
}

export function ColumnsButton({ choice }: { readonly choice: ColumnChoice }) {
  const { button, popup } = useAnchor('dialog');
  return (
    <>
      <Button variant="text" color="inherit" size="small" startIcon={<ColumnsIcon sx={{ fontSize: 18 }} />} {...button}>
        {t`Columns`}
      </Button>
      <Sheet id="user-columns" label={t`Columns`} width={320} maxHeight="min(640px, calc(100vh - 96px))" {...popup}>
        <ColumnsPanel choice={choice} />
      </Sheet>
    </>
  );
}
