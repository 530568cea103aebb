import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { companyOf, MANAGE, namesShown, userOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';

const many = (count: number) => Array.from({ length: count }, (_, index) => userOf(index + 1));

async function open(path = MANAGE) {
  const app = renderPage({ path, as: {} });
  await screen.findByRole('table', { name: 'People' });
  return app;
}

const rowsOfPage = () => screen.getByRole('combobox', { name: 'Rows of a page' });
const pageField = () => screen.getByRole('textbox', { name: 'People: page' });
const shows = (from: number, to: number) =>
  waitFor(() => {
    expect([namesShown()[0], namesShown().at(-1)]).toEqual([`Person ${from}`, `Person ${to}`]);
  });

describe('the rows of a page', () => {
  it('are chosen, kept by account, and in the address', async () => {
    const company = companyOf(many(60));
    const { user, router, unmount } = await open();
    expect(rowsOfPage()).toHaveDisplayValue('10 rows');
    await user.selectOptions(rowsOfPage(), '25 rows');
    await shows(1, 25);
    expect(router.state.location.search).toBe('?tab=manage&pageSize=25');
    expect(company.choices).toEqual([{ pageSize: 25 }]);
    unmount();

    await open();
    await shows(1, 25);
    expect(company.asked.at(-1)?.get('pageSize')).toBe('25');
  });

  it('keep the first row on the page, and number the rows', async () => {
    companyOf(many(60));
    const { user, router } = await open(`${MANAGE}&page=4`);
    await user.selectOptions(rowsOfPage(), '25 rows');
    await shows(26, 50);
    expect(router.state.location.search).toBe('?tab=manage&pageSize=25&page=2');
    expect(screen.getAllByRole('row')[1]?.firstElementChild).toHaveTextContent('26');
    await user.selectOptions(rowsOfPage(), '10 rows');
    await shows(21, 30);
  });

  it('of an address win over those of the account, and others than the offered ones are none', async () => {
    const company = companyOf(many(60));
    company.pageSize = 50;
    const { unmount } = await open(`${MANAGE}&pageSize=25`);
    await shows(1, 25);
    unmount();
    await open(`${MANAGE}&pageSize=60`);
    await shows(1, 50);
    expect(company.choices).toEqual([]);
  });

  it('are no choice where all fit on the shortest page', async () => {
    companyOf(many(10));
    await open();
    expect(screen.queryByRole('combobox', { name: 'Rows of a page' })).not.toBeInTheDocument();
  });
});

describe('the number of the page', () => {
  it('is typed to go there, the last one where it is beyond', async () => {
    companyOf(many(60));
    const { user, router } = await open();
    await user.click(pageField());
    await user.keyboard('4{Enter}');
    await shows(31, 40);
    expect(router.state.location.search).toBe('?tab=manage&page=4');
    await user.click(pageField());
    await user.keyboard('999');
    await user.tab();
    await shows(51, 60);
    expect(pageField()).toHaveValue('6');
  });

  it('stays where nothing usable is typed', async () => {
    const company = companyOf(many(60));
    const { user } = await open(`${MANAGE}&page=2`);
    await shows(11, 20);
    const asked = company.asked.length;
    for (const typed of ['0{Enter}', 'x{Enter}', '{Backspace}{Enter}', '5{Escape}{Enter}', '2{Enter}']) {
      await user.click(pageField());
      await user.keyboard(typed);
      expect(pageField()).toHaveValue('2');
      await user.tab();
    }
    expect(company.asked).toHaveLength(asked);
  });

  it('is text where two steps lead everywhere', async () => {
    companyOf(many(30));
    await open();
    expect(screen.queryByRole('textbox', { name: 'People: page' })).not.toBeInTheDocument();
    expect(screen.getByText('1 / 3')).toBeInTheDocument();
  });
});
