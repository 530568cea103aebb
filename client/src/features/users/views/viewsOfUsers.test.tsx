import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { companyOf, MANAGE, namesShown, userOf, viewOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';

const many = (count: number) => Array.from({ length: count }, (_, index) => userOf(index + 1));
const lapsed = viewOf(0, { id: 'invitation-lapsed', name: 'Invitation expired', scope: 'builtin', query: { invitation: 'lapsed' }, mayEdit: false, createdBy: null });

function withViews() {
  const company = companyOf([...many(3), userOf(4, { invitation: 'lapsed' }), userOf(5, { isActive: false })]);
  company.views = [lapsed];
  return company;
}

async function open(path = MANAGE) {
  const app = renderPage({ path, as: {} });
  await screen.findByRole('table', { name: 'People' });
  return app;
}
type User = Awaited<ReturnType<typeof open>>['user'];

async function choose(user: User, name: string | RegExp, from: string | RegExp = 'Views') {
  await user.click(screen.getByRole('button', { name: from }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function save(user: User, name: string, ...boxes: string[]) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a new view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), name);
  for (const box of boxes) await user.click(dialog.getByRole('checkbox', { name: box }));
  await user.click(dialog.getByRole('button', { name: 'Save View' }));
}

describe('views', () => {
  it('are links to what they show', async () => {
    withViews();
    const { user, router } = await open();
    await choose(user, 'Invitation expired');
    await waitFor(() => {
      expect(namesShown()).toEqual(['Person 4']);
    });
    expect(router.state.location.search).toBe('?tab=manage&invitation=lapsed&view=invitation-lapsed');
    const button = screen.getByRole('button', { name: 'View: Invitation expired' });
    await user.click(button);
    expect(screen.getByRole('menuitem', { name: 'Invitation expired' })).toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('menuitem', { name: 'Delete view' })).not.toBeInTheDocument();
  });

  it('hold the filters, the order and, where asked for, the columns on screen', async () => {
    const company = withViews();
    company.columns = [{ name: 'fullName', width: null }, { name: 'email', width: 240 }];
    const { user, router } = await open(`${MANAGE}&status=inactive&sort=email&page=1`);
    await choose(user, 'Save as a new view');
    await save(user, 'Left us', 'Keep the columns with it', 'Show it to everyone in your company who manages people');
    expect(await screen.findByRole('button', { name: 'View: Left us' })).toBeInTheDocument();
    expect(company.views.at(-1)).toMatchObject({ scope: 'company', query: { status: 'inactive', sort: 'email' }, columns: company.columns });
    expect(router.state.location.search).toBe(`?tab=manage&status=inactive&sort=email&view=${company.views.at(-1)?.id ?? ''}`);
  });

  it('cannot have a name twice', async () => {
    withViews();
    const { user } = await open();
    await choose(user, 'Save as a new view');
    await save(user, 'Invitation expired');
    expect(await screen.findByText('A view has this name already')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Invitation expired');
  });

  it('of one’s own are replaced by what is on screen, renamed and deleted', async () => {
    const company = withViews();
    const own = viewOf(1, { name: 'Mine', query: { status: 'active' } });
    company.views = [own];
    const { user, router } = await open(`${MANAGE}&status=active&view=${own.id}`);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by profile' }), 'TRAINEE');
    await choose(user, 'Save the changes to “Mine”', 'View: Mine (changed)');
    expect(await screen.findByRole('button', { name: 'View: Mine' })).toBeInTheDocument();
    expect(company.views[0]?.query).toEqual({ status: 'active', profile: 'TRAINEE' });

    await choose(user, 'Rename view', 'View: Mine');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Ours{Enter}');
    expect(await screen.findByRole('button', { name: 'View: Ours' })).toBeInTheDocument();

    await choose(user, 'Delete view', 'View: Ours');
    expect(await screen.findByRole('alertdialog', { name: 'Delete this view?' })).toHaveTextContent('Ours');
    await user.click(screen.getByRole('button', { name: 'Delete View' }));
    expect(await screen.findByRole('button', { name: 'Views' })).toBeInTheDocument();
    expect(company.views).toEqual([]);
    expect(router.state.location.search).toContain('status=active');
  });

  it('with columns show them, and keep changes of them until they are saved', async () => {
    const company = withViews();
    const own = viewOf(1, { name: 'Mine', columns: [{ name: 'fullName', width: null }, { name: 'gender', width: null }] });
    company.views = [own];
    const { user } = await open(`${MANAGE}&view=${own.id}`);
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['S.No', 'Full Name', 'Gender', 'Actions']);
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Columns' })).getByRole('checkbox', { name: 'Email' }));
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(company.columns).toEqual([]);
    await choose(user, 'Save the changes to “Mine”', 'View: Mine (changed)');
    await waitFor(() => {
      expect(company.views[0]?.columns?.map(({ name }) => name)).toEqual(['fullName', 'gender', 'email']);
    });
  });

  it('whose batch is gone say so; the address of another user’s view shows the same people', async () => {
    const company = withViews();
    const gone = 'The batch of this view does not exist any more. Choose another batch, or delete the view.';
    company.views = [viewOf(1, { problem: gone })];
    const first = await open(`${MANAGE}&view=${viewOf(1).id}`);
    expect(screen.getByText(gone)).toBeInTheDocument();
    first.unmount();
    await open(`${MANAGE}&status=inactive&view=${viewOf(2).id}`);
    expect(namesShown()).toEqual(['Person 5Inactive']);
    expect(screen.getByRole('button', { name: 'Views' })).toBeInTheDocument();
  });
});
