import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

import { radius } from '~/theme/tokens';
import { ArrowLeftIcon, ArrowRightIcon, ChevronUpDownIcon } from '~/ui/icons';

import { type ColumnName, COLUMNS } from './columns';

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
