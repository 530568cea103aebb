import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { Phone } from './Phone';

it.each([
  ['+919800000001', ['+91', '98000', '00001']],
  ['+14155552671', ['+1', '415', '555', '2671']],
  ['+4915112345678', []],
  ['98000 0000', []],
])('%s is shown in groups, and copied without spaces', (number, groups) => {
  const { container } = render(<Phone>{number}</Phone>);
  expect(container).toHaveTextContent(number);
  expect([...container.querySelectorAll('span > span')].map((group) => group.textContent)).toEqual(groups);
});
