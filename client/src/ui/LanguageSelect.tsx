import { t } from '@lingui/core/macro';
import { Box } from '@mui/material';
import { useEffect, useRef } from 'react';

import { chooseLanguage, isLanguage, type Language, LANGUAGES, shownLanguage } from '~/lib/language';
import { radius } from '~/theme/tokens';

/** Choosing draws the page anew: the focus returns to what it was chosen with. */
let returnsFocus = false;

interface LanguageSelectProps {
  /** Without it the choice is this browser's alone. */
  readonly onChoose?: (language: Language) => unknown;
}

/** The languages, each by its own name. On a drawn page it takes no choice until the application has come. */
export function LanguageSelect({ onChoose = chooseLanguage }: LanguageSelectProps) {
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (returnsFocus) select.current?.focus();
    returnsFocus = false;
  }, []);
  return (
    <Box
      component="select"
      ref={select}
      aria-label={t`Language`}
      inert={import.meta.env.SSR}
      value={shownLanguage()}
      onChange={({ target: { value } }) => {
        if (!isLanguage(value)) return;
        returnsFocus = true;
        void onChoose(value);
      }}
      sx={{
        minHeight: 36,
        px: 1,
        border: 0,
        borderRadius: radius.control,
        bgcolor: 'transparent',
        color: 'text.secondary',
        font: 'inherit',
        fontSize: '0.875rem',
        cursor: 'pointer',
        '& option': { color: 'text.primary', bgcolor: 'background.paper' },
      }}
    >
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </Box>
  );
}
