import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { drawBehind, holdOutline, isBehindOutline } from '~/lib/outline';

import { InParts } from './InParts';

function ThreeParts() {
  return (
    <InParts>
      <p>First</p>
      {false}
      <InParts>
        <p>Third</p>
      </InParts>
    </InParts>
  );
}

/** As the build's outline stands in the document. */
function outlined() {
  const root = document.createElement('div');
  document.body.append(root);
  const release = holdOutline();
  return { page: drawBehind(root), release };
}

it('are drawn at once', () => {
  expect(render(<ThreeParts />).container).toHaveTextContent('FirstThird');
});

it('are drawn one after the other behind an outline, which stays until the last of them', async () => {
  const { page, release } = outlined();
  const { unmount } = render(<ThreeParts />, { container: page });
  release();
  expect(page).toBeEmptyDOMElement();
  await waitFor(() => {
    expect(page).toHaveTextContent(/^First$/u);
  });
  expect(page).not.toBeVisible();
  await waitFor(() => {
    expect(page).toBeVisible();
  });
  expect(page).toHaveTextContent('FirstThird');
  expect(isBehindOutline()).toBe(false);
  unmount();
  page.remove();
});

it('hold the outline no longer when they are given up', async () => {
  const { page, release } = outlined();
  render(<ThreeParts />, { container: page }).unmount();
  expect(isBehindOutline()).toBe(true);
  release();
  await waitFor(() => {
    expect(isBehindOutline()).toBe(false);
  });
  page.remove();
});
