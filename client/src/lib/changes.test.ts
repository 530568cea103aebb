import { expect, it } from 'vitest';

import { changesOf } from '../ui/ChangeList';

it('names what was changed, in words, and leaves out what stayed', () => {
  const before = { role: 'TRAINEE', profile: 'TRAINEE', isActive: true, workLocation: 'Pune' };
  const after = { role: 'MENTOR', profile: 'TRAINER', isActive: false, workLocation: 'Pune' };
  expect(changesOf({ before, after })).toEqual([
    { name: 'Role', before: 'Trainee', after: 'Mentor' },
    { name: 'Profile', before: 'Trainee', after: 'Trainer' },
    { name: 'Active', before: 'Yes', after: 'No' },
  ]);
});

it('says what there was only before, or only after', () => {
  expect(changesOf({ before: { profile: null }, after: { profile: 'ADMIN' } })).toEqual([{ name: 'Profile', before: null, after: 'Admin' }]);
  expect(changesOf({ before: { role: 'HR' }, after: null })).toEqual([{ name: 'Role', before: 'HR', after: null }]);
  expect(changesOf({ before: null, after: { valid_rows: 60_000 } })).toEqual([{ name: 'Valid rows', before: null, after: '60,000' }]);
});

it('counts sessions and does not name them', () => {
  expect(changesOf({ before: null, after: { session: 'abc', sessions: ['abc', 'def'] } })).toEqual([{ name: 'Sessions', before: null, after: '2' }]);
});

it('uses the words of the pages for codes, and names the values of a list', () => {
  const before = { region: 'IN', language: 'en', emailDomains: [] };
  const after = { region: 'US', language: 'hi', emailDomains: ['harbour.example', 'quay.example'], action: 'add-to-batch', mode: 'create_and_update' };
  expect(changesOf({ before, after })).toEqual([
    { name: 'Country', before: 'India', after: 'United States' },
    { name: 'Language', before: 'English', after: 'हिन्दी' },
    { name: 'Email domains', before: null, after: 'harbour.example and quay.example' },
    { name: 'Action', before: null, after: 'Add to batch' },
    { name: 'Mode', before: null, after: 'Create and update' },
  ]);
});

it('says in words what a field of the company is', () => {
  const after = { label: 'Trade', kind: 'one', help: 'As on the certificate', choices: 'CNC; Fitter', requiredFor: 'TRAINEE', viewers: 'ADMIN, SUPER_ADMIN', own_view: true, keyed: true };
  expect(changesOf({ before: null, after })).toEqual([
    { name: 'Name', before: null, after: 'Trade' },
    { name: 'Kind', before: null, after: 'One of several' },
    { name: 'Help', before: null, after: 'As on the certificate' },
    { name: 'Choices', before: null, after: 'CNC; Fitter' },
    { name: 'Required for', before: null, after: 'Trainee' },
    { name: 'Sees it', before: null, after: 'Admin and Super Admin' },
    { name: 'Seen by the person', before: null, after: 'Yes' },
    { name: 'Sortable', before: null, after: 'Yes' },
  ]);
});
