import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';

import { answers, events } from '~/api/generated/liveEvents';

import { orNewer } from './orNewer';
import { labelOf, PROFILE_LABELS, ROLES_OF_PROFILE, type Profile } from './profiles';

const newer = 'newer' as Profile;

describe('a name that only a newer server knows', () => {
  it('has a label and a value; what is on every object is no name', () => {
    expect(PROFILE_LABELS[newer]).toBe('Something newer');
    expect(PROFILE_LABELS['constructor' as Profile]).toBe('Something newer');
    expect(ROLES_OF_PROFILE[newer]).toEqual([]);
    const sizes: Record<string, number> = { a: 1 };
    expect(orNewer(sizes, 2)['b']).toBe(2);
    expect(Object.keys(PROFILE_LABELS)).not.toContain(newer);
  });

  it('is no label of a typed value, which stays as it is', () => {
    expect(labelOf('profile', 'Chief')).toBe('Chief');
    expect(labelOf('profile', 'TRAINEE')).toBe('Trainee');
  });

  it('is refused by no schema of an event or an answer', () => {
    for (const schema of Object.values<z.ZodMiniType>({ ...events, ...answers })) expect(JSON.stringify(schema)).not.toContain('"entries"');
    expect(events['session:ended'].safeParse({ reason: 'newer', limit: null }).success).toBe(true);
    expect(events['session:ended'].safeParse({ reason: 1, limit: null }).success).toBe(false);
  });
});
