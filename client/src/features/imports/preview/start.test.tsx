import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { dayInField } from '~/lib/days';
import { inputOf, momentOf } from '~/lib/format';
import { extendsSession, noImports, ownProfile, problem, roomFor } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, answersProblems, answersRows, answersSnapshot, IMPORT_ID, OWNER_ID, readySnapshot, rowOf, snapshotOf } from '../testing';
import { problemOfTime } from './StartImport';

const START = `*/api/v1/users/imports/${IMPORT_ID}/start`;
let asked: unknown[];

beforeEach(() => {
  asked = [];
  server.use(
    extendsSession,
    ownProfile('SUPER_ADMIN'),
    noImports,
    answersProblems(() => []),
    answersRows(() => [rowOf(1)]),
    http.post(START, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(snapshotOf({ version: 31 }));
    }),
  );
});

async function ready(validRows: number) {
  server.use(answersSnapshot(() => readySnapshot({ validRows, totalRows: validRows, invalidRows: 0, version: 30, serverTime: new Date().toISOString() })));
  const app = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
  await screen.findByRole('grid', { name: 'Rows of the file' });
  return app;
}

const processing = () => screen.findByRole('heading', { name: 'Processing Users...' });

describe('the start of a small file', () => {
  it('asks nothing, and invites at once', async () => {
    const { user } = await ready(3);
    await user.click(screen.getByRole('button', { name: 'Upload 3 Valid Users' }));
    await processing();
    expect(asked).toEqual([{ invite: true }]);
  });

  it('says before it starts what goes out today and what on later days', async () => {
    server.use(roomFor(2, 1));
    await ready(3);
    const said = /go out today and 2 from .*2099.* on, at most 50 a day. In its first week a company can send no more\. To send more, ask the operator/u;
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(screen.queryByText('Invitations go out now and cannot be called back.')).not.toBeInTheDocument();
  });

  it('can leave the invitations to a button of the results', async () => {
    const { user } = await ready(3);
    await user.click(screen.getByRole('button', { name: 'Invite Later…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Create 3 accounts?' }));
    expect(dialog.getByRole('radio', { name: 'Invite later' })).toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Create Without Inviting' }));
    await processing();
    expect(asked).toEqual([{ invite: false }]);
  });

  it('can plan the invitations for a time of the company’s time zone', async () => {
    const { user } = await ready(3);
    await user.click(screen.getByRole('button', { name: 'Invite Later…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Create 3 accounts?' }));
    await user.click(dialog.getByRole('radio', { name: 'Invite at a time' }));
    const day = dialog.getByLabelText('Day');
    await user.click(day);
    await user.paste('01/01/2001');
    await user.click(dialog.getByRole('button', { name: 'Create Now, Invite on 1 Jan' }));
    expect(await dialog.findByText('Choose a time in the future.')).toBeInTheDocument();
    expect(day).toHaveAccessibleDescription(/Time in Kolkata.*Choose a time in the future\./u);
    expect(asked).toEqual([]);
    const inAWeek = inputOf(new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000));
    await user.click(day);
    await user.paste(dayInField(inAWeek.slice(0, 10)));
    fireEvent.change(dialog.getByLabelText('Time'), { target: { value: inAWeek.slice(11) } });
    await user.click(dialog.getByRole('button', { name: /^Create Now, Invite on/u }));
    await processing();
    expect(asked).toEqual([{ invite: new Date(momentOf(inAWeek)).toISOString() }]);
  });

  it('shows a refusal of the time where it was asked for', async () => {
    server.use(http.post(START, () => problem(422, 'validation_error', 'Choose a time within 90 days.')));
    const { user } = await ready(3);
    await user.click(screen.getByRole('button', { name: 'Invite Later…' }));
    await user.click(await screen.findByRole('button', { name: 'Create Without Inviting' }));
    expect(await screen.findByText('Choose a time within 90 days.')).toBeInTheDocument();
  });
});

describe('the start of a large file', () => {
  it('counts those who will be invited: no inactive one is', async () => {
    const path = `*/api/v1/users/imports/${IMPORT_ID}`;
    const values = [{ value: '', rows: 119 }, { value: 'false', rows: 1 }];
    server.use(http.get(`${path}/values`, ({ request }) => (new URL(request.url).search.includes('field=isActive&status=valid') ? HttpResponse.json({ values }) : undefined)));
    server.use(answersSnapshot(() => readySnapshot({ validRows: 120, totalRows: 120, invalidRows: 0, columns: ['isActive'] })));
    const { user } = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
    await user.click(await screen.findByRole('button', { name: 'Upload 120 Valid Users' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Create 120 accounts?' }));
    expect(await dialog.findByRole('button', { name: 'Create and Invite 119' })).toBeInTheDocument();
    expect(dialog.getByText('1 of them is inactive and gets no invitation.')).toBeInTheDocument();
  });

  it('asks first where it would mail a hundred people or more; the focus is on the harmless answer', async () => {
    const { user } = await ready(999);
    const upload = screen.getByRole('button', { name: 'Upload 999 Valid Users' });
    await user.click(upload);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Create 999 accounts?' }));
    await waitFor(() => {
      expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    });
    expect(dialog.getByRole('radio', { name: 'Invite now' })).toBeChecked();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    });
    expect(asked).toEqual([]);
    await user.click(upload);
    await user.click(await screen.findByRole('button', { name: 'Create and Invite 999' }));
    await processing();
    expect(asked).toEqual([{ invite: true }]);
  });

  it('of 1,000 new accounts or more has the number typed, in any way of writing it', async () => {
    const { user } = await ready(1_000);
    await user.click(screen.getByRole('button', { name: 'Upload 1,000 Valid Users' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Create 1,000 accounts?' }));
    const start = dialog.getByRole('button', { name: 'Create and Invite 1,000' });
    await user.click(start);
    expect(await dialog.findByText('Type 1,000 to continue.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Number of new accounts'), '100');
    await user.click(start);
    expect(asked).toEqual([]);
    await user.clear(dialog.getByLabelText('Number of new accounts'));
    await user.type(dialog.getByLabelText('Number of new accounts'), '1 000{Enter}');
    await processing();
    expect(asked).toEqual([{ invite: true }]);
  });
});

describe('the time of invitations', () => {
  it('must lie in the future', () => {
    const now = Date.parse('2026-12-01T09:00+05:30');
    expect(problemOfTime('2026-12-01T09:00', now)).toBe('Choose a time in the future.');
    expect(problemOfTime('2026-12-01T09:01', now)).toBeNull();
    expect(problemOfTime('2027-01-01T09:00', now)).toBe('Choose a time within 30 days.');
    expect(problemOfTime('', now)).toBe('Choose a date and a time.');
  });
});
