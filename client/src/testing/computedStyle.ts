const INITIAL = { display: 'inline', visibility: 'visible', 'pointer-events': 'auto' } as const;
type Asked = keyof typeof INITIAL;

interface Rule {
  readonly selector: string;
  readonly style: CSSStyleDeclaration;
  /** Whether it holds in some media only. */
  readonly conditional: boolean;
}
type Rules = ReadonlyMap<string, readonly Rule[]>;

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
    const isAsked = Object.keys(INITIAL).some((property) => style.getPropertyValue(property) !== '');
    return isAsked ? { selector: selectorText, style, conditional } : [];
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

/** The value of a property that at most one rule sets; undefined where jsdom must compute it. */
function valueOf(element: Element, property: Asked): string | undefined {
  if (['hidden', 'open', 'popover'].some((name) => element.hasAttribute(name))) return undefined;
  if (element.getAttribute('style')?.includes(property) === true) return undefined;
  const classes = ['', ...element.classList];
  const found = Array.from(element.ownerDocument.styleSheets, rulesOf)
    .flatMap((rules) => classes.flatMap((name) => rules.get(name) ?? []))
    .filter(({ style, selector }) => style.getPropertyValue(property) !== '' && element.matches(selector));
  const [rule] = found;
  if (rule !== undefined) {
    const value = rule.style.getPropertyValue(property);
    const isPlain = found.length === 1 && !rule.conditional && !/^(inherit|initial|revert|unset)/u.test(value);
    return isPlain ? value : undefined;
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
      // MUI's tabs ask for these at each drawing; here nothing is scrolled.
      if (typeof name === 'string' && name.startsWith('scrollPadding')) return '';
      const value: unknown = Reflect.get(compute(), name);
      const bound: unknown = typeof value === 'function' ? value.bind(compute()) : value;
      return bound;
    },
  });
}
