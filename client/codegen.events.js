/** Writes the schemas of the live events, src/api/generated/liveEvents.ts, from the server's docs/asyncapi.json. */
import { writeFileSync } from 'node:fs';

import { readClosed } from './codegen.closed.cjs';

const document = readClosed('../docs/asyncapi.json');

const simple = { string: 'z.string()', integer: 'z.number()', number: 'z.number()', boolean: 'z.boolean()', null: 'z.null()' };

/** The code of every named schema, each behind those that it refers to. */
const named = new Map();

function resolve({ $ref }) {
  const target = $ref.slice(2).split('/').reduce((node, key) => node[key], document);
  return target.$ref === undefined ? target : resolve(target);
}

function nameOf(reference) {
  const name = reference.$ref.split('/').at(-1);
  if (!named.has(name)) named.set(name, codeOf(resolve(reference)));
  return name;
}

function fieldsOf({ properties = {}, required = [] }) {
  return Object.entries(properties).map(([name, field]) => {
    const code = codeOf(field);
    return `  ${name}: ${required.includes(name) ? code : `z.exactOptional(${code})`},\n`;
  });
}

function codeOf(schema) {
  if (schema.$ref) return nameOf(schema);
  if (schema.anyOf ?? schema.oneOf) return `z.union([${(schema.anyOf ?? schema.oneOf).map(codeOf).join(', ')}])`;
  if (schema.allOf) return `z.intersection(${schema.allOf.map(codeOf).join(', ')})`;
  if ('const' in schema) return `z.literal(${JSON.stringify(schema.const)})`;
  // A newer server sends other names, too.
  if (schema.enum) return `z.custom<${schema.enum.map((name) => JSON.stringify(name)).join(' | ')}>(isText)`;
  if (schema.type === 'array') return `z.array(${codeOf(schema.items)})`;
  if (schema.additionalProperties) return `z.record(z.string(), ${codeOf(schema.additionalProperties)})`;
  if (schema.type === 'object') return `z.object({\n${fieldsOf(schema).join('')}})`;
  if (schema.type in simple) return simple[schema.type];
  throw new Error(`codegen.events.js does not know ${JSON.stringify(schema)}.`);
}

/** One table of schemas by event name: of the operations of one kind, the message that `of` picks. */
function tableOf(name, action, of) {
  const operations = Object.values(document.operations).filter((operation) => operation.action === action);
  const rows = operations.map((operation) => `  '${resolve(operation.messages[0]).name}': ${codeOf(resolve(of(operation)).payload)},\n`);
  return `export const ${name} = {\n${rows.join('')}};\n`;
}

const tables = [
  tableOf('events', 'send', ({ messages }) => messages[0]),
  tableOf('requests', 'receive', ({ messages }) => messages[0]),
  tableOf('answers', 'receive', ({ reply }) => reply.messages[0]),
];

const code = `import * as z from 'zod/mini';

const isText = (value: unknown) => typeof value === 'string';
${[...named].map(([name, schema]) => `const ${name} = ${schema};\n`).join('')}
/** What the server sends. */
${tables[0]}
/** What the client sends, and how the server acknowledges it. */
${tables[1]}
${tables[2]}
export type EventName = keyof typeof events;
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>;
export type RequestName = keyof typeof requests;
export type RequestPayload<Name extends RequestName> = z.infer<(typeof requests)[Name]>;
/** An acknowledgement that accepts. */
export type Answer<Name extends RequestName> = Extract<z.infer<(typeof answers)[Name]>, { ok: true }>;
`;
writeFileSync(new URL('src/api/generated/liveEvents.ts', import.meta.url), code);
