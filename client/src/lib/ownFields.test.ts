import { expect, it } from 'vitest';

import { showValue } from './ownFields';

it('a value is shown as people write it, by the kind of its field', () => {
  const shown = [
    showValue({ kind: 'one' }, 'CNC'),
    showValue({ kind: 'many' }, ['English', 'Hindi']),
    showValue({ kind: 'number' }, 2026),
    showValue({ kind: 'number' }, 72.5),
    showValue({ kind: 'date' }, '2026-11-22'),
    showValue({ kind: 'text' }, '2026-11-22'),
    showValue({ kind: 'flag' }, true),
    showValue({ kind: 'flag' }, false),
    showValue({ kind: 'text' }, undefined),
  ];
  expect(shown).toEqual(['CNC', 'English, Hindi', '2026', '72.5', '22 Nov 2026', '2026-11-22', 'Yes', 'No', '']);
});
