const LABELLED = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';
const INTERFACES = ['HTMLButtonElement', 'HTMLInputElement', 'HTMLOutputElement', 'HTMLSelectElement', 'HTMLTextAreaElement'] as const;
const BY_ID = /^\[id="([^"\\]+)"\]$/u;

function isOf(label: HTMLLabelElement, control: HTMLElement): boolean {
  const id = label.getAttribute('for');
  if (id === null) return label.contains(control) && label.querySelector(LABELLED) === control;
  return id === control.id && document.getElementById(id) === control;
}

/**
 * jsdom walks the whole page for every label of every control, and for every element that a testing library seeks by its
 * id: half the time of a test. This asks its index of ids.
 */
export function indexLabels(): void {
  for (const name of INTERFACES) {
    Object.defineProperty(window[name].prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        if (this.getAttribute('type') === 'hidden' && this.localName === 'input') return [];
        return [...document.getElementsByTagName('label')].filter((label) => isOf(label, this));
      },
    });
  }
  const { value: find } = Object.getOwnPropertyDescriptor(Element.prototype, 'querySelector') as { value: (selector: string) => Element | null };
  Object.defineProperty(Element.prototype, 'querySelector', {
    configurable: true,
    value(this: Element, selector: string) {
      const named = document.getElementById(BY_ID.exec(selector)?.[1] ?? '');
      return named !== null && named !== this && this.contains(named) ? named : find.call(this, selector);
    },
  });
}
