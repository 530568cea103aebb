import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { Register } from './Register';

const BATCH = '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a03';
const PATH = `*/api/v1/training/batches/${BATCH}/attendance`;
const COMPARED = {
  sessions: 2,
  people: 3,
  changes: 2,
  firstChanges: [
    { fullName: 'Asha Rao', startsAt: '2026-01-05T03:30:00Z', before: null, after: 'present' },
    { fullName: 'Bina Das', startsAt: '2026-01-05T03:30:00Z', before: 'present', after: 'absent' },
  ],
  problems: [{ kind: 'unknown_mark', line: 4, text: 'maybe' }],
  problemCount: 3,
  seen: 'as-compared',
  needsReason: false,
  isApplied: false,
};

function openRegister({ needsReason = false } = {}) {
  const sent: (string | null)[] = [];
  const reasons: (string | null)[] = [];
  server.use(
    http.post(`${PATH}/file`, ({ request }) => {
      const { searchParams } = new URL(request.url);
      const seen = searchParams.get('seen');
      sent.push(seen);
      reasons.push(searchParams.get('reason'));
      return HttpResponse.json({ ...COMPARED, needsReason, isApplied: seen !== null });
    }),
  );
  const { user } = renderApp({ path: '/', as: { profile: 'TRAINER' }, pages: [{ path: '/', Component: () => <Register batchId={BATCH} /> }] });
  const choose = async () => user.upload(await screen.findByLabelText('Upload Register'), new File(['Code,2026-01-05'], 'january.csv', { type: 'text/csv' }));
  return { user, sent, reasons, choose };
}

it('a register is compared first, and written with what was seen', async () => {
  const { user, sent, choose } = openRegister();
  await choose();
  const dialog = within(await screen.findByRole('dialog', { name: 'Register: january.csv' }));
  expect(dialog.getByText(/3 people and 2 sessions were found\. 2 marks would change\./u)).toBeInTheDocument();
  expect(dialog.getByRole('list', { name: 'What cannot be read' })).toHaveTextContent('Line 4: “maybe” is no mark: write P, L, A or Eand 2 more');
  expect(within(dialog.getByRole('list', { name: 'What would change' })).getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Asha Rao05 Jan 2026, 9:00 am (Kolkata): Present',
    'Bina Das05 Jan 2026, 9:00 am (Kolkata): Present → Absent',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Write 2 Marks' }));
  expect(await screen.findByText('2 marks were written')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([null, 'as-compared']);
});

it('a register of old sessions is written with a reason', async () => {
  const { user, reasons, choose } = openRegister({ needsReason: true });
  await choose();
  const write = await screen.findByRole('button', { name: 'Write 2 Marks' });
  expect(write).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' It was on paper ');
  await user.click(write);
  expect(await screen.findByText('2 marks were written')).toBeInTheDocument();
  expect(reasons).toEqual([null, 'It was on paper']);
});

it('a register that has become late meanwhile asks for its reason', async () => {
  const { user, reasons, choose } = openRegister();
  await choose();
  const WHY = 'Sessions of this register ended more than 48 hours ago: say why their attendance comes now';
  server.use(http.post(`${PATH}/file`, () => HttpResponse.json({ code: 'validation_failed', message: 'Validation failed', errors: { reason: WHY } }, { status: 422 }), { once: true }));
  await user.click(await screen.findByRole('button', { name: 'Write 2 Marks' }));
  expect(await screen.findByText(WHY)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'It was on paper');
  await user.click(screen.getByRole('button', { name: 'Write 2 Marks' }));
  expect(await screen.findByText('2 marks were written')).toBeInTheDocument();
  expect(reasons).toEqual([null, 'It was on paper']);
});

it('a register that is old by now says so, and stays open', async () => {
  const { user, choose } = openRegister();
  await choose();
  server.use(http.post(`${PATH}/file`, () => problem(409, 'register_changed', 'Attendance was marked since this file was checked. Check it again.')));
  await user.click(await screen.findByRole('button', { name: 'Write 2 Marks' }));
  expect(await screen.findByText('Attendance was marked since this file was checked. Check it again.')).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toBeInTheDocument();
});

it('a file that is no register is said at once', async () => {
  const { choose } = openRegister();
  server.use(http.post(`${PATH}/file`, () => HttpResponse.json({ code: 'validation_failed', message: 'Validation failed', errors: { file: 'No column of this file has a day as its heading. Download the register to see how it looks' } }, { status: 422 })));
  await choose();
  expect(await screen.findByText(/No column of this file has a day as its heading/u)).toBeInTheDocument();
});
