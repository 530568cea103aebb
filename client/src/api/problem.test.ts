import { describe, expect, it } from 'vitest';

import { messageOf, NETWORK_MESSAGE, toProblem } from './problem';

function answer(status: number, body?: unknown, headers: Record<string, string> = {}) {
  return toProblem({ status, data: body }, new Response(null, { status, statusText: 'Teapot', headers }));
}

describe('a failed call', () => {
  it("shows the server's own sentence, code and fields", () => {
    const body = { message: 'Phone already registered', code: 'conflict', errors: { phone: 'Phone already registered' } };
    expect(answer(409, body)).toEqual({ status: 409, ...body });
  });

  it.each([
    [403, 'Access denied. You do not have permission to perform this action.'],
    [404, 'The requested resource was not found.'],
    [422, 'Validation failed'],
    [400, 'Invalid request data'],
    [500, 'Internal server error. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [418, 'HTTP 418: Teapot'],
  ])('with %i and no sentence says "%s"', (status, message) => {
    expect(answer(status, '<html>').message).toBe(message);
  });

  it.each([
    [502, 'Service temporarily unavailable. Please try again later.'],
    [503, 'Service temporarily unavailable. Please try again later.'],
    [504, 'Service temporarily unavailable. Please try again later.'],
    [413, 'The request is too large.'],
    [429, 'Too many requests. Please wait a moment and try again.'],
    [403, 'Access denied. You do not have permission to perform this action.'],
  ])("by a proxy's page with %i says the status's sentence, not the screen's", (status, message) => {
    expect(messageOf(answer(status, '<html><h1>Bad gateway</h1></html>'), 'Failed')).toBe(message);
    const unread = toProblem(
      { status: 'PARSING_ERROR', originalStatus: status, data: '<html>', error: 'SyntaxError' },
      new Response(null, { status }),
    );
    expect(messageOf(unread, 'Failed')).toBe(message);
  });

  it('learns how long to wait from the header when the body does not say', () => {
    expect(answer(429, { message: 'Slow down', code: 'rate_limited' }, { 'Retry-After': '30' }).retryAfter).toBe(30);
    expect(answer(429, { message: 'Slow down', code: 'rate_limited', retryAfter: 12 }).retryAfter).toBe(12);
  });

  it('without an answer is a network error, and so is one that came too late', () => {
    expect(toProblem({ status: 'FETCH_ERROR', error: 'TypeError' }, undefined).message).toBe(NETWORK_MESSAGE.message);
    expect(toProblem({ status: 'TIMEOUT_ERROR', error: 'Timeout' }, undefined)).toMatchObject({ status: 0, code: 'timeout' });
  });

  it("falls back to the screen's own sentence only where the server gave none", () => {
    expect(messageOf(answer(409, { message: 'Taken', code: 'conflict' }), 'Failed')).toBe('Taken');
    expect(messageOf(answer(500, 'oops'), 'Failed')).toBe('Failed');
    expect(messageOf(answer(418, 'oops'), 'Failed')).toBe('Failed');
    expect(messageOf(new TypeError('x'), 'Failed')).toBe('Failed');
  });
});
