import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { useEffect } from 'react';
import { expect, it } from 'vitest';

import { fieldOf } from '~/testing/company';
import { createLiveServer } from '~/testing/liveServer';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

import { useRealtime } from './extra';
import { useListFieldsQuery } from './ownFields';

function Labels() {
  const realtime = useRealtime();
  useEffect(() => realtime.hold(), [realtime]);
  const { data } = useListFieldsQuery({});
  return <p>{data?.fields.map(({ label }) => label).join(', ')}</p>;
}

it('fields that are changed elsewhere are fetched anew, and after a gap in the connection', async () => {
  const fields = [fieldOf('course', { label: 'Course' })];
  server.use(http.get('*/api/v1/fields', () => HttpResponse.json({ fields, version: fields.length })));
  const live = createLiveServer();
  renderApp({ path: '/', as: {}, live: live.open, pages: [{ path: '/', Component: Labels }] });
  expect(await screen.findByText('Course')).toBeInTheDocument();
  await live.connected();
  fields.push(fieldOf('rollNo', { label: 'Roll no.' }));
  act(() => live.push('fields:changed', { version: 2 }));
  expect(await screen.findByText('Course, Roll no.')).toBeInTheDocument();
  fields.pop();
  act(() => live.goAway());
  act(() => live.comeBack());
  expect(await screen.findByText('Course')).toBeInTheDocument();
});

it('a change that is heard of while an answer is under way, which was read before it, is fetched after that', async () => {
  const course = fieldOf('course', { label: 'Course' });
  const held: ((response: Response) => void)[] = [];
  server.use(http.get('*/api/v1/fields', () => new Promise<Response>((answer) => held.push(answer))));
  const live = createLiveServer();
  live.beQuiet(60_000);
  renderApp({ path: '/', as: {}, live: live.open, pages: [{ path: '/', Component: Labels }] });
  await live.connected();
  await expect.poll(() => held.length).toBe(1);
  act(() => live.push('fields:changed', { version: 2 }));
  // Timers run in their order: the change has been acted upon before the answer comes.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  held[0]?.(HttpResponse.json({ fields: [course], version: 1 }));
  await expect.poll(() => held.length).toBe(2);
  held[1]?.(HttpResponse.json({ fields: [course, fieldOf('rollNo', { label: 'Roll no.' })], version: 2 }));
  expect(await screen.findByText('Course, Roll no.')).toBeInTheDocument();
});
