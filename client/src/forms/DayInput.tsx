import { t } from '@lingui/core/macro';
import { Box, Button, ClickAwayListener, InputAdornment, OutlinedInput, Paper, Popper, Typography } from '@mui/material';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

import { dayInField, dayOf, fieldPattern, isoDay, readDay, typeIntoDay } from '~/lib/days';
import { useOnline } from '~/lib/useOnline';
import { shadow } from '~/theme/tokens';
import { CalendarIcon } from '~/ui/icons';
import { Labelled } from '~/ui/Labelled';
import { type FailureProps, lazyChunk } from '~/ui/lazyChunk';

interface CalendarNotLoadedProps extends FailureProps {
  readonly focusDay: boolean;
}

/** In place of the calendar. The arrow keys lead into it as they lead into the days. */
export function CalendarNotLoaded({ focusDay, onRetry }: CalendarNotLoadedProps) {
  const online = useOnline();
  return (
    <Box role="alert" sx={{ display: 'grid', placeItems: 'center', alignContent: 'center', minHeight: 290, maxWidth: 252, textAlign: 'center' }}>
      <Typography variant="body2" sx={{ mb: 1.5 }}>
        {online
          ? t`The calendar could not be loaded.`
          : t`You are offline, and the calendar is not on this device yet. It appears when you are online again.`}
      </Typography>
      <Button
        ref={(button) => {
          if (focusDay) button?.focus();
        }}
        size="small"
        variant="outlined"
        onClick={onRetry}
      >
        {t`Try again`}
      </Button>
    </Box>
  );
}

const Calendar = lazyChunk(() => import('./Calendar'), (module) => module.Calendar, { Failure: CalendarNotLoaded });

export interface DayInputProps {
  readonly inputId: string;
  readonly describedBy?: string | undefined;
  /** What the calendar is for. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: (element: HTMLInputElement | null) => void;
  readonly invalid?: boolean;
  readonly size?: 'small' | 'medium';
  /** The month on show while no day is chosen; this one without it. */
  readonly openAt?: Date | undefined;
  /** The look of the field itself. */
  readonly sx?: object;
}

type Shown = 'closed' | 'open' | 'entered';

const KEY_OF_DAY = /^[\d/.-]$/u;

/**
 * A day, YYYY-MM-DD in the value, in the order of the region on screen. The calendar opens with the focus and stays
 * beside it; the arrow keys lead into it. It closes on a choice, Escape, Tab and a press outside.
 *
 * The input is read-only, so that phones show the calendar alone; digits of a keyboard write into it. What is no day in
 * the order of the region is never read in another: it stays as typed, for a form to refuse.
 */
export function DayInput({ inputId, describedBy, label, value: text, onChange, onBlur, inputRef, invalid = false, size = 'medium', openAt, sx }: DayInputProps) {
  const [shown, setShown] = useState<Shown>('closed');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const input = useRef<HTMLInputElement | null>(null);
  const closing = useRef(false);

  /** Back in the field, which then must not open again. */
  const closeToField = () => {
    closing.current = true;
    input.current?.focus();
    closing.current = false;
    setShown('closed');
  };

  const read = (typed: string) => {
    const day = readDay(typed);
    onChange(day);
    if (day !== typed) setShown('closed');
  };

  const handlePaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').trim();
    if (dayOf(readDay(pasted)) !== undefined) read(pasted);
  };

  const handleKey = (event: KeyboardEvent) => {
    const { key } = event;
    const isDay = dayOf(text) !== undefined;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (KEY_OF_DAY.test(key)) {
      event.preventDefault();
      // A whole day is written anew.
      read(typeIntoDay(isDay ? '' : text, key));
    } else if (key === 'ArrowDown' || key === 'Enter' || key === ' ') {
      event.preventDefault();
      setShown('entered');
    } else if (key === 'Escape' || key === 'Tab') {
      if (key === 'Escape' && shown !== 'closed') event.stopPropagation();
      setShown('closed');
    } else if (key === 'Backspace' || key === 'Delete') {
      onChange(isDay || key === 'Delete' ? '' : text.slice(0, -1));
    }
  };

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    // A press beside the days takes the focus nowhere, and is no leaving.
    if (event.relatedTarget !== null) setShown('closed');
    onBlur?.();
  };

  return (
    <ClickAwayListener onClickAway={() => setShown('closed')}>
      <Box ref={setAnchor} onBlur={leave}>
        <OutlinedInput
          id={inputId}
          inputRef={(element: HTMLInputElement | null) => {
            input.current = element;
            inputRef?.(element);
          }}
          value={dayInField(text)}
          placeholder={fieldPattern()}
          readOnly
          fullWidth
          size={size}
          error={invalid}
          autoComplete="off"
          onFocus={() => {
            if (!closing.current && shown === 'closed') setShown('open');
          }}
          onClick={() => {
            if (shown === 'closed') setShown('open');
          }}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          endAdornment={
            <InputAdornment position="end">
              <CalendarIcon fontSize="small" />
            </InputAdornment>
          }
          slotProps={{
            input: {
              role: 'combobox',
              'aria-haspopup': 'dialog',
              'aria-expanded': shown !== 'closed',
              'aria-controls': shown === 'closed' ? undefined : `${inputId}-calendar`,
              'aria-describedby': describedBy,
            },
          }}
          sx={{ '& input': { cursor: 'pointer', fontVariantNumeric: 'tabular-nums' }, ...sx }}
        />
        <Popper
          open={shown !== 'closed'}
          anchorEl={anchor}
          placement="bottom-start"
          disablePortal
          popperOptions={{ strategy: 'fixed' }}
          modifiers={[{ name: 'offset', options: { offset: [0, 6] } }]}
          sx={{ zIndex: 'modal' }}
        >
          <Paper
            id={`${inputId}-calendar`}
            role="dialog"
            aria-label={t`Calendar: ${{ field: label.toLowerCase() }}`}
            variant="outlined"
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              closeToField();
            }}
            sx={{ p: 1.5, bgcolor: 'surface.raised', boxShadow: shadow.middle, minWidth: 276, minHeight: 314 }}
          >
            <Calendar
              // Reopened, it focuses its day.
              key={shown}
              selected={dayOf(text)}
              // oxlint-disable-next-line react/purity -- reopened, it shows the month of that moment
              openAt={openAt ?? new Date()}
              focusDay={shown === 'entered'}
              onSelect={(day) => {
                onChange(isoDay(day));
                closeToField();
              }}
            />
          </Paper>
        </Popper>
      </Box>
    </ClickAwayListener>
  );
}

interface DayFilterProps extends Pick<DayInputProps, 'label' | 'size' | 'sx'> {
  /** The styles of the box that holds the label and the field. */
  readonly around?: object;
  readonly day: string | null;
  /** Null where the field is emptied. */
  readonly onDay: (day: string | null) => void;
}

/** A day of a filter below its label, which is asked for once it is whole. The server knows the years from 2000 to 2999. */
export function DayFilter({ label, around, day, onDay, ...input }: DayFilterProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const change = (text: string) => {
    const year = dayOf(text)?.getFullYear() ?? 0;
    const isWhole = year >= 2000 && year < 3000;
    setDraft(isWhole || text === '' ? null : text);
    if (isWhole || text === '') onDay(isWhole ? text : null);
  };
  return (
    <Labelled label={label} sx={around}>
      {(id) => <DayInput {...input} inputId={id} label={label} value={draft ?? day ?? ''} onChange={change} />}
    </Labelled>
  );
}
