import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { AuditRecord } from '~/api/generated/serverApi';
import { extendsSession, noImports, ownProfile, problem } from '~/testing/answers';
import { renderPage } from '~/testing/renderApp';
import { server } from '~/testing/server';

const AUDIT = '*/api/v1/audit';

function entry(number: number, more: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: `0199a7f2-7a51-7c2e-9c1f-5b8f7f1f${String(number).padStart(4, '0')}`,
    action: 'user_edited',
    actorId: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a01',
    actorName: 'Olive Owner',
    subjectId: '0199a7f2-7a51-7c2e-9c1f-5b8f7f1f0a02',
    subjectLabel: 'a***a@example.com',
    subjectName: null,
    subjectEmail: null,
    address: '192.0.2.1',
    before: { role: 'TRAINEE' },
    after: { role: 'MENTOR' },
    createdAt: '2026-01-05T09:00:00Z',
    ...more,
  };
}

/** A server with this trail; what it was asked for, in order. */
function serverWith(...entries: AuditRecord[]) {
  const asked: string[] = [];
  server.use(
    http.get(AUDIT, ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const page = Number(searchParams.get('page'));
      const pageSize = Number(searchParams.get('pageSize'));
      const begin = searchParams.get('search') ?? '';
      const found = entries.filter(
        ({ action, subjectLabel }) => (searchParams.get('action') ?? action) === action && (subjectLabel ?? '').startsWith(begin),
      );
      const data = found.slice((page - 1) * pageSize, page * pageSize);
      return HttpResponse.json({ data, page, pageSize, total: found.length, totalIsExact: true });
    }),
  );
  return asked;
}

const openPage = (search = '') => renderPage({ path: `/dashboard/users/audit${search}`, as: {} });

beforeEach(() => {
  server.use(ownProfile('SUPER_ADMIN'), extendsSession, noImports);
});

describe('the trail', () => {
  it('shows actor, action, target, time, address and the change', async () => {
    serverWith(entry(1), entry(2, { actorId: null, actorName: null, action: 'import_ended', subjectLabel: 'staff.csv', before: null, after: { created: 60_000 }, address: null }));
    openPage();
    const table = within(await screen.findByRole('table', { name: 'Activity' }));
    expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['When', 'Who', 'Action', 'Target', 'Before and after', 'From']);
    const [first, second] = table.getAllByRole('row').slice(1);
    expect(first).toHaveTextContent('Olive OwnerPerson editeda***a@example.comRolebefore: Trainee→after: Mentor192.0.2.1');
    expect(second).toHaveTextContent('—Import endedstaff.csvCreated60,000—');
  });

  it('keeps its filter and page in the address, and a changed filter starts at the first page', async () => {
    const asked = serverWith(...Array.from({ length: 45 }, (_, index) => entry(index)), entry(99, { action: 'user_deleted' }));
    const { user, router } = openPage('?page=3');
    expect(await screen.findByText('41–46 of 46')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'What was done' }), 'Person deleted');
    await waitFor(() => {
      expect(screen.getAllByRole('row')).toHaveLength(2);
    });
    expect(router.state.location.search).toBe('?action=user_deleted');
    expect(asked).toEqual(['?page=3&pageSize=20&search=', '?page=1&pageSize=20&action=user_deleted&search=']);
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(await screen.findByText('1–20 of 46')).toBeInTheDocument();
  });

  it('does not count what the server has not counted, and goes on where it ends', async () => {
    const data = Array.from({ length: 20 }, (_, index) => entry(index));
    server.use(
      http.get(AUDIT, ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return HttpResponse.json({ data, page, pageSize: 20, total: 10_000, totalIsExact: false });
      }),
    );
    const { user, router } = openPage('?page=501');
    expect(await screen.findByText('10,001–10,020 of 10,000+')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(router.state.location.search).toBe('?page=502');
  });

  it('is searched after a pause, and says when nothing matches', async () => {
    serverWith(entry(1), entry(2, { subjectLabel: 'staff.csv' }));
    const { user, router } = openPage();
    await screen.findByRole('table');
    await user.type(screen.getByRole('searchbox'), 'st');
    await waitFor(() => {
      expect(screen.getAllByRole('row')).toHaveLength(2);
    });
    expect(router.state.location.search).toBe('?search=st');
    await user.type(screen.getByRole('searchbox'), 'range');
    expect(await screen.findByText('Nothing matches')).toBeInTheDocument();
  });

  it('a page that has ceased to exist leads to the last one', async () => {
    serverWith(entry(1));
    const { router } = openPage('?page=7');
    await screen.findByRole('table');
    expect(router.state.location.search).toBe('');
  });

  it('that could not be loaded is tried again when asked', async () => {
    server.use(http.get(AUDIT, () => problem(503, 'unavailable', 'Down.')));
    const { user } = openPage();
    expect(await screen.findByText('Down.')).toBeInTheDocument();
    serverWith();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing has been done yet')).toBeInTheDocument();
  });

  it('is cards where its columns would hold no word', async () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
    serverWith(entry(1));
    openPage();
    expect(await screen.findByRole('list', { name: 'Activity' })).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  it('is cards on a phone, each a sentence', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('max-width'),
      media: query,
      addListener: () => undefined,
      removeListener: () => undefined,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    serverWith(entry(1));
    openPage();
    const list = within(await screen.findByRole('list', { name: 'Activity' }));
    expect(list.getByRole('listitem')).toHaveTextContent('Olive Owner edited a***a@example.com');
  });
});

it.each(['MANAGEMENT', 'TRAINER'])('%s is denied it and sees which profiles may open it', async (profile) => {
  renderPage({ path: '/dashboard/users/audit', as: { profile } });
  expect(await screen.findByText('Required profiles: Super Admin, Admin')).toBeInTheDocument();
});
