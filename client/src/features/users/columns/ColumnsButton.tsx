import { t } from '@lingui/core/macro';
import { Box, Button, Checkbox, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';

import { radius } from '~/theme/tokens';
import { ArrowLeftIcon, ArrowRightIcon, ColumnsIcon } from '~/ui/icons';
import { StepButton } from '~/ui/Pager';
import { DragHandle, useReorder } from '~/ui/Reorder';
import { Sheet } from '~/ui/Sheet';
import { useAnchor } from '~/ui/useAnchor';

import { type Column, type ColumnName, DEFAULT_COLUMNS, labelOfColumn, MOST_COLUMNS, moved, toggled } from './columns';
import type { ColumnChoice } from './useColumns';

function ColumnsPanel({ choice: { chosen, others, change } }: { readonly choice: ColumnChoice }) {
  const [said, setSaid] = useState('');
  const move = (name: ColumnName, to: number) => {
    const column = chosen.find((each) => each.name === name);
    if (column === undefined || to < 0 || to >= chosen.length) return;
    change(moved(chosen, name, to));
    setSaid(t`${{ column: labelOfColumn(column) }} is now ${{ place: to + 1 }} of ${{ count: chosen.length }}`);
  };
  const { order, dragged, list } = useReorder(chosen.map(({ name }) => name), move);
  const shown = order.flatMap((name) => chosen.filter((column) => column.name === name));
  return (
    <Box sx={{ p: 1.5 }}>
      <Box component="ul" aria-label={t`Columns`} {...list} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {/* One list: a column that is shown now keeps the focus. */}
        {[...shown, ...others].map((column, index) => (
          <ColumnLine
            key={column.name}
            column={column}
            isDragged={dragged === column.name}
            isFull={chosen.length >= MOST_COLUMNS}
            onToggle={() => change(toggled(chosen, column))}
            isShown={index < shown.length}
          >
            {index < shown.length && (
              <>
                <StepButton size={28} label={t`Move ${{ column: labelOfColumn(column) }} up`} isEnd={index === 0} onStep={() => move(column.name, index - 1)}>
                  <ArrowLeftIcon sx={{ fontSize: 16, transform: 'rotate(90deg)' }} />
                </StepButton>
                <StepButton size={28} label={t`Move ${{ column: labelOfColumn(column) }} down`} isEnd={index === shown.length - 1} onStep={() => move(column.name, index + 1)}>
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

const line = { display: 'flex', alignItems: 'center', height: 36, borderRadius: radius.mark } as const;

interface ColumnLineProps {
  readonly column: Column;
  readonly isDragged: boolean;
  readonly isFull: boolean;
  readonly onToggle: () => void;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

function ColumnLine({ column, isDragged, isFull, onToggle, isShown, children }: ColumnLineProps) {
  const id = useId();
  return (
    <Box component="li" sx={{ ...line, ...(isDragged && { bgcolor: 'surface.sunken' }) }}>
      {isShown ? <DragHandle of={column.name} /> : <Box sx={{ width: 24 }} />}
      <Checkbox
        id={id}
        size="small"
        checked={isShown}
        // Without a name a row says nothing.
        disabled={column.name === 'fullName' || (isFull && !isShown)}
        onChange={onToggle}
        sx={{ p: 0.5 }}
      />
      <Typography component="label" htmlFor={id} variant="body2" sx={{ flex: 1, minWidth: 0, pl: 0.5, cursor: 'pointer' }}>
        {labelOfColumn(column)}
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
