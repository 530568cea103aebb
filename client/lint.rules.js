/** A rule that forbids what a selector of ESLint matches. */
const forbid = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: 'waymark' },
  rules: {
    chunks: forbid(
      'ImportExpression:not(CallExpression[callee.name=/^(page|inner|lazyRoute|lazyChunk|loadChunk)$/] > ArrowFunctionExpression > ImportExpression)',
      'A chunk may fail to load: page, lazyChunk or loadChunk try again and show it.',
    ),
    tokens: forbid(
      "Property[key.name='borderRadius'] > Literal[value!=0], Property[key.name='boxShadow'] Literal[value=/rgb/]",
      'src/theme/tokens.ts names radii and shadows.',
    ),
    patience: forbid(
      "CallExpression:matches([callee.name='waitFor'], [callee.property.name=/^(poll|waitFor|find(All)?By)/]) > ObjectExpression > Property[key.name='timeout']",
      'src/testing/patience.ts says how long a test waits.',
    ),
    formatting: forbid(
      "MemberExpression[object.name='Intl'], MemberExpression[property.name=/^(toLocale(Date|Time)?String|to(Date|Time|UTC|GMT)String)$/], CallExpression[callee.object.name='i18n'][callee.property.name=/^(date|time|number)$/]",
      'src/lib/format.ts writes dates, times, numbers and lists, by the region of the company.',
    ),
  },
};
