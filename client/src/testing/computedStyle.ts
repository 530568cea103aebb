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
type Rules = Map<string, Rule[]>;

/** What popper asks of all around a menu: where nothing is laid out it finds the same place by these. */
const UNPLACED: Readonly<Record<string, string>> = {
  ...{ overflow: 'visible', overflowX: 'visible', overflowY: 'visible' },
  ...{ transform: 'none', perspective: 'none', contain: 'none', willChange: 'auto' },
};

const rulesBySheet = new WeakMap<CSSStyleSheet, Rules>();
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

/** In jsdom nothing else holds: neither what depends on a size, nor what is printed. */
const holds = (media: MediaList | undefined) => media !== undefined && Array.from(media).some((each) => each === 'all' || each === 'screen');

function listRules(rules: Iterable<CSSRule>, conditional = false): Rule[] {
  return Array.from(rules as Iterable<Partial<CSSStyleRule & CSSMediaRule>>).flatMap(({ selectorText, style, cssRules, media }) => {
    if (selectorText === undefined || style === undefined) return cssRules !== undefined && holds(media) ? listRules(cssRules, true) : [];
    const values = Object.fromEntries(
      Object.keys(INITIAL)
        .map((property) => [property, style.getPropertyValue(property)] as const)
        .filter(([, value]) => value !== ''),
    );
    if (Object.keys(values).length === 0) return [];
    return { selector: selectorText, values, simple: /^\.[\w-]+$/u.test(selectorText), conditional };
  });
}

function addRule(rules: Rules, rule: Rule): void {
  const name = classOf(rule.selector);
  const others = rules.get(name);
  if (others === undefined) rules.set(name, [rule]);
  else others.push(rule);
}

function rulesOf(sheet: CSSStyleSheet): Rules {
  const known = rulesBySheet.get(sheet);
  if (known !== undefined) return known;
  const rules: Rules = new Map();
  for (const rule of listRules(sheet.cssRules)) addRule(rules, rule);
  rulesBySheet.set(sheet, rules);
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
/** The names of their classes. */
let lookedUp = new Set<string>();
/** How many sheets there were when these were looked up. */
let sheets = 0;

function forgetClasses(): void {
  rulesByClasses = new Map();
  lookedUp = new Set();
}

const prototype = CSSStyleSheet.prototype;
const own = (name: keyof CSSStyleSheet) => Object.getOwnPropertyDescriptor(prototype, name)?.value as (...given: unknown[]) => number;
const insertRule = own('insertRule');
const deleteRule = own('deleteRule');

Object.assign(prototype, {
  // Emotion adds to the end: what is known of the sheet so far stays.
  insertRule(this: CSSStyleSheet, ...given: unknown[]) {
    const place = insertRule.apply(this, given);
    const known = rulesBySheet.get(this);
    if (place < this.cssRules.length - 1) {
      rulesBySheet.delete(this);
      forgetClasses();
    } else if (known !== undefined) {
      for (const rule of listRules([...this.cssRules].slice(place))) {
        addRule(known, rule);
        if (lookedUp.has(classOf(rule.selector))) forgetClasses();
      }
    }
    return place;
  },
  deleteRule(this: CSSStyleSheet, ...given: unknown[]) {
    rulesBySheet.delete(this);
    forgetClasses();
    return deleteRule.apply(this, given);
  },
});

/** The rules that may hold for an element of these classes. */
function rulesFor(document: Document, classes: string): readonly Rule[] {
  if (document.styleSheets.length !== sheets) {
    forgetClasses();
    sheets = document.styleSheets.length;
  }
  const known = rulesByClasses.get(classes);
  if (known !== undefined) return known;
  const names = ['', ...classes.split(/\s+/u).filter((name) => name !== '')];
  const rules = Array.from(document.styleSheets, rulesOf).flatMap((byClass) => names.flatMap((name) => byClass.get(name) ?? []));
  rulesByClasses.set(classes, rules);
  for (const name of names) lookedUp.add(name);
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
