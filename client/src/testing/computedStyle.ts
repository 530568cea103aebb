const INITIAL = { display: 'inline', visibility: 'visible', 'pointer-events': 'auto' } as const;
type Asked = keyof typeof INITIAL;

interface Rule {
  readonly selector: string;
  /** What it sets of the properties that are asked for. */
  readonly values: Readonly<Partial<Record<Asked, string>>>;
  /** Whether its class alone is the selector. */
  readonly simple: boolean;
  /** Whether it holds in some media only. */
  readonly conditional: boolean;
}
type Rules = ReadonlyMap<string, readonly Rule[]>;

/** What popper asks of all around a menu: where nothing is laid out it finds the same place by these. */
const UNPLACED: Readonly<Record<string, string>> = {
  ...{ overflow: 'visible', overflowX: 'visible', overflowY: 'visible' },
  ...{ transform: 'none', perspective: 'none', contain: 'none', willChange: 'auto' },
};

const rulesBySheet = new WeakMap<CSSStyleSheet, { readonly count: number; readonly rules: Rules }>();
const displays = new Map<string, string>();
const inert = document.implementation.createHTMLDocument();

/** jsdom's own: every property, by every rule of the page. */
export const computeStyle = window.getComputedStyle.bind(window);

/** Has what every computed style has, but no values. */
const unread = Object.create(Object.getPrototypeOf(computeStyle(document.documentElement)) as object) as CSSStyleDeclaration;

/** A class that every match of the selector has; '' when the selector is a list or has a function. */
function classOf(selector: string): string {
  const subject = /[(,]/u.test(selector) ? '' : selector.split(/[\s>+~]+/u).at(-1);
  return /\.([\w-]+)/u.exec(subject ?? '')?.[1] ?? '';
}

function listRules(rules: CSSRuleList, conditional = false): Rule[] {
  return Array.from(rules as Iterable<Partial<CSSStyleRule>>).flatMap(({ selectorText, style, cssRules }) => {
    if (selectorText === undefined || style === undefined) return cssRules === undefined ? [] : listRules(cssRules, true);
    const values = Object.fromEntries(
      Object.keys(INITIAL)
        .map((property) => [property, style.getPropertyValue(property)] as const)
        .filter(([, value]) => value !== ''),
    );
    if (Object.keys(values).length === 0) return [];
    return { selector: selectorText, values, simple: /^\.[\w-]+$/u.test(selectorText), conditional };
  });
}

function rulesOf(sheet: CSSStyleSheet): Rules {
  const known = rulesBySheet.get(sheet);
  if (known?.count === sheet.cssRules.length) return known.rules;
  const rules = new Map<string, Rule[]>();
  for (const rule of listRules(sheet.cssRules)) {
    const name = classOf(rule.selector);
    rules.set(name, [...(rules.get(name) ?? []), rule]);
  }
  rulesBySheet.set(sheet, { count: sheet.cssRules.length, rules });
  return rules;
}

function defaultDisplay({ namespaceURI, localName }: Element, type: string): string {
  const kind = `${namespaceURI ?? ''} ${localName} ${type}`;
  const known = displays.get(kind);
  if (known !== undefined) return known;
  const element = inert.createElementNS(namespaceURI, localName);
  element.setAttribute('type', type);
  const { display } = computeStyle(element);
  displays.set(kind, display);
  return display;
}

let rulesByClasses = new Map<string, readonly Rule[]>();
/** How many sheets there were, and how often one had changed, when these were looked up. */
let lookedUpAt = '';
let changes = 0;

for (const name of ['insertRule', 'deleteRule'] as const) {
  const { value: change } = Object.getOwnPropertyDescriptor(CSSStyleSheet.prototype, name) as { value: (...given: unknown[]) => unknown };
  Object.defineProperty(CSSStyleSheet.prototype, name, {
    configurable: true,
    value(this: CSSStyleSheet, ...given: unknown[]) {
      changes += 1;
      return change.apply(this, given);
    },
  });
}

/** The rules that may hold for an element of these classes. */
function rulesFor(document: Document, classes: string): readonly Rule[] {
  const now = `${document.styleSheets.length} ${changes}`;
  if (now !== lookedUpAt) {
    rulesByClasses = new Map();
    lookedUpAt = now;
  }
  const known = rulesByClasses.get(classes);
  if (known !== undefined) return known;
  const names = ['', ...classes.split(/\s+/u).filter((name) => name !== '')];
  const rules = Array.from(document.styleSheets, rulesOf).flatMap((byClass) => names.flatMap((name) => byClass.get(name) ?? []));
  rulesByClasses.set(classes, rules);
  return rules;
}

/** The value of a property that at most one rule sets; undefined where jsdom must compute it. */
function valueOf(element: Element, property: Asked): string | undefined {
  const attributes = element.getAttributeNames();
  if (attributes.some((name) => ['hidden', 'open', 'popover'].includes(name))) return undefined;
  if (attributes.includes('style') && element.getAttribute('style')?.includes(property) === true) return undefined;
  const classes = attributes.includes('class') ? (element.getAttribute('class') ?? '') : '';
  const found = rulesFor(element.ownerDocument, classes).filter(
    ({ values, simple, selector }) => values[property] !== undefined && (simple || element.matches(selector)),
  );
  const [rule] = found;
  const value = rule?.values[property];
  if (rule !== undefined && value !== undefined) {
    if (found.length > 1 || rule.conditional || /^(initial|revert|unset)/u.test(value)) return undefined;
    if (value !== 'inherit') return value;
    return element.parentElement === null ? undefined : valueOf(element.parentElement, property);
  }
  if (property === 'display') return defaultDisplay(element, element.getAttribute('type') ?? '');
  return element.parentElement === null ? INITIAL[property] : valueOf(element.parentElement, property);
}

/**
 * jsdom computes every property of an element when one is read, which took a fifth of the time of all tests. The testing
 * libraries read three, mostly set by one rule: these are looked up; jsdom computes the rest.
 */
export function computeStyleLazily(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  let whole: CSSStyleDeclaration | undefined;
  const compute = () => (whole ??= computeStyle(element, pseudo));
  const lookUp = (property: string) =>
    (property in INITIAL ? valueOf(element, property as Asked) : undefined) ?? compute().getPropertyValue(property);
  return new Proxy(unread, {
    get(_target, name) {
      if (name === 'getPropertyValue') return lookUp;
      if (name === 'display' || name === 'visibility') return lookUp(name);
      if (name === 'pointerEvents') return lookUp('pointer-events');
      if (typeof name === 'string' && name in UNPLACED) return UNPLACED[name];
      // MUI's tabs ask for these at each drawing; here nothing is scrolled.
      if (typeof name === 'string' && name.startsWith('scrollPadding')) return '';
      const value: unknown = Reflect.get(compute(), name);
      const bound: unknown = typeof value === 'function' ? value.bind(compute()) : value;
      return bound;
    },
  });
}
