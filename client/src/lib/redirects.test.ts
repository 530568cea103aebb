import { describe, expect, it } from 'vitest';

import { returnPathOf, safeReturnPath } from './redirects';

describe('the path to return to', () => {
  it.each(['/dashboard/users?page=2', '/dashboard/settings#top', '/applicant-dashboard'])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/dashboard',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
    42,
    null,
  ])('refuses %s, which leads elsewhere', (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  it('forgets the dashboard, where one lands anyway', () => {
    expect(safeReturnPath('/dashboard')).toBeNull();
    expect(safeReturnPath('/dashboard?from=mail')).toBeNull();
  });

  it('is read out of a router state of any shape', () => {
    expect(returnPathOf({ from: '/dashboard/users' })).toBe('/dashboard/users');
    expect(returnPathOf({ from: '//evil.example' })).toBeNull();
    expect(returnPathOf(null)).toBeNull();
    expect(returnPathOf('from')).toBeNull();
  });
});
