import { describe, expect, it } from 'vitest';

import type { BulkAction, BulkJob, BulkRow, BulkState } from './api';
import { jobOf } from './testing';
import { headingOf, nameOf, outcomeOf, STATES } from './words';

const named = (set: Partial<NonNullable<BulkJob['set']>>) =>
  nameOf(jobOf({ action: 'set', set: { profile: null, role: null, workLocation: null, ...set } }));

describe('what a change of many people is called', () => {
  it('is what the menu calls it, and what was given', () => {
    expect(named({ workLocation: 'Nagpur' })).toBe('Change work location: Nagpur');
    expect(named({ profile: 'PLACEMENT', role: 'EMPLOYEE' })).toBe('Change profile and role: Placement, Employee');
    expect(named({ 'field:unknown': 'CNC' })).toBe('Change more details: CNC');
    expect(named({ 'field:unknown': '' })).toBe('Change more details: no value');
    expect(named({ role: 'HR' })).toBe('Change profile and role: HR');
    expect(headingOf(jobOf({ action: 'set', state: 'completed', set: { profile: null, role: null, workLocation: 'Nagpur' } })).title).toBe('Change work location');
  });

  it('is a change of people where both were given at once', () => {
    expect(named({ profile: 'TRAINEE', role: 'TRAINEE', workLocation: 'Pune' })).toBe('Change people: Trainee, Pune');
  });

  it('is something newer where only a newer server knows what it does', () => {
    const job = jobOf({ action: 'praise' as BulkAction, state: 'held' as BulkState, set: null });
    expect([nameOf(job), headingOf(job).title]).toEqual(['Something newer', 'Something newer']);
    expect(outcomeOf(job, { status: 'held' as BulkRow['status'] })).toBe('Something newer');
    expect(STATES[job.state].tone).toBe('quiet');
  });
});
