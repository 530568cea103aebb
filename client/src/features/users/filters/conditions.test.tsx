import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { describeTerm, readWhere } from '~/lib/conditions';
import { problem } from '~/testing/answers';
import { companyOf, fieldOf, MANAGE, rowOf, userOf, USERS, viewOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const choices = ['CNC', 'Fitter'].map((label, index) => ({ number: index + 1, label, archived: false }));
const course = fieldOf('course', { label: 'Course', kind: 'one', choices });
const marks = fieldOf('marks', { label: 'Marks', kind: 'number', keyed: true });
const joined = fieldOf('joined', { label: 'Joined', kind: 'date' });
const category = fieldOf('category', { label: 'Category', sensitive: true });
const WHERE = '[{"field":"course","is":[1]}]';

async function open(path = MANAGE) {
  const app = renderPage({ path, as: {} });
  await screen.findByRole('table', { name: 'People' });
  return app;
}

const whereOf = ({ state }: ReturnType<typeof renderPage>['router']) => new URLSearchParams(state.location.search).get('where');

describe('conditions on the fields of a company', () => {
  beforeEach(() => {
    server.use(http.get('*/api/v1/fields', () => HttpResponse.json({ fields: [course, marks, joined, category], version: 1 })));
  });

  it('are put together by kind, asked of the server by numbers, and taken off by their chips', async () => {
    const company = companyOf([userOf(1)]);
    const { user, router } = await open();
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await user.click(panel.getByRole('button', { name: 'Condition' }));
    const fields = panel.getByRole('combobox', { name: 'Field' });
    expect(within(fields).queryByRole('option', { name: 'Category' })).not.toBeInTheDocument();
    expect(panel.getByRole('button', { name: 'Add condition' })).toBeDisabled();
    await user.click(panel.getByRole('checkbox', { name: 'CNC' }));
    await user.click(panel.getByRole('button', { name: 'Add condition' }));
    expect(whereOf(router)).toBe(WHERE);

    await user.click(panel.getByRole('button', { name: 'Condition' }));
    await user.selectOptions(panel.getByRole('combobox', { name: 'Field' }), 'Marks');
    await user.type(panel.getByRole('textbox', { name: 'From' }), 'x');
    expect(panel.getByRole('button', { name: 'Add condition' })).toBeDisabled();
    await user.clear(panel.getByRole('textbox', { name: 'From' }));
    await user.type(panel.getByRole('textbox', { name: 'From' }), '६०.5{Enter}');
    expect(whereOf(router)).toBe('[{"field":"course","is":[1]},{"field":"marks","from":60.5}]');

    await user.click(panel.getByRole('button', { name: 'Condition' }));
    await user.selectOptions(panel.getByRole('combobox', { name: 'Field' }), 'Joined');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Operator' }), 'is empty');
    await user.click(panel.getByRole('button', { name: 'Add condition' }));
    expect(panel.getByRole('button', { name: 'Condition' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Remove filter: Marks: from 60.5' }));
    await user.click(screen.getByRole('button', { name: 'Remove filter: Joined: empty' }));
    expect(screen.getByRole('button', { name: 'Remove filter: Course: CNC' })).toBeInTheDocument();
    await waitFor(() => {
      expect(company.asked.at(-1)?.get('where')).toBe(WHERE);
    });
  });

  it('that the server refuses show why, and no people', async () => {
    companyOf([userOf(1)]);
    const sentence = 'There is no field course that is open to you';
    server.use(http.get(USERS, () => problem(422, 'validation_failed', sentence, { errors: { where: sentence } })));
    renderPage({ path: `${MANAGE}&where=${encodeURIComponent(WHERE)}`, as: {} });
    expect(await screen.findByText(new RegExp(sentence, 'u'))).toBeInTheDocument();
    expect(screen.queryByText('Person 1')).not.toBeInTheDocument();
  });

  it('are part of a view, with its columns', async () => {
    const company = companyOf([userOf(1, { fields: { course: 'CNC', marks: 72.5 } })]);
    company.views = [viewOf(1, { query: { where: WHERE }, columns: [{ name: 'fullName', width: null }, { name: 'field:marks', width: null }, { name: 'field:gone', width: null }] })];
    const { user } = await open(`${MANAGE}&where=${encodeURIComponent(WHERE)}&view=${viewOf(1).id}`);
    expect(await screen.findByRole('button', { name: 'View: View 1' })).toBeInTheDocument();
    const row = await rowOf('Person 1');
    expect(row.getByRole('cell', { name: '72.5' })).toHaveClass('MuiTableCell-alignRight');
    await user.click(within(screen.getByRole('columnheader', { name: 'Marks' })).getByRole('button', { name: 'Marks' }));
    await waitFor(() => {
      expect(company.asked.at(-1)?.get('sort')).toBe('field:marks');
    });
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Columns' }));
    await user.click(panel.getByRole('checkbox', { name: 'Course' }));
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('cell', { name: 'CNC' })).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'View: View 1 (changed)' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save the changes to “View 1”' }));
    await waitFor(() => {
      expect(company.views[0]?.columns?.map(({ name }) => name)).toEqual(['fullName', 'field:marks', 'field:course']);
    });
    expect(company.views[0]?.query).toEqual({ where: WHERE, sort: 'field:marks' });
  });

  it('an export has sensitive details only where they are asked for', async () => {
    companyOf([userOf(1)]);
    const asked: string[] = [];
    server.use(
      http.get(`${USERS}/export.csv`, ({ request }) => {
        asked.push(new URL(request.url).search);
        return new HttpResponse('people', { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    const { user } = await open();
    for (const isTicked of [false, true]) {
      await user.click(await screen.findByRole('button', { name: 'Export' }));
      await user.click(await screen.findByRole('menuitem', { name: /^All columns, as CSV/u }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Export people' }));
      if (isTicked) await user.click(dialog.getByRole('checkbox', { name: 'With sensitive details: Category' }));
      await user.click(dialog.getByRole('button', { name: 'Export' }));
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      });
    }
    await waitFor(() => {
      expect(asked).toEqual(['?sort=-createdAt', '?sort=-createdAt&sensitive=true']);
    });
  });
});

it('what stands in the address of a condition is read as such, or not at all', () => {
  expect([null, '', 'x', '{}', '[1]', '[{"is":[1]}]'].map(readWhere)).toEqual([[], [], [], [], [], []]);
  expect(describeTerm({ field: 'joined', from: '2026-07-01', to: '2026-07-31' }, joined)).toBe('Joined: 01 Jul 2026 to 31 Jul 2026');
  expect(describeTerm({ field: 'course', isNot: [1, 2] }, course)).toBe('Course: not CNC, Fitter');
  expect(describeTerm({ field: 'gone', contains: 'ra' }, undefined)).toBe('gone: contains “ra”');
});
