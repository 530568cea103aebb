import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm, useWatch } from 'react-hook-form';
import { describe, expect, it } from 'vitest';

import { keepRegion } from '~/lib/region';
import { COMPANY_REGION } from '~/testing/answers';
import { AppTheme } from '~/theme/AppTheme';

import { DateField } from './DateField';

function Form({ day }: { readonly day: string }) {
  const { control } = useForm({ defaultValues: { born: day } });
  const born = useWatch({ control, name: 'born' });
  return (
    <>
      <DateField control={control} name="born" label="Date of birth" openAt={new Date(2004, 0)} />
      <button type="button">Next</button>
      <p>Held: {born}</p>
    </>
  );
}

function open(day = '') {
  const user = userEvent.setup({ delay: null });
  render(
    <AppTheme>
      <Form day={day} />
    </AppTheme>,
  );
  return { user, input: screen.getByRole('combobox', { name: 'Date of birth' }) };
}

const calendar = () => screen.findByRole('dialog', { name: 'Calendar: date of birth' });
const isClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

describe('a date field', () => {
  it('shows day, month and year and the day in words, and opens no keyboard', () => {
    const { input } = open('1999-03-12');
    expect(input).toHaveValue('12/03/1999');
    expect(input).toHaveAttribute('readonly');
    expect(input).toHaveAccessibleDescription('12 Mar 1999');
  });

  it('opens with the focus, and takes the day that is pressed', async () => {
    const { user, input } = open();
    await user.tab();
    expect(input).toHaveFocus();
    await calendar();
    await user.click(await screen.findByRole('button', { name: /15 January 2004/u }));
    await isClosed();
    expect(input).toHaveValue('15/01/2004');
    expect(screen.getByText('Held: 2004-01-15')).toBeInTheDocument();
    expect(input).toHaveFocus();
    await user.click(input);
    await calendar();
  });

  it('offers 100 years back and 10 ahead, and every month', async () => {
    const { user, input } = open();
    await user.click(input);
    const years = await screen.findByRole('combobox', { name: /year/iu });
    const offered = within(years).getAllByRole('option').map((option) => Number(option.textContent));
    const now = new Date().getFullYear();
    expect(offered).toHaveLength(111);
    expect([Math.min(...offered), Math.max(...offered)]).toEqual([now - 100, now + 10]);
    await user.selectOptions(years, '1988');
    await user.selectOptions(screen.getByRole('combobox', { name: /month/iu }), 'February');
    expect(screen.getByRole('button', { name: /29 February 1988/u })).toBeInTheDocument();
  });

  it('is used by the keyboard alone', async () => {
    const { user, input } = open('1999-03-12');
    await user.tab();
    await calendar();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: /12 March 1999/u })).toHaveFocus();
    });
    await user.keyboard('{ArrowRight}{ArrowDown}{PageUp}{Enter}');
    await isClosed();
    expect(input).toHaveValue('20/02/1999');
    expect(input).toHaveFocus();
  });

  it.each([
    ['Escape', '{Escape}', 'Date of birth'],
    ['Tab', '{Tab}', 'Next'],
  ])('closes on %s', async (_name, key, focused) => {
    const { user } = open();
    await user.tab();
    await calendar();
    await user.keyboard(key);
    await isClosed();
    expect(document.activeElement).toHaveAccessibleName(focused);
  });

  it('closes on Escape among its days, and Tab leads on from them', async () => {
    const { user, input } = open('1999-03-12');
    await user.tab();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: /12 March 1999/u })).toHaveFocus();
    });
    await user.keyboard('{Escape}');
    await isClosed();
    expect(input).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => {
      expect(screen.getByRole('button', { name: /12 March 1999/u })).toHaveFocus();
    });
    await user.tab();
    await isClosed();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
  });

  it('closes on a press outside, and stays open on one inside', async () => {
    const { user, input } = open();
    await user.click(input);
    await user.click(await screen.findByRole('button', { name: /next month/iu }));
    expect(await screen.findByRole('button', { name: /\b1 February 2004/u })).toBeInTheDocument();
    await user.click(screen.getByText(/^Held/u));
    await isClosed();
  });

  it('can be emptied', async () => {
    const { user, input } = open('1999-03-12');
    await user.tab();
    await user.keyboard('{Delete}');
    expect(input).toHaveValue('');
  });

  it.each([
    [
      'day',
      [
        ['13022003', '13/02/2003', '2003-02-13'],
        ['3/4/2003', '03/04/2003', '2003-04-03'],
        // In the other order it would be a day: it is not read so.
        ['02132003', '02/13/2003', '02/13/2003'],
        ['30/2/2003', '30/02/2003', '30/02/2003'],
        ['1302', '13/02', '13/02'],
        ['130220034', '4', '4'],
      ],
    ],
    [
      'month',
      [
        ['3.4.2003', '03/04/2003', '2003-03-04'],
        ['13022003', '13/02/2003', '13/02/2003'],
      ],
    ],
  ] as const)('with the %s first, the keyboard writes a day', async (dateOrder, written) => {
    keepRegion({ ...COMPANY_REGION, dateOrder });
    const { user, input } = open();
    expect(input).toHaveAttribute('placeholder', dateOrder === 'day' ? 'DD/MM/YYYY' : 'MM/DD/YYYY');
    await user.tab();
    for (const [typed, shown, held] of written) {
      await user.keyboard(`{Delete}${typed}`);
      expect(input).toHaveValue(shown);
      expect(screen.getByText(`Held: ${held}`)).toBeInTheDocument();
    }
  });

  it('is corrected by Backspace, key by key, and written anew over a day', async () => {
    const { user, input } = open('1999-03-12');
    await user.tab();
    await user.keyboard('13/1{Backspace}022003');
    expect(input).toHaveValue('13/02/2003');
    await isClosed();
  });

  it('takes a day from the clipboard, however it is written', async () => {
    const { user } = open();
    await user.tab();
    for (const [pasted, held] of [
      ['13/02/2003', '2003-02-13'],
      ['02/13/2003', ''],
      [' 13-2-2003\n', '2003-02-13'],
      ['about 13', ''],
      ['2003-02-13', '2003-02-13'],
    ] as const) {
      await user.keyboard('{Delete}');
      await user.paste(pasted);
      expect(screen.getByText(/^Held/u)).toHaveTextContent(`Held: ${held}`.trim());
    }
  });
});
