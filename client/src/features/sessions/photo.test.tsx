import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { dashboard, extendsSession, noFactors, noImports, ownProfile, problem } from '~/testing/answers';
import { renderApp } from '~/testing/renderApp';
import { server } from '~/testing/server';

const PHOTO = '*/api/v1/users/profile/photo';
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xd9);
const SHOWN = 'data:image/jpeg;base64,/9j/2Q==';
const ALT = 'Photo of Olive Owner';

let sent: unknown[] = [];

/** The profile and the photo as a server holds them. */
function photoOf(first: string | null) {
  let photoId = first;
  sent = [];
  server.use(
    http.get('*/api/v1/users/profile', async ({ request }) => ownProfile('TRAINEE', { photoId }).run({ request, requestId: '' }).then((found) => found?.response)),
    http.get(PHOTO, () => {
      sent.push('fetched');
      return new HttpResponse(JPEG, { headers: { 'Content-Type': 'image/jpeg' } });
    }),
    http.put(PHOTO, async ({ request }) => {
      sent.push(await request.json());
      photoId = `photo-${sent.length}`;
      return HttpResponse.json({ photoId });
    }),
    http.delete(PHOTO, () => {
      sent.push('removed');
      photoId = null;
      return HttpResponse.json({ photoId });
    }),
  );
}

/** jsdom decodes and draws nothing: what a browser is asked to draw. */
function drawn({ width, height, size }: { readonly width: number; readonly height: number; readonly size: number | null }) {
  const drawImage = vi.fn();
  const decode = vi.fn(async () => Promise.resolve({ width, height, close: () => undefined }));
  vi.stubGlobal('createImageBitmap', decode);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage, fillRect: () => undefined } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(size === null ? null : new Blob([new Uint8Array(size)], { type: 'image/jpeg' })));
  return { decode, drawImage };
}

async function open(photoId: string | null) {
  photoOf(photoId);
  const { user } = renderApp({ path: '/dashboard/profile', as: { profile: 'TRAINEE' } });
  const part = within(await screen.findByRole('region', { name: 'Photo' }));
  const choose = (file = new File([JPEG], 'me.jpg', { type: 'image/jpeg' })) => user.upload(part.getByLabelText('Photo', { selector: 'input' }), file);
  return { user, part, choose };
}

beforeEach(() => {
  vi.restoreAllMocks();
  server.use(extendsSession, noImports, noFactors, dashboard(), http.get('*/api/v1/auth/sessions', () => HttpResponse.json({ data: [] })));
});

it('the middle of a chosen photo is sent as a small square, and shown everywhere at once', async () => {
  const { decode, drawImage } = drawn({ width: 4_000, height: 3_000, size: 3 });
  const { part, choose } = await open(null);
  expect(screen.queryByRole('img', { name: ALT })).not.toBeInTheDocument();
  expect(part.getByText('OO')).toBeInTheDocument();
  await choose();
  expect(await screen.findByText('The photo is saved.')).toBeInTheDocument();
  expect(decode).toHaveBeenCalledWith(expect.any(File), { imageOrientation: 'from-image' });
  expect(drawImage.mock.calls[0]?.slice(1)).toEqual([500, 0, 3_000, 3_000, 0, 0, 192, 192]);
  expect(await part.findByRole('img', { name: ALT })).toHaveAttribute('src', SHOWN);
  expect(screen.getByRole('button', { name: /^Account:/u }).querySelector('img')).toHaveAttribute('src', SHOWN);
  expect(sent).toEqual([{ content: 'AAAA' }, 'fetched']);
});

it('a photo is removed after a question, and the initials are back', async () => {
  const { user, part } = await open('photo-0');
  expect(await part.findByRole('img', { name: ALT })).toBeInTheDocument();
  await user.click(part.getByRole('button', { name: 'Remove' }));
  await user.click(within(await screen.findByRole('alertdialog', { name: 'Remove your photo?' })).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The photo is removed.')).toBeInTheDocument();
  expect(await part.findByText('OO')).toBeInTheDocument();
  await waitFor(() => {
    expect(part.getByRole('button', { name: 'Choose a photo' })).toHaveFocus();
  });
  expect(sent).toEqual(['fetched', 'removed']);
});

it('what a browser cannot read or draw is not sent', async () => {
  const { choose } = await open(null);
  const unreadable = 'This photo cannot be read. Choose another one, as JPEG, PNG or WebP.';
  const { decode } = drawn({ width: 64, height: 64, size: null });
  await choose();
  expect(await screen.findByText(unreadable)).toBeInTheDocument();
  decode.mockRejectedValue(new DOMException('The source image could not be decoded.'));
  await choose();
  await waitFor(() => {
    expect(decode).toHaveBeenCalledTimes(2);
  });
  expect(sent).toEqual([]);
});

it('a refusal says what to mend', async () => {
  drawn({ width: 64, height: 64, size: 3 });
  const { choose } = await open(null);
  server.use(http.put(PHOTO, () => problem(422, 'validation_failed', 'The image is damaged: save it again, as PNG')));
  await choose();
  expect(await screen.findByText('The image is damaged: save it again, as PNG')).toBeInTheDocument();
});

it.each([
  ['without a photo', null, []],
  ['whose photo cannot be fetched', 'photo-0', ['asked']],
])('the dashboard of an account %s shows the initials', async (_case, photoId, asked) => {
  photoOf(photoId);
  server.use(
    http.get(PHOTO, () => {
      sent.push('asked');
      return problem(404, 'not_found', 'The requested resource was not found.');
    }),
  );
  renderApp({ path: '/dashboard', as: { profile: 'TRAINEE' } });
  const card = within(await screen.findByRole('region', { name: 'Your account' }));
  expect(card.getByText('OO')).toBeInTheDocument();
  await waitFor(() => {
    expect(sent).toEqual(asked);
  });
  expect(card.queryByRole('img')).not.toBeInTheDocument();
});
