import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

import { orNewer } from './orNewer';

/** The label of a name that only a newer server knows. */
export const NEWER = msg`Something newer`;

/** Labels by their keys, each read in the language that is shown then. */
export function texts<Key extends string>(messages: Readonly<Record<Key, MessageDescriptor>>): Readonly<Record<Key, string>> {
  const entries = Object.entries<MessageDescriptor>(messages).map(([key, message]) => [key, { enumerable: true, get: () => i18n._(message) }]);
  return orNewer(Object.defineProperties({}, Object.fromEntries(entries) as PropertyDescriptorMap) as Record<Key, string>, () => i18n._(NEWER));
}

/** The choices of a select: all of the labels, or those of these keys. */
export function optionsOf<Key extends string>(labels: Readonly<Record<Key, string>>, keys: readonly Key[] = Object.keys(labels) as Key[]) {
  return keys.map((key) => [key, labels[key]] as const);
}

/** One text of the parts, without those that are false. */
export const joined = (between: string, parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(between);
