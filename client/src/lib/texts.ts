import { i18n, type MessageDescriptor } from '@lingui/core';

/** Labels by their keys, each read in the language that is shown then. */
export function texts<Key extends string>(messages: Readonly<Record<Key, MessageDescriptor>>): Readonly<Record<Key, string>> {
  const entries = Object.entries<MessageDescriptor>(messages).map(([key, message]) => [key, { enumerable: true, get: () => i18n._(message) }]);
  return Object.defineProperties({}, Object.fromEntries(entries) as PropertyDescriptorMap) as Record<Key, string>;
}

/** The choices of a select: all of the labels, or those of these keys. */
export function optionsOf<Key extends string>(labels: Readonly<Record<Key, string>>, keys: readonly Key[] = Object.keys(labels) as Key[]) {
  return keys.map((key) => [key, labels[key]] as const);
}
