import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';

import { problem } from '~/testing/answers';
import { batchOf, companyOf, MANAGE, userOf, USERS } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

async function open(path = MANAGE) {
  const app = renderPage({ path, as: {} });
  await screen.findByRole('table', { name: 'People' });
  return app;
}

const heads = () => screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent);

async function openPanel(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  return within(await screen.findByRole('dialog', { name: 'Columns' }));
}

describe('columns', () => {
  it('are chosen, and kept by account', async () => {
    const july = batchOf(1, { name: 'July 2026' });
    const company = companyOf([userOf(1, { invitation: 'failed', isActive: false, batches: [{ id: july.id, name: july.name }] })]);
    const { user, unmount } = await open();
    const panel = await openPanel(user);
    expect(panel.getByRole('checkbox', { name: 'Full Name' })).toBeDisabled();
    await user.click(panel.getByRole('checkbox', { name: 'Invitation' }));
    await user.click(panel.getByRole('checkbox', { name: 'Batches' }));
    await user.click(panel.getByRole('checkbox', { name: 'Phone' }));
    unmount();

    await open();
    expect(heads()).toEqual(['S.No', 'Full Name', 'Email', 'Role', 'Profile', 'Invitation', 'Batches', 'Actions']);
    expect(screen.getByRole('cell', { name: 'Could not be delivered' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'July 2026' })).toBeInTheDocument();
    expect(company.columns.map(({ name }) => name)).toEqual(['fullName', 'email', 'role', 'profile', 'invitation', 'batches']);
  });

  it('are ordered by buttons that keep the focus, and reset', async () => {
    const company = companyOf([userOf(1)]);
    const { user } = await open();
    const panel = await openPanel(user);
    await user.click(panel.getByRole('button', { name: 'Move Profile up' }));
    expect(panel.getByRole('status')).toHaveTextContent('Profile is now 4 of 5');
    expect(panel.getByRole('button', { name: 'Move Profile up' })).toHaveFocus();
    expect(heads()).toEqual(['S.No', 'Full Name', 'Email', 'Phone', 'Profile', 'Role', 'Actions']);
    await user.click(panel.getByRole('button', { name: 'Move Full Name up' }));
    await user.click(panel.getByRole('button', { name: 'Reset columns' }));
    expect(heads()).toEqual(['S.No', 'Full Name', 'Email', 'Phone', 'Role', 'Profile', 'Actions']);
    await waitFor(() => {
      expect(company.columns).toEqual([]);
    });
  });

  it('are sized by the keyboard, and get their own width back', async () => {
    const company = companyOf([userOf(1)]);
    const { user } = await open();
    const edge = () => screen.getByRole('separator', { name: 'Width of Phone' });
    edge().focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => {
      expect(company.columns).toContainEqual({ name: 'phone', width: 146 });
    });
    expect(edge()).toHaveAttribute('aria-valuenow', '146');
    await user.keyboard('{Home}');
    await waitFor(() => {
      expect(company.columns).toContainEqual({ name: 'phone', width: null });
    });
  });

  it('are sized by dragging an edge, kept at its end', async () => {
    const company = companyOf([userOf(1)]);
    await open();
    const edge = screen.getByRole('separator', { name: 'Width of Role' });
    edge.setPointerCapture = () => undefined;
    Object.defineProperty(edge.parentElement, 'offsetWidth', { value: 158 });
    fireEvent.pointerDown(edge, { clientX: 500, pointerId: 1 });
    fireEvent.pointerMove(edge, { clientX: 540, pointerId: 1 });
    await waitFor(() => {
      expect(edge).toHaveAttribute('aria-valuenow', '198');
    });
    expect(company.columns).toEqual([]);
    fireEvent.pointerUp(edge, { clientX: 560, pointerId: 1 });
    await waitFor(() => {
      expect(company.columns).toContainEqual({ name: 'role', width: 218 });
    });
  });

  it('of the account are shown; unknown ones are left out, and those without role and profile hinder no edit', async () => {
    const company = companyOf([userOf(1)]);
    company.columns = [{ name: 'shoeSize', width: null }, { name: 'email', width: 200 }];
    const { user } = await open();
    expect(heads()).toEqual(['S.No', 'Full Name', 'Email', 'Actions']);
    expect(company.columns).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Edit Person 1' }));
    expect(screen.getByRole('combobox', { name: 'Profile of Person 1' })).toHaveFocus();
    expect(screen.getByRole('combobox', { name: 'Role of Person 1' })).toBeInTheDocument();
  });

  it('changed quickly are sent one at a time, the newest last', async () => {
    const company = companyOf([userOf(1)]);
    const answers: (() => void)[] = [];
    server.use(
      http.put(`${USERS}/columns`, async () => {
        await new Promise<void>((resolve) => {
          answers.push(resolve);
        });
        return undefined;
      }),
    );
    const { user } = await open();
    const panel = await openPanel(user);
    await user.click(panel.getByRole('checkbox', { name: 'Gender' }));
    await user.click(panel.getByRole('checkbox', { name: 'Status' }));
    await user.click(panel.getByRole('checkbox', { name: 'Gender' }));
    expect(heads()).toEqual(['S.No', 'Full Name', 'Email', 'Phone', 'Role', 'Profile', 'Status', 'Actions']);
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await waitFor(() => {
      expect(answers).toHaveLength(2);
    });
    answers[1]?.();
    await waitFor(() => {
      expect(company.columns.map(({ name }) => name)).toEqual(['fullName', 'email', 'phone', 'role', 'profile', 'status']);
    });
    expect(company.choices).toHaveLength(2);
  });

  it('that could not be kept are said to be so', async () => {
    companyOf([userOf(1)]);
    server.use(http.put(`${USERS}/columns`, () => problem(503, 'unavailable', 'Service temporarily unavailable. Please try again later.')));
    const { user } = await open();
    const panel = await openPanel(user);
    await user.click(panel.getByRole('checkbox', { name: 'Gender' }));
    expect(await screen.findByText('Service temporarily unavailable. Please try again later.')).toBeInTheDocument();
    expect(heads()).toContain('Gender');
  });
});
