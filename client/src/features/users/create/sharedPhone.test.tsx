import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { companyOf, userOf } from '~/testing/company';
import { renderPage } from '~/testing/renderApp';

it('the form warns of a phone that others of the company have too, and of no part of one', async () => {
  const company = companyOf([userOf(1, { phone: '+919876543210' }), userOf(2, { phone: '+919876543211' })]);
  const { user } = renderPage({ path: '/dashboard/users/new', as: {} });
  const field = await screen.findByLabelText('Phone');
  const paste = async (text: string) => {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  await paste('+9198765432');
  await waitFor(() => {
    expect(company.asked.map((query) => query.get('search'))).toEqual(['+9198765432']);
  });
  expect(screen.queryByText(/^Also the phone/u)).not.toBeInTheDocument();
  await paste('98765 43210');
  expect(await screen.findByText('Also the phone of 1 other')).toHaveRole('status');
  await paste('98765 43212');
  await waitFor(() => {
    expect(screen.queryByText(/^Also the phone/u)).not.toBeInTheDocument();
  });
});
