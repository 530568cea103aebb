import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

it('a control has the labels that name it and those around it, in the order of the page', () => {
  const { container } = render(
    <>
      <label htmlFor="email">Email</label>
      <label>
        Of work <input id="email" />
        <input id="second" />
      </label>
      <label htmlFor="text">No control</label>
      <p id="text" />
      <label htmlFor="hidden">Hidden</label>
      <input type="hidden" id="hidden" />
      <label htmlFor="choice">Choice</label>
      <select id="choice" />
    </>,
  );
  const all = [...container.querySelectorAll('label')];
  for (const control of container.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    // What the browser says of each label: the same, asked the other way round.
    expect([...(control.labels ?? [])]).toEqual(all.filter((label) => label.control === control));
  }
  expect(container.querySelector<HTMLInputElement>('#email')?.labels).toHaveLength(2);
});
