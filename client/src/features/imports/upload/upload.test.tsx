import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { storedAccessToken } from '~/api/session/storage';
import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { answersSnapshot, IMPORT_ID, snapshotOf } from '../testing';

const HEADER = 'fullName,email,phone,dateOfBirth,gender,workLocation,role,profile';
const ROW = 'Asha,asha@example.com,+919800000001,1990-04-12,Female,Pune,MENTOR,TRAINER';

const csv = (text: string, name = 'staff.csv') => new File([text], name, { type: 'text/csv' });
const good = () => csv(`${HEADER}\n${ROW}\n`);

beforeEach(() => {
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports);
});

/** Opens the upload page and gives a way to drop files on it. */
async function uploadPage() {
  const app = renderPage({ path: '/dashboard/users/imports/new', as: {} });
  await screen.findByRole('heading', { name: 'Upload CSV File' });
  const choose = (file: File) => {
    fireEvent.change(screen.getByLabelText('Spreadsheet'), { target: { files: [file] } });
  };
  return { ...app, choose };
}

/** Takes uploads; the function says how each is answered. */
function takesUploads(answer: (request: Request, count: number) => Response | Promise<Response>) {
  const keys: (string | null)[] = [];
  server.use(
    http.post('*/api/v1/users/imports', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return answer(request, keys.length);
    }),
  );
  return keys;
}

const accepted = () => HttpResponse.json({ id: IMPORT_ID, state: 'validating' }, { status: 201 });

