import { describe, expect, it } from 'vitest';

import { forEachField, TEXT_FIELDS } from '~/api/fields';

import { createUserSchema, type CreateUserValues } from './PersonalFields';

const THIS_YEAR = new Date().getFullYear();
const good: CreateUserValues = {
  ...forEachField(TEXT_FIELDS, () => ''),
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  code: '',
  phone: '+91 98765 43210',
  dateOfBirth: '1999-03-12',
  gender: 'FEMALE',
  workLocation: 'Pune',
  profile: 'TRAINER',
  role: 'MENTOR',
  temporaryPassword: 'Many-small-steps-9',
  access: 'active',
};

/** The errors of a form that differs in one field from a valid one. */
function toldOf(field: keyof CreateUserValues, value: string): readonly (readonly [PropertyKey | undefined, string])[] {
  const { error } = createUserSchema.safeParse({ ...good, [field]: value });
  return (error?.issues ?? []).map(({ path, message }) => [path[0], message] as const);
}

describe('the form of a new user', () => {
  it.each([
    ['fullName', '  ', 'Full name is required'],
    ['fullName', 'x'.repeat(201), 'Full name must be at most 200 characters'],
    ['email', '', 'Email is required'],
    ['email', 'asha@', 'Please enter a valid email address'],
    ['phone', '', 'Phone is required'],
    ['phone', '12345', 'Please enter a valid phone number'],
    ['phone', '98765 4321x', 'Please enter a valid phone number'],
    ['dateOfBirth', '', 'Date of birth is required'],
    ['dateOfBirth', `${THIS_YEAR - 16}-01-01`, 'User must be at least 17 years old'],
    ['gender', '', 'Gender is required'],
    ['workLocation', '', 'Work location is required'],
    ['workLocation', 'P', 'Work location must be at least 2 characters'],
    ['role', '', 'Role is required'],
    ['profile', '', 'Profile is required'],
    ['temporaryPassword', '', 'Password is required'],
    ['temporaryPassword', 'aB1', 'Password must be at least 8 characters long'],
    ['temporaryPassword', 'aaaaaaaa', 'Password must be at least medium strength'],
  ] as const)('refuses %s "%s", in one sentence', (field, value, sentence) => {
    expect(toldOf(field, value)).toEqual([[field, sentence]]);
  });

  it.each([
    ['phone', '98765-43210'],
    ['phone', '+91 (98765) 43210'],
    ['dateOfBirth', `${THIS_YEAR - 17}-12-31`],
    ['temporaryPassword', 'abcdEF@#'],
  ] as const)('takes %s "%s"', (field, value) => {
    expect(toldOf(field, value)).toEqual([]);
  });
});
