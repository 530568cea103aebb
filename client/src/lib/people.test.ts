import { expect, test } from 'vitest';

import { labelOf } from './profiles';

test.each([
  ['gender', 'PREFER_NOT_TO_SAY', 'Prefer not to say'],
  ['role', 'HR', 'HR'],
  ['profile', 'INTERVIEW_PANELIST', 'Interview Panelist'],
  ['profile', 'Astronaut', 'Astronaut'],
  ['role', '', ''],
  ['fullName', 'ADMIN', 'ADMIN'],
])('%s %s is shown as "%s"', (field, value, label) => {
  expect(labelOf(field, value)).toBe(label);
});
