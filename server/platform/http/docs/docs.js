// Draws the OpenAPI document: one fold for each call, with what it takes and every answer it may give.

const METHODS = ["get", "post", "put", "patch", "delete"];
const DEEPEST = 6;

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children);
  return made;
}

function resolve(schema, definitions) {
  if (!schema.$ref) return schema;
  return definitions[schema.$ref.split("/").pop()] ?? {};
}

// A schema as a person would write an example of it: names with the types of their values.
function sketch(given, definitions, depth = 0) {
  const schema = resolve(given, definitions);
  if (depth > DEEPEST) return "…";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => sketch(choice, definitions, depth)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => sketch(part, definitions, depth)).join(" & ");
  if (schema.type === "array") return `[${sketch(schema.items ?? {}, definitions, depth + 1)}]`;
  if (schema.properties) return sketchObject(schema, definitions, depth);
  return schema.format ? `${schema.type} (${schema.format})` : (schema.type ?? "anything");
}

function sketchObject(schema, definitions, depth) {
  const indent = "  ".repeat(depth + 1);
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties).map(([name, field]) => {
    const optional = required.has(name) ? "" : "?";
    return `${indent}${name}${optional}: ${sketch(field, definitions, depth + 1)}`;
  });
  return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
}

function section(title, text) {
  return [element("h3", {}, title), element("pre", { tabindex: "0" }, text)];
}

function parameters(operation, definitions) {
  if (!operation.parameters?.length) return [];
  const lines = operation.parameters.map(
    (each) => `${each.name}${each.required ? "" : "?"} (${each.in}): ${sketch(each.schema, definitions)}`,
  );
  return section("Parameters", lines.join("\n"));
}

function bodies(title, content, definitions) {
  return Object.entries(content ?? {}).flatMap(([type, { schema, example }]) => [
    ...section(`${title} · ${type}`, sketch(schema ?? {}, definitions)),
    ...(example === undefined ? [] : section(`${title} · example`, JSON.stringify(example, null, 2))),
  ]);
}

function answers(operation, definitions) {
  return Object.entries(operation.responses).flatMap(([status, answer]) =>
    Number(status) < 400
      ? bodies(`${status} ${answer.description}`, answer.content, definitions)
      : [element("p", { class: "about" }, `${status} ${answer.description}`)],
  );
}

function fold(path, method, operation, definitions) {
  const summary = element(
    "summary",
    {},
    element("span", { class: "method" }, method.toUpperCase()),
    element("span", { class: "path" }, path),
    element("span", { class: "about" }, operation.summary ?? ""),
  );
  const signedIn = operation.security?.length ? "Needs a bearer token." : "Needs no token.";
  const inside = element(
    "div",
    { class: "inside" },
    element("p", {}, `${operation.description ?? ""} ${signedIn}`.trim()),
    ...parameters(operation, definitions),
    ...bodies("Takes", operation.requestBody?.content, definitions),
    ...answers(operation, definitions),
  );
  return element("details", { id: operation.operationId }, summary, inside);
}

function draw(openapi, wanted) {
  const definitions = openapi.components?.schemas ?? {};
  const groups = new Map();
  for (const [path, methods] of Object.entries(openapi.paths)) {
    for (const method of METHODS.filter((name) => methods[name])) {
      const operation = methods[method];
      const text = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
      if (!text.includes(wanted.toLowerCase())) continue;
      const tag = operation.tags?.[0] ?? "other";
      groups.set(tag, [...(groups.get(tag) ?? []), fold(path, method, operation, definitions)]);
    }
  }
  const sections = [...groups].map(([tag, folds]) => element("section", {}, element("h2", {}, tag), ...folds));
  const nothing = element("p", {}, "No call fits what you typed.");
  document.getElementById("operations").replaceChildren(...(sections.length ? sections : [nothing]));
}

async function start() {
  const answer = await fetch("/openapi.json");
  const openapi = await answer.json();
  const search = document.getElementById("search");
  search.addEventListener("input", () => draw(openapi, search.value));
  draw(openapi, "");
}

start().catch(() => {
  document.getElementById("operations").textContent = "The document could not be read. Please reload the page.";
});
