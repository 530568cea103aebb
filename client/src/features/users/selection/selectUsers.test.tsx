import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import type { BulkDialogProps } from '~/api/bulk';
import { BULK_TEXTS, labelOfField } from '~/api/fields';
import { companyOf, MANAGE, namesShown, userOf, USERS } from '~/testing/company';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { UserManagementPage } from '../pages/UserManagementPage';

const many = (count: number) => Array.from({ length: count }, (_, index) => userOf(index + 1));

/** The page with a dialog that only shows what it was given. */
async function open(path = MANAGE) {
  const asked = vi.fn<(dialog: BulkDialogProps) => void>();
  const page = (
    <UserManagementPage
      importHistory={null}
      renderBulk={(dialog) => {
        asked(dialog);
        return (
          <div role="dialog" aria-label={dialog.action}>
            <button onClick={dialog.onClose}>Close it</button>
            <button onClick={dialog.onStarted}>Start it</button>
          </div>
        );
      }}
    />
  );
  const app = renderApp({ path, as: {}, pages: [{ path: '/dashboard/users', element: page }] });
  await screen.findByRole('checkbox', { name: 'Select Person 1' });
  return { ...app, asked: () => asked.mock.lastCall?.[0] };
}

const box = (number: number) => screen.getByRole('checkbox', { name: `Select Person ${number}` });
const pageBox = () => screen.getByRole('checkbox', { name: 'Select all on this page' });
const idsOf = (...numbers: number[]) => numbers.map((number) => userOf(number).id);

async function choose(user: Awaited<ReturnType<typeof open>>['user'], action: string) {
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
}

it('rows are selected one by one and by reach, and an action is asked about them', async () => {
  companyOf(many(12));
  const { user, asked } = await open();
  await user.click(box(2));
  await user.keyboard('{Shift>}');
  await user.click(box(5));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('4 selected')).toBeInTheDocument();
  expect(pageBox()).toBePartiallyChecked();
  await user.click(box(3));
  await choose(user, 'Add to batch');
  expect(asked()).toMatchObject({ action: 'add-to-batch', select: { ids: idsOf(2, 4, 5) }, count: 3, countIsExact: true });
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByText('3 selected')).toBeInTheDocument();
});

it('the selection survives paging and other filters, and ends once its job is started', async () => {
  companyOf([...many(12), userOf(13, { role: 'HR', profile: 'ADMIN' })]);
  const { user, asked } = await open();
  await user.click(pageBox());
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Person 11' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by profile' }), 'ADMIN');
  await waitFor(() => {
    expect(namesShown()).toEqual(['Person 13']);
  });
  expect(screen.getByText('11 selected')).toBeInTheDocument();
  await choose(user, 'Deactivate');
  expect(asked()?.select).toEqual({ ids: idsOf(...Array.from({ length: 11 }, (_, index) => index + 1)) });
  await user.click(screen.getByRole('button', { name: 'Start it' }));
  expect(await screen.findByText('1 person')).toBeInTheDocument();
  expect(screen.queryByText(/selected/u)).not.toBeInTheDocument();
});

it('all that match are selected by their filter, until another one is chosen', async () => {
  companyOf(many(23));
  const { user, asked } = await open(`${MANAGE}&profile=TRAINEE&search=person&sort=email`);
  await user.click(box(1));
  await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }));
  expect(screen.getByText(/^All 23/u)).toHaveTextContent(/^All 23 that match are selected$/u);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('checkbox', { name: 'Select Person 11' })).toBeChecked();
  await choose(user, 'Delete');
  expect(asked()).toMatchObject({ action: 'delete', select: { filter: { search: 'person', profile: 'TRAINEE' } }, count: 23 });
  await user.click(screen.getByRole('button', { name: 'Close it' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by role' }), 'TRAINEE');
  await waitFor(() => {
    expect(screen.queryByText(/selected/u)).not.toBeInTheDocument();
  });
});

it('a row that is taken out of all leaves the others of its page', async () => {
  companyOf(many(23));
  const { user } = await open();
  await user.click(box(1));
  await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }));
  await user.click(box(4));
  expect(screen.getByText('9 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByText('23 people')).toBeInTheDocument();
  expect(box(1)).not.toBeChecked();
});

it('says how many match at least where the server has not counted them', async () => {
  companyOf(many(20)).totalIsExact = false;
  const { user, asked } = await open();
  await user.click(box(1));
  await user.click(screen.getByRole('button', { name: 'Select all 20+ that match' }));
  await choose(user, 'Activate');
  expect(asked()).toMatchObject({ count: 20, countIsExact: false, select: { filter: {} } });
});

it('offers what the signed-in user may do', async () => {
  companyOf(many(3), 'ADMIN');
  const { user } = await open();
  await user.click(box(1));
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(within(screen.getByRole('menu')).getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    ...['Change profile and role', ...BULK_TEXTS.map((name) => `Change ${labelOfField(name).toLowerCase()}`), 'Add to batch', 'Remove from batch', 'Move to stage'],
    ...['Activate', 'Deactivate', 'Invite again', 'Log out everywhere', 'Write announcement', 'Add to interviews'],
  ]);
});

describe('the export of a selection', () => {
  /** What is asked for a file, and the names under which files are saved. */
  function exports() {
    const asked: unknown[] = [];
    const saved: string[] = [];
    const answer = () => new HttpResponse('fullName\r\n', { headers: { 'Content-Type': 'text/csv' } });
    server.use(
      http.post(`${USERS}/export.csv`, async ({ request }) => {
        asked.push(await request.json());
        return answer();
      }),
      http.get(`${USERS}/export.csv`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return answer();
      }),
    );
    URL.createObjectURL = () => 'blob:users';
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function saves(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    return { asked, saved };
  }

  it('has the selected people in the order of the list, and leaves them selected', async () => {
    companyOf(many(12));
    const { asked, saved } = exports();
    const { user } = await open(`${MANAGE}&sort=email`);
    await user.click(box(4));
    await user.click(box(2));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(screen.getByRole('menuitem', { name: 'All columns, as CSV' }));
    await waitFor(() => {
      expect(saved).toEqual([expect.stringMatching(/^people-[-\d]{10}\.csv$/u)]);
    });
    expect(asked).toEqual([{ ids: idsOf(4, 2), sort: 'email' }]);
    expect(screen.getByText('2 selected')).toBeInTheDocument();
  });

  it('has all who match where they are selected', async () => {
    companyOf(many(23));
    const { asked, saved } = exports();
    const { user } = await open(`${MANAGE}&profile=TRAINEE&sort=email`);
    await user.click(box(1));
    await user.click(screen.getByRole('button', { name: 'Select all 23 that match' }));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(screen.getByRole('menuitem', { name: 'All columns, as CSV' }));
    await waitFor(() => {
      expect(saved).toEqual([expect.stringMatching(/^people-[-\d]{10}\.csv$/u)]);
    });
    expect(asked).toEqual(['?profile=TRAINEE&sort=email']);
  });
});
