/** What public/theme.js marks the document with, where a form was sent before the application had come. */
const SENT = 'data-sent';
/** The same for a link within the form: its address. */
const FOLLOWED = 'data-followed';

function fieldsOf(container: HTMLElement): HTMLInputElement[] {
  return [...container.querySelectorAll<HTMLInputElement>('input[name]')];
}

/** Takes the texts from a page that the build has drawn; the function puts them into the page that the application has drawn in its place. */
export function takeTyped(page: HTMLElement): (container: HTMLElement) => void {
  const fields = fieldsOf(page);
  const typed = new Map(fields.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
  const focused = fields.find((field) => field === document.activeElement)?.name;

  return (container) => {
    const drawn = fieldsOf(container);
    for (const field of drawn) {
      const text = typed.get(field.name);
      if (text !== undefined) {
        // By the prototype: React, which has put its own setter on the field, would not notice.
        Reflect.set(HTMLInputElement.prototype, 'value', text, field);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }
    drawn.find(({ name }) => name === focused)?.focus();
    if (document.documentElement.hasAttribute(SENT)) {
      document.documentElement.removeAttribute(SENT);
      drawn.find(({ name }) => typed.has(name))?.form?.requestSubmit();
    }
    const followed = document.documentElement.getAttribute(FOLLOWED);
    if (followed !== null) {
      document.documentElement.removeAttribute(FOLLOWED);
      // The link takes along what the page has drawn from the texts, a microtask from now.
      setTimeout(() => container.querySelector<HTMLAnchorElement>(`form a[href="${CSS.escape(followed)}"]`)?.click());
    }
  };
}
