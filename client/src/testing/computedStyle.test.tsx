import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { computeStyle } from './computedStyle';

const RULES = `
  .hidden { display: none; visibility: hidden }
  .row { display: flex }
  .row.off { display: none; pointer-events: none }
  .row > .part, p { display: inline-block }
  .shown { visibility: visible }
  .alike { display: inherit }
  .same { visibility: inherit }
  .forced { pointer-events: auto !important }
  .part::before { display: table }
  @media print { .part { display: grid } }
  @media all { .wide { display: grid } }
  @media (min-width: 0px) { .part { display: flex } }
  @supports (display: grid) { .part { display: grid } }
`;

it('display, visibility and pointer events are those that jsdom computes', () => {
  const { container } = render(
    <>
      <style>{RULES}</style>
      <div className="row">
        <p className="part wide">
          <b hidden>b</b>
          <i>i</i>
          <i className="alike" />
        </p>
        <b className="alike" />
        <button type="button" className="part">
          button
        </button>
      </div>
      <div className="row off">
        <p className="part forced" style={{ pointerEvents: 'none' }} />
        <input type="hidden" />
        <input type="text" style={{ display: 'grid' }} />
      </div>
      <div className="hidden">
        <i className="shown">
          <i className="same">
            <b />
          </i>
        </i>
        <svg>
          <path />
        </svg>
      </div>
      <dialog />
      <dialog open />
      <table>
        <tbody>
          <tr hidden>
            <td />
          </tr>
        </tbody>
      </table>
    </>,
  );
  const listAsked = ({ display, visibility, pointerEvents }: CSSStyleDeclaration) => [display, visibility, pointerEvents];
  for (const element of container.querySelectorAll('*')) {
    expect([element, ...listAsked(getComputedStyle(element))]).toEqual([element, ...listAsked(computeStyle(element))]);
  }
  const row = container.querySelector('.row') ?? container;
  expect(getComputedStyle(row)).toMatchObject({ display: 'flex', position: 'static' });
  const sheet = container.querySelector('style')?.sheet;
  sheet?.insertRule('.row { visibility: hidden }');
  expect(getComputedStyle(row).visibility).toBe('hidden');
  sheet?.deleteRule(0);
  expect(getComputedStyle(row).visibility).toBe('visible');
  // At the end of the sheet, where what was known before stays known.
  for (const added of ['.part { visibility: hidden }', 'i { display: flex }', '@media all { .row { pointer-events: none } }']) {
    sheet?.insertRule(added, sheet.cssRules.length);
    for (const element of container.querySelectorAll('*')) {
      expect([element, ...listAsked(getComputedStyle(element))]).toEqual([element, ...listAsked(computeStyle(element))]);
    }
  }
});
