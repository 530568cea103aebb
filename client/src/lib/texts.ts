import { i18n, type MessageDescriptor } from '@lingui/core';

/** Labels by their keys, each read in the language that is shown then. */
export function texts<Key extends string>(messages: Readonly<Record<Key, MessageDescriptor>>): Readonly<Record<Key, string>> {
  const entries = Object.entries<MessageDescriptor>(messages).map(([key, message]) => [key, { enumerable: true, get: () => i18n._(message) }]);
  return Object.defineProperties({}, Object.fromEntries(entries) as PropertyDescriptorMap) as Record<Key, string>;
}
