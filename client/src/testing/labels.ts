const LABELLED = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';
const INTERFACES = ['HTMLButtonElement', 'HTMLInputElement', 'HTMLOutputElement', 'HTMLSelectElement', 'HTMLTextAreaElement'] as const;

function controlOf(label: HTMLLabelElement): Element | null {
  if (!label.hasAttribute('for')) return label.querySelector(LABELLED);
  const control = document.getElementById(label.htmlFor);
  return control?.matches(LABELLED) === true ? control : null;
}

/** jsdom walks the whole page for every label of every control: half the time of a test. This asks its index of ids. */
export function indexLabels(): void {
  for (const name of INTERFACES) {
    Object.defineProperty(window[name].prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return [...document.getElementsByTagName('label')].filter((label) => controlOf(label) === this);
      },
    });
  }
}
