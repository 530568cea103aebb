import { readItem, removeItem, writeItem } from '~/lib/storage';

const KEY = 'userKeys';
const OFF = 'off';

/** Whether single characters are keys here: speech input types them by chance, so they can be switched off. */
export const areKeysOn = () => readItem('localStorage', KEY) !== OFF;

export function switchKeys(isOn: boolean): void {
  if (isOn) removeItem('localStorage', KEY);
  else writeItem('localStorage', KEY, OFF);
}
