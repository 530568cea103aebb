import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { afterEach, expect, it, vi } from 'vitest';

import { clearStoredSession } from '~/api/session/storage';

import { useDraft } from './useDraft';

const HOUR = 3_600_000;

function openForm(userId = 'asha') {
  return renderHook(() => {
    const form = useForm({ defaultValues: { fullName: '', password: '' } });
    return { form, drop: useDraft({ form, name: 'person', userId }) };
  }).result;
}

function type(form: ReturnType<typeof openForm>) {
  act(() => {
    form.current.form.setValue('fullName', 'Asha Rao');
    form.current.form.setValue('password', 'Quiet-Harbour-47');
  });
}

const typed = (form: ReturnType<typeof openForm>) => form.current.form.getValues('fullName');

afterEach(() => {
  vi.useRealTimers();
});

it('what was typed is there again, but no password, which is never kept', () => {
  type(openForm());
  expect(openForm().current.form.getValues()).toEqual({ fullName: 'Asha Rao', password: '' });
  expect(JSON.stringify(window.sessionStorage)).not.toContain('Quiet-Harbour-47');
});

it('what one person typed is not shown to another, and gone then', () => {
  type(openForm());
  expect(typed(openForm('ravi'))).toBe('');
  expect(window.sessionStorage).toHaveLength(0);
});

it.each([
  [23 * HOUR, 'Asha Rao'],
  [24 * HOUR, ''],
  [-HOUR, ''],
])('after %i ms it is %j', (later, found) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  type(openForm());
  vi.setSystemTime(Date.now() + later);
  expect(typed(openForm())).toBe(found);
});

it('outlives a session that has expired, not a sign-out', () => {
  type(openForm());
  clearStoredSession({ drafts: false });
  expect(typed(openForm())).toBe('Asha Rao');
  clearStoredSession({ drafts: true });
  expect(typed(openForm())).toBe('');
});

it('is dropped once the form is saved', () => {
  const form = openForm();
  type(form);
  form.current.drop();
  expect(typed(openForm())).toBe('');
});

it('that cannot be read is no draft', () => {
  window.sessionStorage.setItem('draft:person', '{"values":');
  expect(typed(openForm())).toBe('');
});
