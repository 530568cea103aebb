import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';

import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { ADDRESS, IMPORT_ID, nth, OWNER_ID } from '../testing';
import { cell, previewOfThree } from './testing';

/** The page of a preview of three rows. */
async function openPreview() {
  const preview = previewOfThree();
  server.use(extendsSession, ownProfile('SUPER_ADMIN'), noImports, ...preview.handlers);
  const app = renderPage({ path: ADDRESS, as: { userId: OWNER_ID } });
  const grid = await screen.findByRole('grid', { name: 'Rows of the file' });
  return { ...app, ...preview, grid };
}

const editor = (label: string) => screen.findByRole('textbox', { name: label });

describe('the cells of the preview', () => {
  it('are moved through by the arrows, one of them in the order of Tab', async () => {
    const { user, grid } = await openPreview();
    expect(grid.querySelectorAll('[role=gridcell][tabindex="0"]')).toHaveLength(1);
    cell(1, 'full name').focus();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(cell(2, 'email')).toHaveFocus();
    await user.keyboard('{End}');
    expect(cell(2, 'role')).toHaveFocus();
    await user.keyboard('{Control>}{Home}{/Control}');
    expect(cell(1, 'full name')).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowLeft}');
    expect(screen.getByRole('checkbox', { name: 'Select row 1' })).toHaveFocus();
    // Beside it the button that deletes an invalid row.
    expect([...grid.querySelectorAll('tbody [tabindex="0"]')].map(({ id }) => id)).toEqual(['cell-1-select', 'cell-2-delete']);
  });

  it('are edited in place by a click; Enter saves and moves down', async () => {
    const { user, calls } = await openPreview();
    await user.click(cell(2, 'email'));
    const input = await editor('Email, row 2');
    expect(input).toHaveValue('not-an-email');
    expect(input).toHaveAccessibleDescription(/Invalid email format/u);
    await user.clear(input);
    await user.keyboard('ravi@example.com{Enter}');
    expect(cell(3, 'email')).toHaveFocus();
    await waitFor(() => {
      expect(within(cell(2, 'email')).queryByText('Invalid email format')).not.toBeInTheDocument();
    });
    expect(cell(2, 'row')).toHaveTextContent('Valid');
    expect(cell(2, 'row')).toHaveTextContent('Edited by you');
    expect(screen.getByText('Email of row 2 is valid.')).toBeInTheDocument();
    expect(calls).toEqual([{ what: 'edit 2', body: { values: { email: 'ravi@example.com' }, version: 1 } }]);
  });

  it('are overwritten by typing; Tab saves and moves on, Escape takes it back', async () => {
    const { user, calls } = await openPreview();
    cell(1, 'full name').focus();
    await user.keyboard('A');
    expect(await editor('Full name, row 1')).toHaveValue('A');
    await user.keyboard('sha Rao{Tab}');
    expect(cell(1, 'email')).toHaveFocus();
    await waitFor(() => {
      expect(calls).toHaveLength(1);
    });
    await user.keyboard('x{Escape}');
    expect(cell(1, 'email')).toHaveFocus();
    expect(cell(1, 'email')).toHaveTextContent('person1@example.com');
    await user.keyboard('{F2}');
    expect(await editor('Email, row 1')).toHaveValue('person1@example.com');
    await user.keyboard('{Enter}');
    expect(calls).toHaveLength(1);
  });

  it('two of one row, typed one after the other, are both saved', async () => {
    const { user, calls } = await openPreview();
    cell(1, 'full name').focus();
    await user.keyboard('Asha{Tab}a@b.example{Enter}');
    await waitFor(() => {
      expect(calls.map(({ body }) => body)).toEqual([
        { values: { fullName: 'Asha' }, version: 1 },
        { values: { email: 'a@b.example' }, version: 2 },
      ]);
    });
  });

  it('of a profile, role or gender offer what there is; a letter opens them with the first that begins so', async () => {
    const { user, calls } = await openPreview();
    cell(1, 'gender').focus();
    await user.keyboard('o');
    const list = await screen.findByRole('combobox', { name: 'Gender, row 1' });
    expect(list).toHaveDisplayValue('Other');
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(calls[0]?.body).toEqual({ values: { gender: 'OTHER' }, version: 1 });
    });
    await user.click(cell(1, 'role'));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Role, row 1' }), 'Faculty');
    await waitFor(() => {
      expect(cell(1, 'role')).toHaveTextContent('Faculty');
    });
    expect(cell(1, 'role')).toHaveFocus();
  });

  it('are emptied by Delete, and the last change is undone by Ctrl+Z', async () => {
    const { user, calls } = await openPreview();
    cell(1, 'phone').focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText('Phone of row 1 changed.')).toBeInTheDocument();
    await user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('The last change was undone.')).toBeInTheDocument();
    expect(calls.map(({ what }) => what)).toEqual(['edit 1', 'undo']);
  });

  it('are copied and pasted one at a time', async () => {
    const { user, calls } = await openPreview();
    const clipboardData = { setData: vi.fn() };
    fireEvent.copy(cell(1, 'work location'), { clipboardData });
    expect(clipboardData.setData).toHaveBeenCalledWith('text/plain', 'Pune');
    cell(3, 'work location').focus();
    await user.paste('Pune\n');
    await waitFor(() => {
      expect(calls[0]).toEqual({ what: 'edit 3', body: { values: { workLocation: 'Pune' }, version: 1 } });
    });
    cell(1, 'gender').focus();
    await user.paste('Male');
    await waitFor(() => {
      expect(calls.find(({ what }) => what === 'edit 1')?.body).toEqual({ values: { gender: 'MALE' }, version: 1 });
    });
  });

  it('that another administrator has changed show that, and keep what was typed', async () => {
    const { user, calls, replace, stored } = await openPreview();
    replace(1, { version: 2, values: { ...nth(stored.rows, 0).values, fullName: 'Asha Verma' }, editedBy: { id: 'other', fullName: 'Ravi Menon' } });
    cell(1, 'full name').focus();
    await user.keyboard('Asha Rao{Enter}');
    expect(await screen.findByText(/^Ravi Menon changed this row meanwhile\./u)).toHaveTextContent('Your text: Asha Rao');
    expect(cell(1, 'full name')).toHaveTextContent('Asha Verma');
    await user.click(screen.getByRole('button', { name: 'Use it' }));
    await waitFor(() => {
      expect(calls.at(-1)?.body).toEqual({ values: { fullName: 'Asha Rao' }, version: 2 });
    });
    await waitFor(() => {
      expect(cell(1, 'full name')).toHaveTextContent(/^Asha Rao$/u);
    });
  });

  it('that cannot be saved say why; nothing typed is lost', async () => {
    const { user } = await openPreview();
    const sentence = 'Rows can be changed only in the preview.';
    server.use(http.patch(`*/api/v1/users/imports/${IMPORT_ID}/rows/1`, () => problem(409, 'wrong_import_state', sentence)));
    cell(1, 'phone').focus();
    await user.keyboard('12{Enter}');
    expect(await screen.findByText(new RegExp(sentence, 'u'))).toHaveTextContent('Your text: 12');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(cell(1, 'phone')).toHaveTextContent('+919800000001');
  });

  it('while they are saved say so', async () => {
    const { user } = await openPreview();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.patch(`*/api/v1/users/imports/${IMPORT_ID}/rows/1`, async () => {
        await answered;
        return HttpResponse.json({}, { status: 500 });
      }),
    );
    cell(1, 'phone').focus();
    await user.keyboard('12{Enter}');
    expect(cell(1, 'phone')).toHaveTextContent('12Saving…');
    answer();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
