import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { ImportSnapshot } from '../api';
import { ADDRESS, answersRows, answersSnapshot, IMPORT_ID, snapshotOf } from '../testing';

const running = snapshotOf({ processed: 42, successCount: 40, errorCount: 22, failedCount: 2, ratePerSecond: 50, etaSeconds: 9, version: 6 });
const paused = snapshotOf({ ...running, state: 'paused', version: 7 });

beforeEach(() => {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, answersRows(() => []));
});

async function open(first: ImportSnapshot) {
  let snapshot = first;
  const asked: string[] = [];
  const live = createLiveServer();
  live.answer('import:watch', () => ({ ok: true, snapshot }));
  const becomes = (act_: string, next: ImportSnapshot) =>
    http.post(`*/api/v1/users/imports/${IMPORT_ID}/${act_}`, () => {
      asked.push(act_);
      snapshot = next;
      return HttpResponse.json(next);
    });
  server.use(answersSnapshot(() => snapshot), becomes('pause', paused), becomes('resume', snapshotOf({ ...running, version: 8 })));
  const app = renderApp({ path: ADDRESS, as: {}, live: live.open });
  await screen.findByRole('progressbar', { name: 'Rows processed' });
  return { ...app, live, asked };
}

const figure = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

describe('an import that is processed', () => {
  it('can be paused, which its stepper shows, and resumed by the same button', async () => {
    const { user, asked } = await open(running);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByRole('heading', { name: 'Import paused' })).toBeInTheDocument();
    expect(screen.getByText('Nothing is created or changed until an administrator resumes the import.')).toBeInTheDocument();
    const steps = within(screen.getByRole('list', { name: 'Steps of the import' }));
    expect(steps.getByText('(paused)')).toBeInTheDocument();
    expect([figure('Created'), figure('Rows per second'), figure('Time left')]).toEqual(['40', '–', '–']);
    const resume = screen.getByRole('button', { name: 'Resume' });
    expect(resume).toHaveFocus();
    await user.click(resume);
    expect(await screen.findByRole('heading', { name: 'Processing Users...' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
    expect(asked).toEqual(['pause', 'resume']);
  });

  it('that another administrator pauses is announced', async () => {
    const { live } = await open(running);
    act(() => {
      live.push('import:progress', paused);
    });
    expect(await screen.findByText('The import is paused.')).toBeInTheDocument();
  });

  it('a refusal to pause is said, and nothing changes', async () => {
    const { user } = await open(running);
    server.use(http.post(`*/api/v1/users/imports/${IMPORT_ID}/pause`, () => problem(409, 'wrong_import_state', 'Only a running import can be paused.')));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Only a running import can be paused.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
  });

  it('that is paused can be cancelled', async () => {
    const { user } = await open(paused);
    await user.click(screen.getByRole('button', { name: 'Cancel Import' }));
    expect(await screen.findByRole('alertdialog', { name: 'Cancel this import?' })).toHaveTextContent('staff.csv');
  });

  it('in a mode that updates counts created and updated, of all its rows', async () => {
    await open(snapshotOf({ mode: 'upsert', validRows: 50, invalidRows: 60, changedRows: 30, unchangedRows: 20, processed: 50, successCount: 47, changed: 20, unchanged: 7, errorCount: 13, failedCount: 3 }));
    expect(screen.getByText(/50 of 100 rows of/u)).toBeInTheDocument();
    expect(['Created', 'Updated', 'Failed'].map(figure)).toEqual(['20', '20', '13']);
    expect(screen.getByText('10 invalid in the file')).toBeInTheDocument();
  });
});
