import { useEffect, useEffectEvent } from 'react';

import { readItem, removeItem, writeItem } from '~/lib/storage';

import type { UserRecord } from '../api';

const KEY = 'userKeys';
const OFF = 'off';

/** Whether single characters are keys here: speech input types them by chance, so they can be switched off. */
export const areKeysOn = () => readItem('localStorage', KEY) !== OFF;

export function switchKeys(isOn: boolean): void {
  if (isOn) removeItem('localStorage', KEY);
  else writeItem('localStorage', KEY, OFF);
}

export const SEARCH_USERS = 'search-users';
export const rowId = (userId: string) => `user-row-${userId}`;

interface RowKeys {
  /** The rows on screen. */
  readonly users: readonly UserRecord[];
  readonly onOpen: (user: UserRecord) => void;
  readonly onEdit: (user: UserRecord) => void;
  readonly onSelect: (user: UserRecord, options: { readonly reach: boolean }) => void;
  readonly onHelp: () => void;
}

const TYPED = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';
const OVER_THE_PAGE = '[role=dialog], [role=alertdialog], [role=menu]';

/** Whether the key belongs to a field, to what is open over the page, or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  if (event.target instanceof Element && event.target.matches(TYPED)) return true;
  return document.querySelector(OVER_THE_PAGE) !== null;
}

/** The place of the row that has the focus or an element with it; -1 for none. */
function focusedRow(users: readonly UserRecord[]): number {
  return users.findIndex(({ id }) => document.getElementById(rowId(id))?.contains(document.activeElement) === true);
}

/** Keys on the list: `/`, `?`, and on a row the arrows, Enter, `e` and `x`; none while a field is typed in. */
export function useRowKeys({ users, onOpen, onEdit, onSelect, onHelp }: RowKeys): void {
  const step = (by: number): boolean => {
    const at = focusedRow(users);
    if (at < 0 && document.activeElement !== document.body) return false;
    const next = users[at < 0 ? 0 : at + by];
    if (next === undefined) return false;
    document.getElementById(rowId(next.id))?.focus();
    return true;
  };
  const act = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') return step(key === 'ArrowDown' ? 1 : -1);
    const user = users[focusedRow(users)];
    if (key === '/') document.getElementById(SEARCH_USERS)?.focus();
    else if (key === '?') onHelp();
    else if (user === undefined) return false;
    else if (key === 'e') onEdit(user);
    else if (key === 'x' || key === 'X') onSelect(user, { reach: shiftKey });
    // On a button of the row it presses that.
    else if (key === 'Enter' && document.activeElement?.id === rowId(user.id)) onOpen(user);
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
