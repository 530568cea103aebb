import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useId, useState } from 'react';

import { readItem, removeItem, writeItem } from '~/lib/storage';
import { radius } from '~/theme/tokens';
import { CheckLine } from '~/ui/CheckLine';

const KEY = 'userKeys';
const OFF = 'off';

/** Whether single characters are keys here: speech input types them by chance, so they can be switched off. */
const areKeysOn = () => readItem('localStorage', KEY) !== OFF;

function switchKeys(isOn: boolean): void {
  if (isOn) removeItem('localStorage', KEY);
  else writeItem('localStorage', KEY, OFF);
}

export const SEARCH_USERS = 'search-users';
export const rowId = (userId: string) => `user-row-${userId}`;

interface RowKeys {
  /** The ids of the people on screen: one column of a list, several of a board. */
  readonly columns: readonly (readonly string[])[];
  readonly onOpen: (userId: string) => void;
  readonly onEdit: (userId: string) => void;
  readonly onMove: (userId: string) => void;
  readonly onSelect: (userId: string, options: { readonly reach: boolean }) => void;
  readonly onHelp: () => void;
}

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const OVER_THE_PAGE = '[role=dialog], [role=alertdialog], [role=menu]';

/** Whether the key belongs to a field, to what is open over the page, or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (event.target instanceof Element && event.target.matches(TYPED)) return event.target.id !== SEARCH_USERS || event.key !== 'ArrowDown';
  return document.querySelector(OVER_THE_PAGE) !== null;
}

/** The row that has the focus or an element with it. */
const focusedRow = (ids: readonly string[]) => ids.find((id) => document.getElementById(rowId(id))?.contains(document.activeElement) === true);

/** Keys on the list: `/`, `?`, and on a row the arrows, Enter, `e`, `m` and `x`; none while a field is typed in. From the
 * search, the arrow down leads to the rows.
 */
export function useRowKeys({ columns, onOpen, onEdit, onMove, onSelect, onHelp }: RowKeys): void {
  /** The row that the arrow leads to: beside it in another column that has one. */
  const rowAt = (key: string): string | undefined => {
    const from = columns.findIndex((ids) => focusedRow(ids) !== undefined);
    const ids = columns[from];
    if (ids === undefined) {
      const isOutside = document.activeElement !== document.body && document.activeElement?.id !== SEARCH_USERS;
      return isOutside ? undefined : columns.find(({ length }) => length > 0)?.[0];
    }
    const at = ids.indexOf(focusedRow(ids) ?? '');
    if (key === 'ArrowDown' || key === 'ArrowUp') return ids[at + (key === 'ArrowDown' ? 1 : -1)];
    const others = key === 'ArrowRight' ? columns.slice(from + 1) : columns.slice(0, from).reverse();
    const beside = others.find(({ length }) => length > 0) ?? [];
    return beside[Math.min(at, beside.length - 1)];
  };
  const step = (key: string): boolean => {
    const next = rowAt(key);
    if (next !== undefined) document.getElementById(rowId(next))?.focus();
    return next !== undefined;
  };
  const act = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key.startsWith('Arrow')) return step(key);
    const id = focusedRow(columns.flat());
    if (key === '/') document.getElementById(SEARCH_USERS)?.focus();
    else if (key === '?') onHelp();
    else if (id === undefined) return false;
    else if (key === 'e') onEdit(id);
    else if (key === 'm') onMove(id);
    else if (key === 'x' || key === 'X') onSelect(id, { reach: shiftKey });
    // On a button of the row it presses that.
    else if (key === 'Enter' && document.activeElement?.id === rowId(id)) onOpen(id);
    else return false;
    return true;
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event)) return;
    const isArrow = event.key.startsWith('Arrow') || event.key === 'Enter';
    if ((isArrow || areKeysOn()) && act(event)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const KEYS: readonly (readonly [keys: readonly string[], does: MessageDescriptor])[] = [
  [['/'], msg`Search`],
  [['↓', '↑'], msg`Next and previous person`],
  [['Enter'], msg`Open the person`],
  [['e'], msg`Edit the person`],
  [['m'], msg`On the board: move the person, then the first letter of a stage`],
  [['←', '→'], msg`On the board: the stage before and after`],
  [['x'], msg`Select the person`],
  [['Shift', 'x'], msg`Select all people from the last one`],
  [['?'], msg`This help`],
];

const key = { display: 'inline-block', minWidth: 24, px: 0.75, mr: 0.5, border: 1, borderColor: 'surface.controlLine', borderRadius: radius.mark, textAlign: 'center', fontFamily: 'inherit', fontSize: '0.8125rem', lineHeight: '22px' } as const;

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const id = useId();
  const [isOn, setOn] = useState(areKeysOn);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t`Keyboard shortcuts`}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 2, rowGap: 1, m: 0 }}>
          {KEYS.map(([keys, does]) => (
            <Box key={keys.join(' ')} sx={{ display: 'contents' }}>
              <Box component="dt">
                {keys.map((each) => (
                  <Box key={each} component="kbd" sx={key}>
                    {each}
                  </Box>
                ))}
              </Box>
              <Typography component="dd" variant="body2" sx={{ m: 0, lineHeight: '24px' }}>
                {t(does)}
              </Typography>
            </Box>
          ))}
        </Box>
        <CheckLine
          label={t`Use / ? e m x on this device`}
          checked={isOn}
          onCheck={(isChecked) => {
            setOn(isChecked);
            switchKeys(isChecked);
          }}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions>
        {/* A dialog takes the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
        <Button autoFocus variant="outlined" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
