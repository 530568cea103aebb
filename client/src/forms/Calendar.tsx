import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { DayPicker } from 'react-day-picker';

import { formatCalendar } from '~/lib/format';
import { radius, shadow } from '~/theme/tokens';
import { ChevronLeftIcon, ChevronRightIcon, ChevronUpDownIcon } from '~/ui/icons';

const YEARS_BACK = 100;
const YEARS_AHEAD = 10;

const CELL = 36;

const focused = { outline: 'none', boxShadow: shadow.focusInside } as const;

const look = {
  width: CELL * 7,
  '& .rdp-months': { position: 'relative' },
  '& .rdp-month_caption': { display: 'flex', alignItems: 'center', height: 36, mb: 1, pr: '72px' },
  '& .rdp-dropdowns': { display: 'flex', gap: 0.5 },
  '& .rdp-dropdown_root': { position: 'relative', display: 'inline-flex', borderRadius: radius.control },
  '& .rdp-dropdown': {
    position: 'absolute',
    inset: 0,
    width: '100%',
    opacity: 0,
    cursor: 'pointer',
    font: 'inherit',
    // The list that the browser opens follows the page.
    color: 'text.primary',
    bgcolor: 'background.paper',
  },
  '& .rdp-dropdown_root:has(:focus-visible)': focused,
  '& .rdp-dropdown_root:hover': { bgcolor: 'surface.sunken' },
  '& .rdp-caption_label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 0.25,
    height: 32,
    pl: 1,
    pr: 0.5,
    typography: 'subtitle2',
    fontVariantNumeric: 'tabular-nums',
  },
  '& .rdp-nav': { position: 'absolute', top: 2, right: 0, display: 'flex', gap: 0.5, zIndex: 1 },
  '& .rdp-button_previous, & .rdp-button_next': {
    display: 'grid',
    placeItems: 'center',
    width: 32,
    height: 32,
    p: 0,
    border: 0,
    borderRadius: radius.control,
    bgcolor: 'transparent',
    color: 'text.secondary',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'surface.sunken', color: 'text.primary' },
    '&:focus-visible': focused,
    '&[aria-disabled=true]': { opacity: 0.38, cursor: 'default' },
  },
  '& .rdp-month_grid': { borderCollapse: 'collapse' },
  '& .rdp-weekday': { width: CELL, height: 28, p: 0, typography: 'caption', color: 'text.secondary' },
  '& .rdp-day': { width: CELL, height: CELL, p: 0, textAlign: 'center' },
  '& .rdp-day_button': {
    width: 34,
    height: 34,
    p: 0,
    border: 0,
    borderRadius: radius.control,
    bgcolor: 'transparent',
    color: 'text.primary',
    font: 'inherit',
    fontSize: '0.875rem',
    fontVariantNumeric: 'tabular-nums',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'surface.sunken' },
    '&:focus-visible': focused,
  },
  '& .rdp-outside .rdp-day_button': { color: 'text.disabled' },
  '& .rdp-today .rdp-day_button': { color: 'primary.main', fontWeight: 600 },
  '& .rdp-selected .rdp-day_button': {
    bgcolor: 'primary.main',
    color: 'primary.contrastText',
    fontWeight: 600,
    '&:focus-visible': { outline: 'none', boxShadow: shadow.focus },
  },
} as const;

function Chevron({ orientation }: { readonly orientation?: 'up' | 'down' | 'left' | 'right' | undefined }) {
  if (orientation === 'left') return <ChevronLeftIcon sx={{ fontSize: 18 }} />;
  if (orientation === 'right') return <ChevronRightIcon sx={{ fontSize: 18 }} />;
  return <ChevronUpDownIcon sx={{ fontSize: 16, color: 'text.secondary' }} />;
}

const formatters = {
  formatCaption: (month: Date) => formatCalendar('monthOfYear', month),
  formatMonthDropdown: (month: Date) => formatCalendar('month', month),
  formatWeekdayName: (day: Date) => formatCalendar('shortWeekday', day),
};

/** A day's label holds the number on its button as a word, as speech control needs it. */
const labels = () => ({
  labelDayButton: (day: Date, { today }: { readonly today?: boolean }) => (today === true ? t`Today, ${{ day: formatCalendar('full', day) }}` : formatCalendar('full', day)),
  labelGrid: (month: Date) => formatCalendar('monthOfYear', month),
  labelWeekday: (day: Date) => formatCalendar('weekday', day),
  labelNav: () => t`Months`,
  labelMonthDropdown: () => t`Choose the Month`,
  labelYearDropdown: () => t`Choose the Year`,
  labelPrevious: () => t`Go to the Previous Month`,
  labelNext: () => t`Go to the Next Month`,
});

export interface CalendarProps {
  readonly selected: Date | undefined;
  /** The month on show while nothing is selected. */
  readonly openAt: Date;
  readonly focusDay: boolean;
  readonly onSelect: (day: Date) => void;
}

/** One month of days, with its month and year to choose: from 100 years ago to 10 years ahead. */
export function Calendar({ selected, openAt, focusDay, onSelect }: CalendarProps) {
  // oxlint-disable-next-line react/purity -- a calendar that is open over New Year may offer the years of before
  const thisYear = new Date().getFullYear();
  return (
    <Box sx={look}>
      <DayPicker
        mode="single"
        required
        selected={selected}
        onSelect={onSelect}
        defaultMonth={selected ?? openAt}
        startMonth={new Date(thisYear - YEARS_BACK, 0)}
        endMonth={new Date(thisYear + YEARS_AHEAD, 11)}
        captionLayout="dropdown"
        showOutsideDays
        fixedWeeks
        // A day takes the focus when it was asked for from the field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={focusDay}
        formatters={formatters}
        labels={labels()}
        components={{ Chevron }}
      />
    </Box>
  );
}
