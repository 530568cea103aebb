import { setupServer } from 'msw/node';

/** The stand-in server of the tests. It answers nothing by itself: each test says what its server says. */
export const server = setupServer();
