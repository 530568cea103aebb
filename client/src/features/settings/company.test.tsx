import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { COMPANY, extendsSession, noConnections, noImports, noPolicy, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const SETTINGS = '*/api/v1/companies/settings';
const LOGO = '*/api/v1/companies/logo';
const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';

beforeEach(() => {
  server.use(extendsSession, noImports, noPolicy, noConnections);
});

async function open(company: Readonly<Record<string, unknown>> = {}) {
  server.use(ownProfile('SUPER_ADMIN'), http.get(SETTINGS, () => HttpResponse.json({ ...COMPANY, ...company })));
  const { user } = renderPage({ path: '/dashboard/settings', as: { profile: 'SUPER_ADMIN' } });
  const form = within(await screen.findByRole('form', { name: 'Company' }));
  return { user, form };
}

it('a Super Admin changes the company, and sends what differs', async () => {
  const sent: unknown[] = [];
  const { user, form } = await open();
  server.use(
    http.put(SETTINGS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...COMPANY, region: 'US', defaultWorkLocation: 'Pune' });
    }),
  );
  await user.selectOptions(form.getByLabelText('Country'), 'United States');
  await user.type(form.getByLabelText('Default work location (optional)'), 'Pune');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The company is saved.')).toBeInTheDocument();
  expect(sent).toEqual([{ region: 'US', defaultWorkLocation: 'Pune' }]);
});

it.each([
  ['foundByName', 'Learners find this institute by name'],
  ['trainersMoveStages', 'Trainers move people of their batches'],
  ['mailStageChanges', 'People get a mail when their stage has another public name'],
])('has a switch: %s', async (setting, label) => {
  const sent: unknown[] = [];
  const { user, form } = await open();
  server.use(
    http.put(SETTINGS, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ ...COMPANY, [setting]: true });
    }),
  );
  const allows = form.getByRole('switch', { name: label });
  expect(allows).not.toBeChecked();
  await user.click(allows);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The company is saved.')).toBeInTheDocument();
  expect(sent).toEqual([{ [setting]: true }]);
  expect(allows).toBeChecked();
});

it('a company chooses what attendance people need, by the preset or in words of its own', async () => {
  const sent: object[] = [];
  let company: object = COMPANY;
  const { user, form } = await open();
  server.use(
    http.get(SETTINGS, () => HttpResponse.json(company)),
    http.put(SETTINGS, async ({ request }) => {
      const changes = (await request.json()) as object;
      sent.push(changes);
      company = { ...company, ...changes };
      return HttpResponse.json(company);
    }),
  );
  const [percent, days] = [form.getByLabelText('Attendance people need (%)'), form.getByLabelText('Within the first days of a batch (optional)')];
  expect(percent).toHaveValue('75');
  expect(days).toHaveValue('');
  await user.click(form.getByRole('button', { name: '70 % within 20 days' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The company is saved.')).toBeInTheDocument();
  await user.clear(days);
  await user.click(form.getByRole('button', { name: 'Save' }));
  const months = form.getByLabelText('Keep notes and changes of attendance (months)');
  expect(months).toHaveValue('24');
  await waitFor(() => expect(sent).toEqual([{ attendanceThreshold: 70, attendanceDays: 20 }, { attendanceDays: '' }]));
  await user.clear(months);
  await user.type(months, '12');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ attendanceKeptMonths: 12 }));
});

it.each([
  ['Attendance people need (%)', '0', 'Enter a whole number from 1 to 100'],
  ['Attendance people need (%)', '101', 'Enter a whole number from 1 to 100'],
  ['Within the first days of a batch (optional)', '366', 'Enter a whole number from 1 to 365, or leave it empty'],
  ['Keep notes and changes of attendance (months)', '121', 'Enter a whole number from 1 to 120'],
])('of attendance, %s takes no %s', async (label, typed, refusal) => {
  const { user, form } = await open();
  await user.clear(form.getByLabelText(label));
  await user.type(form.getByLabelText(label), typed);
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(refusal)).toBeInTheDocument();
});

it('shows the server’s error at its field', async () => {
  const { user, form } = await open();
  server.use(http.put(SETTINGS, () => problem(422, 'validation_failed', 'Please check.', { errors: { name: 'A name cannot hold a web address' } })));
  await user.type(form.getByLabelText('Name'), ' at example.com');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('A name cannot hold a web address')).toBeInTheDocument();
});

it('the logo is sent as it is, and removed after a question', async () => {
  const sent: unknown[] = [];
  const { user } = await open({ logo: IMAGE });
  server.use(
    http.put(LOGO, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(COMPANY);
    }),
    http.delete(LOGO, () => {
      sent.push('removed');
      return HttpResponse.json(COMPANY);
    }),
  );
  const part = within(screen.getByRole('region', { name: 'Logo' }));
  expect(part.getByRole('img', { name: 'Logo of Demo Company' })).toHaveAttribute('src', IMAGE);
  expect(part.getByRole('note')).toHaveTextContent(/verified your company/u);
  await user.upload(part.getByLabelText('Logo', { selector: 'input' }), new File([Uint8Array.of(0, 255)], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText('The logo is saved.')).toBeInTheDocument();
  await user.click(part.getByRole('button', { name: 'Remove' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The logo is removed.')).toBeInTheDocument();
  expect(sent).toEqual([{ content: 'AP8=' }, 'removed']);
});

it('an image that is too large is not sent', async () => {
  const { user } = await open();
  await user.upload(screen.getByLabelText('Logo', { selector: 'input' }), new File([new Uint8Array(100 * 1024 + 1)], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByText(/more than 100 KB/u)).toBeInTheDocument();
});

it('an Admin reads what the company has chosen, and nothing is still to come', async () => {
  server.use(ownProfile('ADMIN'), http.get(SETTINGS, () => HttpResponse.json({ ...COMPANY, timeZone: 'America/New_York', attendanceDays: 20 })));
  renderPage({ path: '/dashboard/settings', as: { profile: 'ADMIN', role: 'HR' } });
  const company = within(await screen.findByRole('region', { name: 'Company' }));
  expect(await company.findByText('India')).toBeInTheDocument();
  expect(company.getByText('America / New York')).toBeInTheDocument();
  expect(company.getByText('75 % within 20 days')).toBeInTheDocument();
  expect(company.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByText('Settings Coming Soon')).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Login policy' })).not.toBeInTheDocument();
});
