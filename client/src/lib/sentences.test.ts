import { i18n, type Messages } from '@lingui/core';
import { beforeEach, expect, it } from 'vitest';

import { toProblem } from '~/api/problem';

import { translated } from './sentences';

const catalogues = import.meta.glob<{ readonly messages: Messages }>('../locales/hi/api.po', { eager: true });

beforeEach(() => {
  for (const { messages } of Object.values(catalogues)) i18n.load('hi', messages);
  i18n.activate('hi');
});

it.each([
  ['a sentence', 'Email already registered', 'यह ईमेल पहले से पंजीकृत है'],
  ['one with a figure', 'Duplicate email in file (row 12)', 'फ़ाइल में यह ईमेल दो बार है (पंक्ति 12)'],
  ['one with the label of a field', 'Work location must be at least 2 characters', 'काम का स्थान कम से कम 2 अक्षरों का हो'],
  ['the most particular of several that fit', 'Invalid email format', 'ईमेल का रूप सही नहीं है'],
  ['the errors of a row', 'Missing phone; Invalid email format', 'फ़ोन नहीं है; ईमेल का रूप सही नहीं है'],
  ['what a person wrote, as it is', '“{0} <b>” is not a domain. Write it like example.org', '“{0} <b>” डोमेन नहीं है। इसे example.org की तरह लिखें'],
  ['one with a count', 'This address was sent an invitation recently. You can send the next one in 3 minutes.', 'इस पते पर हाल ही में निमंत्रण भेजा गया है। अगला आप 3 मिनट बाद भेज सकते हैं।'],
  ['a count in brackets', 'Probably the same person as Asha Rao (row 7): same phone, name alike', 'शायद वही व्यक्ति: Asha Rao (पंक्ति 7) – फ़ोन वही, नाम मिलता-जुलता'],
  ['several sentences, one of which begins with a figure', 'None failed. 12 people stayed unchanged.', 'कोई असफल नहीं रहा। जैसे थे वैसे रहे: 12 लोग।'],
  ['a day', 'Columns as Asha Rao chose them on 5 Nov 2026.', 'कॉलम वैसे हैं जैसे Asha Rao ने 05 नव॰ 2026 को चुने।'],
  ['a device', 'Samsung Internet on Android', 'Android पर Samsung Internet'],
  ['one with a device', 'Chrome on Windows logged in to your account.', 'आपके खाते में इससे लॉग इन हुआ: Windows पर Chrome।'],
  ['an unknown one, in English', 'The moon is full.', 'The moon is full.'],
  ['a name that is none', 'toString', 'toString'],
])('%s', (_what, sentence, shown) => {
  expect(translated(sentence)).toBe(shown);
});

it('a text that is no sentence comes back', () => {
  const long = 'Missing '.repeat(20_000);
  expect(translated(long)).toBe(long);
  const odd = ' of people would be deactivated, which is more than '.repeat(11);
  expect(translated(odd)).toBe(odd);
});

it('the errors of a failed call are in the language that is shown, with their code', () => {
  const data = { message: 'Validation failed', code: 'validation_failed', errors: { email: 'Email is required' } };
  expect(toProblem({ status: 422, data }, undefined)).toEqual({
    status: 422,
    code: 'validation_failed',
    message: 'जाँच में कुछ फ़ील्ड ठीक नहीं निकले',
    errors: { email: 'ईमेल ज़रूरी है' },
  });
  i18n.activate('en');
  expect(toProblem({ status: 422, data }, undefined)).toEqual({ status: 422, ...data });
});