describe('uploading a file', () => {
  it('sends it once, with bearer and key, and goes on to the page of its import', async () => {
    let authorization: string | null = null;
    const keys = takesUploads((request) => {
      authorization = request.headers.get('Authorization');
      return accepted();
    });
    server.use(answersSnapshot(() => snapshotOf({ state: 'validating', checkedRows: 30, startedAt: null })));
    const { choose, router } = await uploadPage();
    choose(good());
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe(`/dashboard/users/imports/${IMPORT_ID}`);
    expect(screen.getByText('30 of 120')).toBeInTheDocument();
    expect(authorization).toMatch(/^Bearer /u);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/u);
  });

  it('takes a dropped file as well', async () => {
    takesUploads(accepted);
    server.use(answersSnapshot(() => snapshotOf({ state: 'validating', startedAt: null })));
    await uploadPage();
    fireEvent.drop(screen.getByText('Drop a spreadsheet here'), { dataTransfer: { files: [good()] } });
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
  });

  it.each([
    ['another kind of file', 'Please upload a CSV file'],
    ['a header alone', 'CSV file must contain at least a header row and one data row'],
  ])('shows the refusal of %s, and another one can be chosen', async (_what, message) => {
    takesUploads(() => problem(422, 'file_refused', message));
    const { choose } = await uploadPage();
    choose(good());
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Choose Spreadsheet' })).toBeInTheDocument();
  });

  it('refuses an empty file without sending it', async () => {
    const { choose } = await uploadPage();
    choose(csv(''));
    expect(await screen.findByText('CSV file must contain at least a header row and one data row')).toBeInTheDocument();
  });

  it('refuses a file beyond 10MB without reading it', async () => {
    const large = good();
    Object.defineProperty(large, 'size', { value: 10_485_761 });
    const { choose } = await uploadPage();
    choose(large);
    expect((await screen.findByText(/^The file is larger than 10MB\. Save it as Excel, or zip it/u)).closest('[role=alert]')).toBeInTheDocument();
  });

  it('shows the sentence of a refusal once, with what exactly is wrong beneath', async () => {
    takesUploads(() =>
      problem(422, 'file_refused', 'Error parsing CSV file. Please check the format.', {
        errors: { file: 'A quotation mark opened at line 7 is never closed, or its cell is far too long.' },
      }),
    );
    const { choose } = await uploadPage();
    choose(good());
    const alert = await screen.findByText('Error parsing CSV file. Please check the format.');
    expect(screen.getByText('A quotation mark opened at line 7 is never closed, or its cell is far too long.')).toBeInTheDocument();
    expect(alert.closest('[role=alert]')).toHaveTextContent('staff.csv');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('offers to read each line as a row where quotation marks do not fit', async () => {
    const plain = 'Each line is a row: quotation marks are plain characters';
    const asked: (string | null)[] = [];
    takesUploads((request) => {
      asked.push(new URL(request.url).searchParams.get('quotes'));
      return asked.length === 1
        ? problem(422, 'file_refused', 'Error parsing CSV file. Please check the format.', { errors: { file: 'Line 3', quotes: plain } })
        : accepted();
    });
    server.use(answersSnapshot(() => snapshotOf({ state: 'validating', startedAt: null })));
    const { choose, user } = await uploadPage();
    choose(good());
    await user.click(await screen.findByRole('button', { name: plain }));
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
    expect(asked).toEqual([null, 'plain']);
  });

  it('shows how a workbook is saved without its password', async () => {
    const how = 'In Excel: File, Info, Protect Workbook, Encrypt with Password. Empty the box, and save.';
    const sentence = 'This workbook is protected by a password. Save it without a password and upload it again.';
    takesUploads(() => problem(422, 'file_refused', sentence, { errors: { file: how } }));
    const { choose } = await uploadPage();
    choose(new File(['\u00d0\u00cf'], 'students.xlsx'));
    const alert = (await screen.findByText(sentence)).closest('[role=alert]');
    expect(alert).toHaveTextContent(how);
    expect(alert).toHaveTextContent('students.xlsx');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('that fails without a word of the server says so, and can be tried again', async () => {
    takesUploads(() => new HttpResponse('<html>', { status: 500 }));
    const { choose } = await uploadPage();
    choose(good());
    expect(await screen.findByText('Upload failed. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it.each([
    [3600, 'Too many requests. Try again in 60 minutes.'],
    [80_940, 'Too many requests.'],
  ])('says when a limit is over, %i seconds away; for more than an hour the server says it', async (retryAfter, sentence) => {
    takesUploads(() => problem(429, 'daily_rows_exceeded', 'Too many requests.', { retryAfter }));
    const { choose } = await uploadPage();
    choose(good());
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  });

  it('a repeat after a lost answer is the same upload; another file is another', async () => {
    const keys = takesUploads((_request, count) => (count < 3 ? HttpResponse.error() : accepted()));
    server.use(answersSnapshot(() => snapshotOf({ state: 'validating', startedAt: null })));
    const { choose, user } = await uploadPage();
    choose(good());
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => {
      expect(keys).toHaveLength(2);
    });
    await screen.findByRole('button', { name: 'Try again' });
    choose(csv(`${HEADER}\n${ROW}\n${ROW}\n`, 'others.csv'));
    await screen.findByRole('heading', { name: 'Checking the file' });
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('refreshes an ended token once and goes on', async () => {
    server.use(
      http.post('*/api/v1/auth/refresh-token', () =>
        HttpResponse.json({ accessToken: 'a.b.c', refreshToken: 'refresh-2', serverTime: new Date().toISOString() }),
      ),
      answersSnapshot(() => snapshotOf({ state: 'validating', startedAt: null })),
    );
    takesUploads((request) =>
      request.headers.get('Authorization') === 'Bearer a.b.c' ? accepted() : problem(401, 'not_signed_in', 'Session expired.'),
    );
    const { choose } = await uploadPage();
    choose(good());
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
  });

  it('that is cancelled while the token is renewed is not sent again', async () => {
    let renew = (): void => undefined;
    const renewed = new Promise<void>((resolve) => {
      renew = resolve;
    });
    const asked = vi.fn<() => void>();
    server.use(
      http.post('*/api/v1/auth/refresh-token', async () => {
        asked();
        await renewed;
        return HttpResponse.json({ accessToken: 'a.b.c', refreshToken: 'refresh-2', serverTime: new Date().toISOString() });
      }),
    );
    const keys = takesUploads(() => problem(401, 'not_signed_in', 'Session expired.'));
    const { choose, user } = await uploadPage();
    choose(good());
    await waitFor(() => {
      expect(asked).toHaveBeenCalledOnce();
    });
    await user.click(screen.getByRole('button', { name: /^Cancel/u }));
    renew();
    await waitFor(() => {
      expect(storedAccessToken()).toBe('a.b.c');
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(keys).toHaveLength(1);
  });

  it('keeps the session where it could not be asked about, and the file for another try', async () => {
    server.use(http.post('*/api/v1/auth/refresh-token', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })));
    takesUploads(() => problem(401, 'not_signed_in', 'Session expired.'));
    const { choose, store } = await uploadPage();
    choose(good());
    expect(await screen.findByText('Service temporarily unavailable. Please try again later.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    expect(store.getState().session.claims).not.toBeNull();
  });
});

describe('the guide', () => {
  it('names the required headers in their order', async () => {
    await uploadPage();
    const names = screen.getAllByRole('listitem').flatMap((item) => item.querySelector('code')?.textContent ?? []);
    expect(names).toEqual(HEADER.split(','));
  });

  it('hands over the sample as the server made it', async () => {
    server.use(http.get('*/api/v1/users/imports/template.csv', () => HttpResponse.text(`${HEADER}\r\n${ROW}\r\n`)));
    const saved = vi.fn<(content: Blob) => string>(() => 'blob:saved');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined }));
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    const { user } = await uploadPage();
    await user.click(screen.getByRole('button', { name: 'Download Sample Template' }));
    await waitFor(() => {
      expect(names).toEqual(['sample_users_template.csv']);
    });
    expect(await saved.mock.calls[0]?.[0].text()).toBe(`${HEADER}\r\n${ROW}\r\n`);
  });
});
