import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import { extendsSession, noImports, ownProfile } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import type { FileQuestion, ImportSnapshot } from '../api';
import { ADDRESS, answersProblems, answersRows, answersSnapshot, IMPORT_ID, OWNER_ID, readySnapshot, rowOf } from '../testing';

const hidden: FileQuestion = {
  kind: 'hidden_rows',
  text: '3 rows of the sheet “Students” are hidden, by a filter or by hand.',
  choices: [
    { value: 'all_rows', label: 'Read all rows, also the hidden ones' },
    { value: 'visible_rows', label: 'Read only the rows that are shown' },
  ],
  answer: null,
};

describe('what a file leaves open', () => {
  let current: Partial<ImportSnapshot>;

  beforeEach(() => {
    current = { questions: [hidden], totalRows: 1, validRows: 1, warningRows: 0, invalidRows: 0 };
    server.use(
      extendsSession,
      ownProfile('SUPER_ADMIN'),
      noImports,
      answersSnapshot(() => readySnapshot(current)),
      answersProblems(() => []),
      answersRows(() => [rowOf(1)]),
    );
  });

  const preview = async () => {
    const app = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
    await screen.findByRole('grid', { name: 'Rows of the file' });
    return app;
  };

  it('is asked before anything can be uploaded, and the answer is sent', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(`*/api/v1/users/imports/${IMPORT_ID}/columns`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(readySnapshot({ ...current, state: 'validating', checkedRows: 0, version: 8 }));
      }),
    );
    const { user } = await preview();
    const question = within(screen.getByRole('group', { name: hidden.text }));
    expect(screen.getByText('Answer above what the file leaves open.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Upload 1 Valid User' })).toBeDisabled();
    await user.click(question.getByRole('button', { name: 'Read only the rows that are shown' }));
    expect(sent).toEqual([{ answers: { hidden_rows: 'visible_rows' } }]);
    expect(await screen.findByRole('heading', { name: 'Checking the file' })).toBeInTheDocument();
  });

  it('shows its answer, and can be answered in another way', async () => {
    current = { ...current, questions: [{ ...hidden, answer: 'all_rows' }] };
    await preview();
    const question = within(screen.getByRole('group', { name: hidden.text }));
    expect(question.getByText('Read all rows, also the hidden ones')).toBeInTheDocument();
    expect(question.getByRole('button', { name: 'Read only the rows that are shown' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Upload 1 Valid User' })).toBeEnabled();
  });

  it('has an account of every line', async () => {
    current = { ...current, questions: [], lines: { total: 18, above: 1, heading: 1, rows: 6, blank: 2, inside: 1, examples: 1, notes: 2, left: 0, repeated: 4 } };
    const { user } = await preview();
    await user.click(screen.getByRole('button', { name: /^18 lines in the file/u }));
    expect(screen.getByRole('note')).toHaveTextContent(
      '18 lines in the file: 1 above the headings, 1 of headings, 6 of people, 1 of examples of our template, left out, 2 of totals and notes, left out, 4 of people with a later row, left out, 2 blank, 1 inside of cells that have several.',
    );
  });
});
